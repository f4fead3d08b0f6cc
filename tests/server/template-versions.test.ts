import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import {
  createSavedTemplate,
  createTemplateFile,
  createTestServer,
  createUser,
  upload,
  type TestUser,
} from './create-test-server.ts';

async function save(user: TestUser, { id }: TemplateInfo, content: string): Promise<TemplateInfo> {
  return expectOk(await user.api.call('editTemplate', { id, ...(await upload(user, content)) }));
}

async function contents(user: TestUser, id: string): Promise<Uint8Array[]> {
  const { present, list } = expectOk(await user.api.call('versionList', { id }));
  return Promise.all([present, ...list].map(async ({ file }) => expectOk(await user.api.fetchFile(file))));
}

const file = (content: string): Uint8Array => new Uint8Array(createTemplateFile(content));

describe('versions', () => {
  test('are made by saves, with the previous state, and not by renames, moves and remarks', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const box = await createSavedTemplate(user, 'Box');
    expectOk(await user.api.call('editTemplate', { id: box.id, name: 'Crate' }));
    expectOk(await user.api.call('editTemplate', { id: box.id, remark: 'For the warehouse' }));
    const folder = expectOk(await user.api.call('addFolder', { name: 'Second' }));
    expectOk(await user.api.call('moveTemplates', { ids: [box.id], parent_id: folder.id }));
    expect(expectOk(await user.api.call('versionList', { id: box.id })).list).toEqual([]);
    const files = await upload(user, 'two');
    expectOk(await user.api.call('editTemplate', { id: box.id, ...files, width: 20, remark: '' }));
    const { present, list, count } = expectOk(await user.api.call('versionList', { id: box.id }));
    expect(present).toMatchObject({ revision: 5, width: 20, remark: '' });
    expect(count).toBe(1);
    expect(list[0]).toMatchObject({
      revision: 4,
      name: 'Crate',
      remark: 'For the warehouse',
      width: 100,
      height: 80,
      file: box.file,
      // When the file was saved, not when it was renamed.
      save_time: box.add_time,
    });
    expect(list[0]?.bytes).toBeGreaterThan(createTemplateFile('Box').length);
    expect(await contents(user, box.id)).toEqual([file('two'), file('Box')]);
  });

  test('are restored as a new one, and nothing is lost', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'bob');
    const box = await createSavedTemplate(user, 'Box');
    await save(user, box, 'two');
    const third = await save(user, box, 'three');
    const restored = expectOk(
      await user.api.call('restoreVersion', { id: box.id, version: 1, revision: third.revision }),
    );
    expect(restored).toMatchObject({ id: box.id, name: 'Box', revision: 4, file: box.file });
    expect(await contents(user, box.id)).toEqual([file('Box'), file('three'), file('two'), file('Box')]);
    // A caller that doesn't know the newest version gets a conflict.
    expect(await user.api.call('restoreVersion', { id: box.id, version: 2, revision: third.revision })).toMatchObject({
      error: { apiCode: 409, presentRevision: 4 },
    });
    expect(await user.api.call('restoreVersion', { id: box.id, version: 9 })).toMatchObject({
      error: { apiCode: 404 },
    });
  });

  test('have a remark each', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'nina');
    const box = await createSavedTemplate(user, 'Box');
    for (const content of ['two', 'three']) await save(user, box, content);
    expectOk(await user.api.call('nameVersion', { id: box.id, version: 1, remark: 'Before the move' }));
    const { present, list } = expectOk(await user.api.call('versionList', { id: box.id }));
    expect([present, ...list].map(({ remark }) => remark)).toEqual(['', '', 'Before the move']);
    // The current state is no earlier version.
    expect(await user.api.call('nameVersion', { id: box.id, version: 3, remark: 'Now' })).toMatchObject({
      error: { apiCode: 404 },
    });
  });

  test('are kept up to the limit, and the files of the oldest are deleted', async () => {
    const { url } = await createTestServer({ accountLimits: { maxVersions: 3 } });
    const user = await createUser(url, 'carl');
    const box = await createSavedTemplate(user, 'Box');
    const second = await save(user, box, '2');
    for (const content of ['3', '4', '5']) await save(user, box, content);
    expect(await contents(user, box.id)).toEqual([file('5'), file('4'), file('3'), file('2')]);
    expect(await user.api.fetchFile(box.file)).toMatchObject({ error: { apiCode: 404 } });
    // Restored while it is the oldest one: its file is kept.
    expectOk(await user.api.call('restoreVersion', { id: box.id, version: 2 }));
    expectOk(await user.api.fetchFile(second.file));
    expect(await contents(user, box.id)).toEqual([file('2'), file('5'), file('4'), file('3')]);
  });

  test('of ten concurrent saves all exist', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'dora');
    const box = await createSavedTemplate(user, 'Box');
    const uploads = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(user, `save ${i}`)));
    const saves = await Promise.all(uploads.map((files) => user.api.call('editTemplate', { id: box.id, ...files })));
    for (const answer of saves) expectOk(answer);
    const { present, list } = expectOk(await user.api.call('versionList', { id: box.id }));
    expect(new Set([present, ...list].map((version) => version.file))).toEqual(
      new Set([box.file, ...uploads.map((files) => files.url)]),
    );
    expect(list.map(({ revision }) => revision)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('are deleted with the template, and a copy begins without any', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'eve');
    const box = await createSavedTemplate(user, 'Box');
    const second = await save(user, box, 'two');
    const copy = expectOk(await user.api.call('copyTemplate', { id: box.id }));
    expect(expectOk(await user.api.call('versionList', { id: copy.id })).list).toEqual([]);
    expectOk(await user.api.call('deleteTemplate', { id: box.id }));
    expectOk(await user.api.fetchFile(box.file));
    expectOk(await user.api.call('emptyTrash', {}));
    expect(await user.api.fetchFile(box.file)).toMatchObject({ error: { apiCode: 404 } });
    expectOk(await user.api.fetchFile(second.file));
  });
});

