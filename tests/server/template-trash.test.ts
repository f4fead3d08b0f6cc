import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { TRASH_DAYS } from '#protocol/api.ts';
import { cleanTrash } from '#server/templates/trash.ts';
import { createSavedTemplate, createTestServer, createUser, upload, type TestUser } from './create-test-server.ts';
import { listStored } from './test-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function names(user: TestUser, folderId = ''): Promise<string[]> {
  const { list } = expectOk(await user.api.call('templateList', { parent_id: folderId, order: 'name' }));
  return list.map(({ name }) => name);
}

async function trashNames(user: TestUser): Promise<string[]> {
  return expectOk(await user.api.call('trashList', {})).list.map(({ name }) => name);
}

describe('the trash', () => {
  test('has deleted templates with their names, and restores them unchanged', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const box = await createSavedTemplate(user, 'Box');
    const counter = { id: box.id, counter: 'abcd1234', kind: 'digits', step: 1 } as const;
    expectOk(await user.api.call('takeCounter', { ...counter, initial: '1', count: 5 }));
    expectOk(await user.api.call('deleteTemplate', { id: box.id }));
    expect(await names(user)).toEqual([]);
    for (const answer of [
      await user.api.call('getTemplate', { id: box.id }),
      await user.api.call('editTemplate', { id: box.id, name: 'Other' }),
      await user.api.call('copyTemplate', { id: box.id }),
      await user.api.call('countCloudUse', { id: box.id }),
      await user.api.call('takeCounter', { ...counter, initial: '1', count: 5 }),
      await user.api.call('versionList', { id: box.id }),
      await user.api.call('moveTemplates', { ids: [box.id], parent_id: '' }),
      await user.api.call('deleteTemplate', { id: box.id }),
    ]) {
      expect(answer).toMatchObject({ error: { apiCode: 404 } });
    }
    const { list, count, bytes } = expectOk(await user.api.call('trashList', {}));
    expect([list[0]?.name, count]).toEqual(['Box', 1]);
    expect(bytes).toBeGreaterThan(0);
    const [trashed] = list;
    expect(Date.parse(trashed?.expire_time ?? '') - Date.parse(trashed?.delete_time ?? '')).toBe(TRASH_DAYS * DAY_MS);
    expect(expectOk(await user.api.call('folderList', {}))).toMatchObject({ list: [{ num: 0 }], trash_num: 1 });

    expect(expectOk(await user.api.call('restoreTemplates', { ids: [box.id] }))).toEqual({ list: [box], count: 1 });
    expect(expectOk(await user.api.call('getTemplate', { id: box.id }))).toEqual(box);
    // Its serial numbers continue, and its file is kept.
    expect(expectOk(await user.api.call('takeCounter', { ...counter, initial: '1', count: 1 }))).toEqual({
      first: '6',
    });
    expectOk(await user.api.fetchFile(box.file));
    expect(await trashNames(user)).toEqual([]);
  });

  test('frees names, and restores under free ones, also several with one name', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { id } = await createSavedTemplate(user, 'Box');
      ids.push(id);
      expectOk(await user.api.call('deleteTemplate', { id }));
    }
    await createSavedTemplate(user, 'Box');
    const { list } = expectOk(await user.api.call('restoreTemplates', { ids: [...ids, 'nothing'] }));
    expect(list.map(({ name }) => name).toSorted()).toEqual(['Box (2)', 'Box (3)', 'Box (4)']);
    // Found by its new name.
    expect(expectOk(await user.api.call('templateList', { name: '(3)' })).count).toBe(1);
  });

  test('restores templates of a deleted folder to the first one', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'carl');
    const folder = expectOk(await user.api.call('addFolder', { name: 'Second' }));
    const { id } = await createSavedTemplate(user, 'Box');
    expectOk(await user.api.call('moveTemplates', { ids: [id], parent_id: folder.id }));
    expectOk(await user.api.call('deleteTemplate', { id }));
    expectOk(await user.api.call('delFolder', { id: folder.id }));
    const [restored] = expectOk(await user.api.call('restoreTemplates', { ids: [id] })).list;
    const [first] = expectOk(await user.api.call('folderList', {})).list;
    expect(restored).toMatchObject({ name: 'Box', parent_id: first?.id });
  });

  test('permanently deletes selected templates, all of them, and those older than 30 days', async () => {
    const { url, dataDir, server, wait } = await createTestServer();
    const user = await createUser(url, 'dora');
    const other = await createUser(url, 'other');
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push(await createSavedTemplate(user, name));
    const [one, two, three] = made.map(({ id }) => id);
    const foreign = await createSavedTemplate(other, 'Foreign');
    expectOk(await other.api.call('deleteTemplate', { id: foreign.id }));
    expectOk(await user.api.call('editTemplate', { id: one ?? '', ...(await upload(user, 'again')) }));
    expectOk(await user.api.call('deleteTemplates', { ids: [one ?? '', two ?? ''] }));
    // Not templates outside the trash, and not another user's.
    expect(await user.api.call('delTrash', { ids: [three ?? '', foreign.id] })).toMatchObject({
      error: { apiCode: 404 },
    });
    expect(expectOk(await user.api.call('delTrash', { ids: [one ?? ''] }))).toEqual({ count: 1 });
    expectOk(await user.api.call('emptyTrash', {}));
    expect([await trashNames(user), await names(user)]).toEqual([[], ['Three']]);
    expect(await trashNames(other)).toEqual(['Foreign']);

    expectOk(await user.api.call('deleteTemplate', { id: three ?? '' }));
    wait(TRASH_DAYS * DAY_MS - 60_000);
    await cleanTrash(server.services);
    const before = await server.services.db.selectFrom('template').select('id').execute();
    expect(before.map(({ id }) => id).toSorted()).toEqual([three, foreign.id].toSorted());
    wait(120_000);
    // As several processes at once do.
    await Promise.all([cleanTrash(server.services), cleanTrash(server.services), cleanTrash(server.services)]);
    expect(await server.services.db.selectFrom('template').select('id').execute()).toEqual([]);
    expect(await listStored(dataDir)).toEqual([]);
  });

  test('counts the size of files that only it has, and handles ten concurrent requests', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'eve');
    const box = await createSavedTemplate(user, 'Box');
    const copy = expectOk(await user.api.call('copyTemplate', { id: box.id }));
    const deletions = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('deleteTemplate', { id: copy.id })),
    );
    expect(deletions.filter((answer) => answer.ok)).toHaveLength(1);
    // The copy shares the files of the original.
    expect(expectOk(await user.api.call('trashList', {})).bytes).toBe(0);
    expectOk(await user.api.call('deleteTemplate', { id: box.id }));
    const { bytes } = expectOk(await user.api.call('trashList', {}));
    const sizes = await Promise.all([user.api.fetchFile(box.file), user.api.fetchFile(box.image)]);
    expect(bytes).toBe(sizes.reduce((sum, file) => sum + expectOk(file).length, 0));
    const restores = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('restoreTemplates', { ids: [box.id, copy.id] })),
    );
    expect(restores.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await names(user)).toEqual(['Box', 'Box (2)']);
  });

  test.each([
    ['no ids', {}],
    ['an empty list', { ids: [] }],
    ['what is no list', { ids: 'all' }],
    ['too many', { ids: Array.from({ length: 1001 }, (_, i) => String(i)) }],
    ['an endless id', { ids: ['x'.repeat(65)] }],
  ])('refuses %s', async (_what, input) => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'fred');
    for (const path of ['moveUserTemplate', 'delUserTemplateList', 'restoreTemplateTrash', 'delTemplateTrash']) {
      const answer = await user.fetch(`/interface/api/tem.app_public/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ parent_id: '', ...input }),
      });
      expect(await answer.json()).toMatchObject({
        code: 209,
        data: { field: expect.stringMatching(/^ids/) as string },
      });
    }
  });
});
