import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { cleanSaveKeys } from '#server/templates/save-once.ts';
import { createSavedTemplate, createTemplateFile, createTestServer, createUser, upload } from './create-test-server.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const KEY = 'save-key-1';

describe('a save with a key', () => {
  test('is made once, however many concurrent requests repeat it', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const box = await createSavedTemplate(user, 'Box');
    const files = await upload(user, 'two');
    const ten = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, ask));
    const edits = await ten(() => user.api.call('editTemplate', { id: box.id, revision: 1, ...files, save_key: KEY }));
    const [first, ...others] = edits.map(expectOk);
    expect(first).toMatchObject({ revision: 2, file: files.url });
    for (const other of others) expect(other).toEqual(first);
    // Without a version each save would replace the one before.
    await ten(() => user.api.call('editTemplate', { id: box.id, ...files, width: 30, save_key: 'save-key-2' }));
    expect(expectOk(await user.api.call('versionList', { id: box.id }))).toMatchObject({
      present: { revision: 3, width: 30 },
      count: 2,
    });
    const fields = { name: 'Crate', parent_id: '', width: 10, height: 10, ...files };
    for (const keepBoth of [false, true]) {
      const input = { ...fields, keep_both: keepBoth, save_key: `add-key-${keepBoth}` };
      const added = (await ten(() => user.api.call('addTemplate', input))).map(expectOk);
      expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    }
    const { list } = expectOk(await user.api.call('templateList', { order: 'name' }));
    expect(list.map(({ name }) => name)).toEqual(['Box', 'Crate', 'Crate (2)']);
  });

  test('returns its first answer, even after others; a rejected one is tried again', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const box = await createSavedTemplate(user, 'Box');
    const files = await upload(user, 'two');
    const fields = { name: 'Box', parent_id: '', width: 10, height: 10, ...files };
    expect(await user.api.call('addTemplate', { ...fields, save_key: KEY })).toMatchObject({
      error: { takenById: box.id },
    });
    const covered = expectOk(
      await user.api.call('coverTemplate', { ...fields, id: box.id, revision: 1, save_key: KEY }),
    );
    expectOk(await user.api.call('editTemplate', { id: box.id, ...(await upload(user, 'three')) }));
    expect(
      expectOk(await user.api.call('coverTemplate', { ...fields, id: box.id, revision: 1, save_key: KEY })),
    ).toEqual(covered);
    // The key belongs to this user.
    const other = await createUser(url, 'carl');
    const theirs = await upload(other, 'theirs');
    const added = await other.api.call('addTemplate', { ...fields, ...theirs, save_key: KEY });
    expect(expectOk(added).file).toBe(theirs.url);
  });

  test('expires after a week', async () => {
    const { url, server } = await createTestServer();
    const { db, now } = server.services;
    const user = await createUser(url, 'dora');
    const box = await createSavedTemplate(user, 'Box');
    const again = async (): Promise<unknown> =>
      user.api.call('editTemplate', { id: box.id, revision: 1, width: 20, save_key: KEY });
    const first = await again();
    await cleanSaveKeys(db, now() + WEEK_MS - 60_000);
    expect(await again()).toEqual(first);
    await cleanSaveKeys(db, now() + WEEK_MS + 60_000);
    expect(await again()).toMatchObject({ error: { apiCode: 409 } });
  });
});

describe('unsaved work on a template', () => {
  test('is stored separately, once, and is no version', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const box = await createSavedTemplate(user, 'Box');
    expect(expectOk(await user.api.call('getDraft', { id: box.id }))).toEqual({ draft: null });
    const one = await upload(user, 'one');
    expectOk(await user.api.call('saveDraft', { id: box.id, url: one.url, revision: 1 }));
    const two = await upload(user, 'two');
    const kept = expectOk(await user.api.call('saveDraft', { id: box.id, url: two.url, revision: 1 }));
    expect(expectOk(await user.api.call('getDraft', { id: box.id }))).toEqual({ draft: kept });
    expect(expectOk(await user.api.fetchFile(kept.file))).toEqual(new Uint8Array(createTemplateFile('two')));
    expect(await user.api.fetchFile(one.url)).toMatchObject({ error: { apiCode: 404 } });
    expect(expectOk(await user.api.call('versionList', { id: box.id })).list).toEqual([]);
    expect(expectOk(await user.api.call('getTemplate', { id: box.id }))).toEqual(box);
  });

  test('has the time of its last change, whenever it arrived', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'eve');
    const box = await createSavedTemplate(user, 'Box');
    const one = await upload(user, 'one');
    const before = server.services.now();
    const kept = expectOk(await user.api.call('saveDraft', { id: box.id, url: one.url, revision: 1, age_ms: 60_000 }));
    expect(Date.parse(kept.save_time)).toBeGreaterThanOrEqual(before - 60_000);
    expect(Date.parse(kept.save_time)).toBeLessThanOrEqual(server.services.now() - 60_000);
  });

  test('is deleted with its file by a save, but not by a rename', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const box = await createSavedTemplate(user, 'Box');
    const draft = await upload(user, 'draft');
    expectOk(await user.api.call('saveDraft', { id: box.id, url: draft.url, revision: 1 }));
    expectOk(await user.api.call('editTemplate', { id: box.id, name: 'Crate' }));
    expect(expectOk(await user.api.call('getDraft', { id: box.id })).draft?.file).toBe(draft.url);
    expectOk(await user.api.call('editTemplate', { id: box.id, ...(await upload(user, 'saved')) }));
    expect(expectOk(await user.api.call('getDraft', { id: box.id }))).toEqual({ draft: null });
    expect(await user.api.fetchFile(draft.url)).toMatchObject({ error: { apiCode: 404 } });
    const other = await upload(user, 'other');
    expectOk(await user.api.call('saveDraft', { id: box.id, url: other.url, revision: 3 }));
    expectOk(await user.api.call('deleteDraft', { id: box.id }));
    expectOk(await user.api.call('deleteDraft', { id: box.id }));
    expect(await user.api.fetchFile(other.url)).toMatchObject({ error: { apiCode: 404 } });
  });

  test('is deleted with its template permanently, but not by the trash', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'carl');
    const box = await createSavedTemplate(user, 'Box');
    const { url: file } = await upload(user, 'draft');
    expectOk(await user.api.call('saveDraft', { id: box.id, url: file, revision: 1 }));
    expectOk(await user.api.call('deleteTemplate', { id: box.id }));
    expect(await user.api.call('getDraft', { id: box.id })).toMatchObject({ error: { apiCode: 404 } });
    expectOk(await user.api.call('restoreTemplates', { ids: [box.id] }));
    expect(expectOk(await user.api.call('getDraft', { id: box.id })).draft?.file).toBe(file);
    expectOk(await user.api.call('deleteTemplate', { id: box.id }));
    expectOk(await user.api.call('delTrash', { ids: [box.id] }));
    expect(await user.api.fetchFile(file)).toMatchObject({ error: { apiCode: 404 } });
  });

  test('is inaccessible to others, and a missing file is rejected', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'dora');
    const other = await createUser(url, 'emil');
    const box = await createSavedTemplate(user, 'Box');
    const theirs = await upload(other, 'theirs');
    for (const [who, file] of [
      [other, theirs.url],
      [user, theirs.url],
      [user, 'none.tprts'],
    ] as const) {
      expect(await who.api.call('saveDraft', { id: box.id, url: file, revision: 1 })).toMatchObject({
        error: { apiCode: 404 },
      });
    }
  });
});