describe('autosaves', () => {
  const ONE = 'editor-one';
  const OTHER = 'editor-two';
  type Saver = (content: string, by: { readonly autosave?: boolean; readonly edit_session?: string }) => Promise<void>;

  async function createAutosaved(): Promise<{
    readonly product: Awaited<ReturnType<typeof createTestServer>>;
    readonly user: TestUser;
    readonly box: TemplateInfo;
    readonly save: Saver;
  }> {
    const product = await createTestServer();
    const user = await createUser(product.url, 'ana');
    const box = await createSavedTemplate(user, 'Box');
    const save: Saver = async (content, by) => {
      expectOk(await user.api.call('editTemplate', { id: box.id, ...(await upload(user, content)), ...by }));
    };
    return { product, user, box, save };
  }

  test('of one editor leave one version within half an hour, and no files of those between', async () => {
    const { product, user, box, save } = await createAutosaved();
    const files = (): Promise<number> =>
      product.server.services.db
        .selectFrom('stored_file')
        .select('key')
        .where('user_id', '=', user.user.user_id)
        .execute()
        .then(({ length }) => length);
    await save('a', { autosave: true, edit_session: ONE });
    const before = await files();
    for (const content of ['b', 'c', 'd']) await save(content, { autosave: true, edit_session: ONE });
    expect(await contents(user, box.id)).toEqual([file('d'), file('Box')]);
    expect(await files()).toBe(before);
    product.wait(30 * 60_000);
    await save('e', { autosave: true, edit_session: ONE });
    await save('f', { autosave: true, edit_session: ONE });
    expect(await contents(user, box.id)).toEqual([file('f'), file('d'), file('Box')]);
  });

  test('end with a manual save, which is kept as a version when autosaves follow it', async () => {
    const { user, box, save } = await createAutosaved();
    await save('a', { autosave: true, edit_session: ONE });
    await save('by hand', { edit_session: ONE });
    expect(await contents(user, box.id)).toEqual([file('by hand'), file('Box')]);
    await save('b', { autosave: true, edit_session: ONE });
    await save('c', { autosave: true, edit_session: ONE });
    expect(await contents(user, box.id)).toEqual([file('c'), file('by hand'), file('Box')]);
  });

  test('of an editor are kept as a version when another editor, a program or a restored version replaces them', async () => {
    const { user, box, save } = await createAutosaved();
    await save('a', { autosave: true, edit_session: ONE });
    await save('b', { autosave: true, edit_session: OTHER });
    await save('c', {});
    await save('d', { autosave: true, edit_session: ONE });
    expectOk(await user.api.call('restoreVersion', { id: box.id, version: 1 }));
    expect(await contents(user, box.id)).toEqual(['Box', 'd', 'c', 'b', 'a', 'Box'].map(file));
  });

  test('continue across a rename', async () => {
    const { user, box, save } = await createAutosaved();
    await save('a', { autosave: true, edit_session: ONE });
    expectOk(await user.api.call('editTemplate', { id: box.id, name: 'Crate' }));
    await save('b', { autosave: true, edit_session: ONE });
    expect(await contents(user, box.id)).toEqual([file('b'), file('Box')]);
  });
});
