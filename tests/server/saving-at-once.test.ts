import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, type TemplateInfo } from '#protocol/api.ts';
import type { Server } from '#server/app.ts';
import { createSavedTemplate, createTemplateFile, createTestServer, createUser, upload } from './create-test-server.ts';

describe('saves from one version', () => {
  test('of ten at once exactly one succeeds, and its file is kept', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const first = await createSavedTemplate(user, 'Box');
    expect(first.revision).toBe(1);
    const uploads = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(user, `save ${i}`)));
    const answers = await Promise.all(
      uploads.map((files) => user.api.call('editTemplate', { id: first.id, revision: first.revision, ...files })),
    );
    const won = answers.flatMap((answer, i) => (answer.ok ? [{ info: answer.value, i }] : []));
    expect(won).toHaveLength(1);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.error).toMatchObject({ code: 'template.changedMeanwhile', presentRevision: 2 });
    }
    const now = expectOk(await user.api.call('getTemplate', { id: first.id }));
    expect(now).toEqual(won[0]?.info);
    expect(expectOk(await user.api.fetchFile(now.file))).toEqual(
      new Uint8Array(createTemplateFile(`save ${won[0]?.i}`)),
    );
  });

  test('a second one is rejected until it names the current version, for an overwrite as for an edit', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const first = await createSavedTemplate(user, 'Box');
    const one = await upload(user, 'one');
    const two = await upload(user, 'two');
    expectOk(await user.api.call('editTemplate', { id: first.id, revision: 1, ...one }));
    const refused = await user.api.call('editTemplate', { id: first.id, revision: 1, ...two });
    expect(refused).toMatchObject({ error: { apiCode: API_CODES.changedMeanwhile, presentRevision: 2 } });
    const fields = { name: 'Box', parent_id: '', width: 10, height: 10, ...two };
    const covered = await user.api.call('coverTemplate', { ...fields, id: first.id, revision: 1 });
    expect(covered).toMatchObject({ error: { presentRevision: 2 } });
    expect(expectOk(await user.api.call('getTemplate', { id: first.id })).file).toBe(one.url);
    const saved = expectOk(await user.api.call('coverTemplate', { ...fields, id: first.id, revision: 2 }));
    expect(saved).toMatchObject({ revision: 3, file: two.url });
  });

  test('a rename and concurrent saves do not undo one another', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'carl');
    const first = await createSavedTemplate(user, 'Box');
    const uploads = await Promise.all(Array.from({ length: 5 }, (_, i) => upload(user, `save ${i}`)));
    const answers = await Promise.all(
      uploads.flatMap((files, i) => [
        user.api.call('editTemplate', { id: first.id, ...files }),
        user.api.call('editTemplate', { id: first.id, name: `Name ${i}` }),
      ]),
    );
    const infos = answers.map(expectOk);
    expect(infos.map((info) => info.revision).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const now = expectOk(await user.api.call('getTemplate', { id: first.id }));
    expect(uploads.map((files) => files.url)).toContain(now.file);
    expect(now.name).toMatch(/^Name \d$/);
    expectOk(await user.api.fetchFile(now.file));
  });

  test('the replaced file is kept as long as a copy uses it', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'dora');
    const first = await createSavedTemplate(user, 'Box');
    const copy = expectOk(await user.api.call('copyTemplate', { id: first.id }));
    expectOk(await user.api.call('editTemplate', { id: first.id, revision: 1, ...(await upload(user, 'two')) }));
    expectOk(await user.api.fetchFile(first.file));
    expectOk(await user.api.call('deleteTemplate', { id: copy.id }));
    expectOk(await user.api.call('emptyTrash', {}));
    // It is an earlier version of the first one now.
    expectOk(await user.api.fetchFile(first.file));
    expectOk(await user.api.call('deleteTemplate', { id: first.id }));
    expectOk(await user.api.call('emptyTrash', {}));
    expect(await user.api.fetchFile(first.file)).toMatchObject({ error: { code: 'server.notFound' } });
  });
});

describe('names with a number', () => {
  test('both are saved under the first free one', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'eve');
    const first = await createSavedTemplate(user, 'Box');
    await createSavedTemplate(user, 'Box (2)');
    const fields = { parent_id: '', width: 10, height: 10, keep_both: true, ...(await upload(user)) };
    expect(expectOk(await user.api.call('addTemplate', { ...fields, name: 'Box' })).name).toBe('Box (3)');
    expect(expectOk(await user.api.call('addTemplate', { ...fields, name: 'Other' })).name).toBe('Other');
    expect(expectOk(await user.api.call('getTemplate', { id: first.id }))).toEqual(first);
  });

  test('concurrent copies each get their own, gaps are filled, and a name too long is shortened', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'fred');
    const first = await createSavedTemplate(user, 'Box');
    await insertCopies(server, first, 300);
    expectOk(await user.api.call('deleteTemplate', { id: 'copy-150' }));
    const copies = await Promise.all(Array.from({ length: 5 }, () => user.api.call('copyTemplate', { id: first.id })));
    expect(copies.map((copy) => expectOk(copy).name).toSorted()).toEqual([
      'Box (150)',
      'Box (301)',
      'Box (302)',
      'Box (303)',
      'Box (304)',
    ]);
    const long = await createSavedTemplate(user, `${'x'.repeat(88)}𝒳${'y'.repeat(10)}`);
    const copy = expectOk(await user.api.call('copyTemplate', { id: long.id }));
    expect(copy.name).toBe(`${'x'.repeat(88)}𝒳 (2)`);
  });
});

test('an account has no more templates than the limit, also when they are added at once', async () => {
  const { url } = await createTestServer({ accountLimits: { maxTemplates: 5 } });
  const user = await createUser(url, 'gina');
  const first = await createSavedTemplate(user, 'Box');
  const added = await Promise.all(Array.from({ length: 10 }, () => user.api.call('copyTemplate', { id: first.id })));
  expect(added.filter((answer) => answer.ok)).toHaveLength(4);
  const files = await upload(user);
  const more = await user.api.call('addTemplate', { name: 'New', parent_id: '', width: 1, height: 1, ...files });
  expect(more).toMatchObject({
    error: { apiCode: 402, message: expect.stringMatching(/^An account has at most 5 templates/) },
  });
  expect(expectOk(await user.api.call('templateList', {})).count).toBe(5);
});

/** Inserts "name (2)" to "name (count)" with ids `copy-<number>`. */
async function insertCopies(server: Server, of: TemplateInfo, count: number): Promise<void> {
  const { db } = server.services;
  const row = await db.selectFrom('template').selectAll().where('id', '=', of.id).executeTakeFirstOrThrow();
  const numbers = Array.from({ length: count - 1 }, (_, i) => i + 2);
  await db
    .insertInto('template')
    .values(numbers.map((n) => ({ ...row, id: `copy-${n}`, name: `${of.name} (${n})` })))
    .execute();
}
