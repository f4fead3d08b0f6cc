import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { Server } from '#server/app.ts';
import type { Db } from '#server/core/database/open-database.ts';
import { listFolders } from '#server/templates/folders.ts';
import { moveTemplates } from '#server/templates/move-templates.ts';
import { listTemplates } from '#server/templates/template-rows.ts';
import { restoreTemplates, trashTemplates } from '#server/templates/trash.ts';
import { createSavedTemplate, createTestServer, createUser, upload, type TestUser } from './create-test-server.ts';
import { onServers } from './test-storage.ts';

async function names(user: TestUser, folderId: string): Promise<string[]> {
  const { list } = expectOk(await user.api.call('templateList', { parent_id: folderId, order: 'name' }));
  return list.map(({ name }) => name);
}

async function addFolder(user: TestUser, name: string): Promise<string> {
  return expectOk(await user.api.call('addFolder', { name })).id;
}

async function addTo(user: TestUser, folderId: string, name: string): Promise<string> {
  const files = await upload(user, name);
  return expectOk(await user.api.call('addTemplate', { name, parent_id: folderId, width: 10, height: 10, ...files }))
    .id;
}

describe('folders', () => {
  test('have the number of their templates, and are limited per account', async () => {
    const { url } = await createTestServer({ accountLimits: { maxFolders: 4 } });
    const user = await createUser(url, 'ana');
    await createSavedTemplate(user, 'Box');
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, i) => user.api.call('addFolder', { name: `Folder ${i}` })),
    );
    expect(added.filter((answer) => answer.ok)).toHaveLength(3);
    expect(await user.api.call('addFolder', { name: 'More' })).toMatchObject({
      error: { apiCode: 402, message: expect.stringContaining('4') as string },
    });
    const { list, count } = expectOk(await user.api.call('folderList', {}));
    expect([list.map(({ num }) => num), count]).toEqual([[1, 0, 0, 0], 4]);
  });

  test('with templates are deleted only with a choice for these', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const [first, a, b] = [
      expectOk(await user.api.call('folderList', {})).list[0]?.id ?? '',
      await addFolder(user, 'A'),
      await addFolder(user, 'B'),
    ];
    await addTo(user, a, 'Box');
    await addTo(user, a, 'Crate');
    await addTo(user, first, 'Box');
    await addTo(user, b, 'Last');
    expect(await user.api.call('delFolder', { id: a })).toMatchObject({ error: { apiCode: 209 } });
    for (const to of [a, 'nowhere', '']) {
      expect(await user.api.call('delFolder', { id: a, templates: 'move', to })).toMatchObject({
        error: { apiCode: 404 },
      });
    }
    expect(expectOk(await user.api.call('delFolder', { id: a, templates: 'move', to: first }))).toEqual({ count: 2 });
    expect(await names(user, first)).toEqual(['Box', 'Box (2)', 'Crate']);
    expectOk(await user.api.call('delFolder', { id: b, templates: 'trash' }));
    expect(expectOk(await user.api.call('trashList', {})).list.map(({ name }) => name)).toEqual(['Last']);
    expect(await user.api.call('delFolder', { id: first, templates: 'trash' })).toMatchObject({
      error: { apiCode: 209, message: 'One folder must remain.' },
    });
    expect(await user.api.call('delFolder', { id: b })).toMatchObject({ error: { apiCode: 404 } });
  });

  test('are never all deleted by concurrent requests, and no template is lost to a concurrent save', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'carl');
    const ids = [expectOk(await user.api.call('folderList', {})).list[0]?.id ?? ''];
    for (let i = 0; i < 4; i++) ids.push(await addFolder(user, `Folder ${i}`));
    const files = await upload(user);
    const [deletions, saves] = await Promise.all([
      Promise.all(ids.map((id) => user.api.call('delFolder', { id, templates: 'trash' }))),
      Promise.all(
        ids.map((id, i) =>
          user.api.call('addTemplate', { name: `Label ${i}`, parent_id: id, width: 1, height: 1, ...files }),
        ),
      ),
    ]);
    expect(deletions.filter((answer) => answer.ok)).toHaveLength(4);
    const { list, trash_num: trashed } = expectOk(await user.api.call('folderList', {}));
    expect(list).toHaveLength(1);
    for (const answer of saves) if (!answer.ok) expect(answer.error.apiCode).toBe(404);
    expect((list[0]?.num ?? 0) + trashed).toBe(saves.filter((answer) => answer.ok).length);
  });
});

describe('several templates', () => {
  test('are moved, equal names under free ones, and counted once', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'dora');
    const [a, b, target] = [await addFolder(user, 'A'), await addFolder(user, 'B'), await addFolder(user, 'C')];
    const ids = [await addTo(user, a, 'Box'), await addTo(user, b, 'Box'), await addTo(user, b, 'Crate')];
    const there = await addTo(user, target, 'Crate');
    const before = expectOk(await user.api.call('getTemplate', { id: ids[0] ?? '' }));
    const answer = await user.api.call('moveTemplates', { ids: [...ids, there, 'nothing'], parent_id: target });
    expect(expectOk(answer)).toEqual({ count: 3, renamed: 2 });
    expect(await names(user, target)).toEqual(['Box', 'Box (2)', 'Crate', 'Crate (2)']);
    const after = expectOk(await user.api.call('getTemplate', { id: ids[0] ?? '' }));
    expect(after).toMatchObject({ parent_id: target, update_time: before.update_time, revision: before.revision + 1 });
  });

  test('moved back and forth by ten concurrent requests all end in one place', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'eve');
    const folders = [await addFolder(user, 'A'), await addFolder(user, 'B')];
    const ids: string[] = [];
    for (const name of ['Box', 'Crate', 'Pallet']) ids.push(await addTo(user, folders[0] ?? '', name));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => user.api.call('moveTemplates', { ids, parent_id: folders[i % 2] ?? '' })),
    );
    for (const answer of answers) expectOk(answer);
    const both = await Promise.all(folders.map((folder) => names(user, folder)));
    expect(both.map((list) => list.length).toSorted()).toEqual([0, 3]);
    expect(both.flat()).toEqual(['Box', 'Crate', 'Pallet']);
  });

  test('are copied all or not at all', async () => {
    const { url } = await createTestServer({ accountLimits: { maxTemplates: 5 } });
    const user = await createUser(url, 'fred');
    const ids = [(await createSavedTemplate(user, 'One')).id, (await createSavedTemplate(user, 'Two')).id];
    expect(expectOk(await user.api.call('copyTemplates', { ids })).list.map(({ name }) => name)).toEqual([
      'One (2)',
      'Two (2)',
    ]);
    expect(await user.api.call('copyTemplates', { ids })).toMatchObject({ error: { apiCode: 402 } });
    expect(expectOk(await user.api.call('templateList', {})).count).toBe(4);
  });
});

test('five thousand templates are listed, searched, moved, deleted and restored in as many queries as five', async () => {
  const { url, server } = await createTestServer();
  const user = await createUser(url, 'gina');
  const target = await addFolder(user, 'Target');
  const { id } = await createSavedTemplate(user, 'Box');
  const few = await queriesOf(server, user, [id], target);
  await insertMany(server, id, 5000);
  const ids = Array.from({ length: 500 }, (_, i) => `many-${i}`);
  expect(await queriesOf(server, user, ids, target)).toEqual(few);
  expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(8);
  if (onServers) return;
  // The list is sorted by an index.
  const plan = await server.services.db
    .selectFrom('template')
    .selectAll()
    .where('user_id', '=', user.user.user_id)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(24)
    .explain<{ detail: string }>(undefined, sql`query plan`);
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX template_by_change')]);
});

/** Number of statements of each action. */
async function queriesOf(
  server: Server,
  { user: { user_id: userId } }: TestUser,
  ids: readonly string[],
  target: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = async (name: string, work: (db: Db) => Promise<unknown>): Promise<void> => {
    counts[name] = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        counts[name] = (counts[name] ?? 0) + 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(server.services.db.withPlugin(plugin));
  };
  await count('list', (db) => listTemplates(db, userId, { size: 24 }));
  await count('search', (db) => listTemplates(db, userId, { name: 'box' }));
  await count('folders', (db) => listFolders(db, userId));
  await count('move', async (db) => expectOk(await moveTemplates(db, userId, { ids: [...ids], parent_id: target })));
  await count('trash', async (db) => expectOk(await trashTemplates(db, userId, ids, Date.now())));
  await count('restore', async (db) => expectOk(await restoreTemplates({ ...server.services, db }, userId, ids)));
  return counts;
}

/** Copies of a template's row with the names "Many 0" …, with ids `many-<number>`, in the folder of the first. */
async function insertMany(server: Server, of: string, count: number): Promise<void> {
  const { db } = server.services;
  const row = await db.selectFrom('template').selectAll().where('id', '=', of).executeTakeFirstOrThrow();
  const first = await db.selectFrom('folder').select('id').orderBy('created_at').executeTakeFirstOrThrow();
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      ...row,
      folder_id: first.id,
      id: `many-${from + i}`,
      name: `Many ${from + i}`,
      name_search: `many ${from + i}`,
    }));
    await db.insertInto('template').values(rows).execute();
  }
}
