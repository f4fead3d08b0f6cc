import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import {
  createSavedTemplate,
  createTemplateFile,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
} from './create-test-server.ts';
import { listStored } from './test-storage.ts';

test('a template of another user is as missing as one that never existed, also to ten concurrent requests', async () => {
  const { url } = await createTestServer();
  const owner = await createUser(url, 'owner');
  const { id } = await createSavedTemplate(owner, 'Mine');
  const stranger = await createUser(url, 'stranger');
  const ask = async (wanted: string): Promise<readonly [number, string]> => {
    const answer = await stranger.fetch(`/interface/api/tem.app_public/getUserTemplate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: wanted }),
    });
    return [answer.status, await answer.text()];
  };
  const never = id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => ask(i % 2 === 0 ? id : never)));
  expect(new Set(answers.map(([status, body]) => `${status} ${body}`)).size).toBe(1);
  expect(answers[0]?.[1]).not.toContain('Mine');
  // Meanwhile its owner has it.
  const own = await Promise.all(Array.from({ length: 10 }, () => owner.api.call('getTemplate', { id })));
  expect(own.map((answer) => expectOk(answer).name)).toEqual(Array.from({ length: 10 }, () => 'Mine'));
  expect((await createVisitor(url).api.call('getTemplate', { id })).ok).toBe(false);
});

describe('saving', () => {
  test('a new template is listed and returned byte for byte', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const saved = await createSavedTemplate(user, 'Etikett 一号');
    expect(saved).toMatchObject({
      name: 'Etikett 一号',
      width: 100,
      height: 80,
      type: 'cloud',
      use_num: 0,
      remark: '',
    });
    const list = expectOk(await user.api.call('templateList', {}));
    expect(list).toEqual({ list: [saved], count: 1 });
    expect(expectOk(await user.api.call('getTemplate', { id: saved.id }))).toEqual(saved);
    expect(expectOk(await user.api.fetchFile(saved.file))).toEqual(new Uint8Array(createTemplateFile('Etikett 一号')));
    expect(saved.file).toMatch(/\.tprts$/);
    expect(saved.file_web).toBe(saved.file);
  });

  test('a taken name is rejected with the id of its template, which can be overwritten', async () => {
    const { url, dataDir } = await createTestServer();
    const user = await createUser(url, 'bob');
    const first = await createSavedTemplate(user, 'Box');
    const files = await upload(user, 'two');
    const fields = { name: ' Box ', parent_id: first.parent_id, width: 50, height: 30, ...files };
    const taken = await user.api.call('addTemplate', fields);
    expect(taken).toMatchObject({
      error: { code: 'server.nameTaken', apiCode: 405, takenById: first.id, suppressMessage: false },
    });

    const covered = expectOk(await user.api.call('coverTemplate', { ...fields, id: first.id }));
    expect(covered).toMatchObject({ id: first.id, name: 'Box', width: 50, height: 30, add_time: first.add_time });
    expect(covered.update_time > first.update_time).toBe(true);
    expect(expectOk(await user.api.fetchFile(covered.file))).toEqual(new Uint8Array(createTemplateFile('two')));
    // The overwritten state is kept as an earlier version; it is deleted with the template.
    expect(expectOk(await user.api.fetchFile(first.file))).toEqual(new Uint8Array(createTemplateFile('Box')));
    expectOk(await user.api.call('deleteTemplate', { id: first.id }));
    expectOk(await user.api.call('delTrash', { ids: [first.id] }));
    expect(await user.api.fetchFile(first.file)).toMatchObject({ error: { code: 'server.notFound' } });
    expect(await listStored(dataDir)).toEqual([]);
  });

  test('the number of fill-in fields is stored with its file, through renames and copies', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'fay');
    const files = await upload(user, 'form');
    const fields = { name: 'Form', parent_id: '', width: 50, height: 30, blanks: 3, ...files };
    const { id, blanks } = expectOk(await user.api.call('addTemplate', fields));
    expect(blanks).toBe(3);
    expect(expectOk(await user.api.call('editTemplate', { id, name: 'Renamed', blanks: 9 })).blanks).toBe(3);
    expect(expectOk(await user.api.call('copyTemplate', { id })).blanks).toBe(3);
    const again = await upload(user, 'form 2');
    expect(expectOk(await user.api.call('editTemplate', { id, ...again, blanks: 1 })).blanks).toBe(1);
    // A save without the number sets none.
    const last = await upload(user, 'form 3');
    expect(expectOk(await user.api.call('editTemplate', { id, ...last })).blanks).toBe(0);
  });

  test('an edit renames, moves or saves, and keeps absent fields', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'carl');
    const first = await createSavedTemplate(user, 'One');
    const other = await createSavedTemplate(user, 'Two');
    const folder = expectOk(await user.api.call('addFolder', { name: 'Warehouse' }));

    const renamed = expectOk(await user.api.call('editTemplate', { id: first.id, name: 'Uno' }));
    expect(renamed).toEqual({ ...first, name: 'Uno', update_time: renamed.update_time, revision: 2 });
    const moved = expectOk(await user.api.call('editTemplate', { id: first.id, parent_id: folder.id }));
    expect(moved.parent_id).toBe(folder.id);
    const saved = expectOk(
      await user.api.call('editTemplate', { id: first.id, ...(await upload(user, 'new')), width: 10, height: 3000 }),
    );
    expect(saved).toMatchObject({ name: 'Uno', parent_id: folder.id, width: 10, height: 3000 });
    expect(expectOk(await user.api.fetchFile(saved.file))).toEqual(new Uint8Array(createTemplateFile('new')));

    const clash = await user.api.call('editTemplate', { id: other.id, name: 'Uno', parent_id: folder.id });
    expect(clash).toMatchObject({ error: { code: 'server.nameTaken', takenById: first.id } });
    expect(expectOk(await user.api.call('getTemplate', { id: other.id })).name).toBe('Two');
  });

  test.each([
    ['an empty name', { name: '  ' }, 'name'],
    ['a forbidden character', { name: 'a/b' }, 'name'],
    ['a control character', { name: 'a\u0007b' }, 'name'],
    ['an endless name', { name: 'x'.repeat(101) }, 'name'],
    ['no width', { width: 0 }, 'width'],
    ['too wide', { width: 400.001 }, 'width'],
    ['too high', { height: 3000.5 }, 'height'],
  ])('refuses %s', async (_what, change, field) => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'dora');
    const fields = { name: 'ok', parent_id: '', width: 100, height: 80, ...(await upload(user)) };
    expect(await user.api.call('addTemplate', { ...fields, ...change })).toMatchObject({
      error: { apiCode: 209, path: field },
    });
    expectOk(await user.api.call('addTemplate', fields));
  });

  test('rejects files that were not uploaded, or are of the other kind', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'eve');
    const files = await upload(user);
    const fields = { name: 'x', parent_id: '', width: 1, height: 1 };
    for (const wrong of [
      { url: '', image: '' },
      { url: '/files/nothing.tprts', image: '' },
      { url: files.image, image: '' },
      { url: files.url, image: files.url },
      { url: 'https://example.com/../../etc/passwd', image: '' },
    ]) {
      expect(await user.api.call('addTemplate', { ...fields, ...wrong })).toMatchObject({ error: { apiCode: 404 } });
    }
  });

  test('survives a restart of the server', async () => {
    const first = await createTestServer();
    const user = await createUser(first.url, 'fred');
    const saved = await createSavedTemplate(user, 'Kept');
    await first.server.close();

    const second = await createTestServer({ dataDir: first.dataDir });
    const again = createVisitor(second.url);
    expectOk(await again.api.call('login', { account: 'fred', password: PASSWORD }));
    expect(expectOk(await again.api.call('templateList', {})).list).toEqual([saved]);
    expect(expectOk(await again.api.fetchFile(saved.file))).toEqual(new Uint8Array(createTemplateFile('Kept')));
    // The session from before the restart is still valid.
    for (const [name, value] of user.cookies) again.cookies.set(name, value);
    expect(expectOk(await again.api.call('currentUser', {}))).toMatchObject({ user_name: 'fred' });
  });
});

describe('the list', () => {
  test('is sorted by change, paged, and counted over all pages', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'gina');
    const made: string[] = [];
    for (let number = 1; number <= 5; number++) made.push((await createSavedTemplate(user, `Label ${number}`)).id);
    expectOk(await user.api.call('editTemplate', { id: made[1] ?? '', name: 'Label two' }));
    const pages = [];
    for (let page = 1; page <= 4; page++) pages.push(expectOk(await user.api.call('templateList', { page, size: 2 })));
    expect(pages.map((page) => page.list.map((template) => template.name))).toEqual([
      ['Label two', 'Label 5'],
      ['Label 4', 'Label 3'],
      ['Label 1'],
      [],
    ]);
    expect(new Set(pages.map((page) => page.count))).toEqual(new Set([5]));
  });

  test('finds names by a part, in any case and any script, and treats nothing as a pattern', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'hugo');
    for (const name of ['Preis 100%', 'Preis 1000', 'Ценник_А', '价格标签', '~tilde'])
      await createSavedTemplate(user, name);
    const find = async (name: string): Promise<string[]> =>
      expectOk(await user.api.call('templateList', { name })).list.map((template) => template.name);
    expect(await find('100%')).toEqual(['Preis 100%']);
    expect(await find('ЦЕННИК_а')).toEqual(['Ценник_А']);
    expect(await find('格标')).toEqual(['价格标签']);
    expect(await find('~')).toEqual(['~tilde']);
    expect(await find('preis')).toHaveLength(2);
    expect(await find("' or 1=1 --")).toEqual([]);
  });

  test('can be of one folder', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'iris');
    const folder = expectOk(await user.api.call('addFolder', { name: 'B' }));
    await createSavedTemplate(user, 'one');
    const two = await createSavedTemplate(user, 'two');
    expectOk(await user.api.call('editTemplate', { id: two.id, parent_id: folder.id }));
    const list = expectOk(await user.api.call('templateList', { parent_id: folder.id }));
    expect(list.list.map((template) => template.name)).toEqual(['two']);
  });
});

describe('a copy', () => {
  test('has the first free name and outlives the original', async () => {
    const { url, dataDir } = await createTestServer();
    const user = await createUser(url, 'jan');
    const original = await createSavedTemplate(user, 'Box');
    const copies = [
      expectOk(await user.api.call('copyTemplate', { id: original.id })),
      expectOk(await user.api.call('copyTemplate', { id: original.id })),
    ];
    expect(copies.map((copy) => copy.name)).toEqual(['Box (2)', 'Box (3)']);
    expectOk(await user.api.call('deleteTemplate', { id: original.id }));
    expect(await user.api.call('getTemplate', { id: original.id })).toMatchObject({ error: { apiCode: 404 } });
    for (const copy of copies) {
      expect(expectOk(await user.api.fetchFile(copy.file))).toEqual(new Uint8Array(createTemplateFile('Box')));
      expectOk(await user.api.call('deleteTemplate', { id: copy.id }));
    }
    expectOk(await user.api.call('emptyTrash', {}));
    expect(await listStored(dataDir)).toEqual([]);
  });
});

test('prints are counted, also concurrent ones', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'kim');
  const { id } = await createSavedTemplate(user, 'Box');
  await Promise.all(Array.from({ length: 20 }, () => user.api.call('countCloudUse', { id })));
  expect(expectOk(await user.api.call('countCommonUse', { id }))).toEqual({ use_num: 21 });
  expect(expectOk(await user.api.call('countDownload', { id }))).toEqual({ use_num: 21 });
});

test('folders are listed by creation and renamed, and their names are unique', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'lena');
  const second = expectOk(await user.api.call('addFolder', { name: 'Second' }));
  expect(await user.api.call('addFolder', { name: 'Second' })).toMatchObject({ error: { apiCode: 209, path: 'name' } });
  expect(await user.api.call('addFolder', { name: 'a|b' })).toMatchObject({ error: { apiCode: 209, path: 'name' } });
  expectOk(await user.api.call('renameFolder', { id: second.id, name: 'Zweiter' }));
  expect(await user.api.call('renameFolder', { id: '', name: 'Any' })).toMatchObject({ error: { apiCode: 404 } });
  const folders = expectOk(await user.api.call('folderList', {}));
  expect(folders.list.map((folder) => folder.name)).toEqual(['My templates', 'Zweiter']);
  expect(folders.count).toBe(2);
});

test('the same name twice at once is added once', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'max');
  const files = await upload(user);
  const fields = { name: 'Race', parent_id: '', width: 1, height: 1, ...files };
  const answers = await Promise.all(Array.from({ length: 10 }, () => user.api.call('addTemplate', fields)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(new Set(answers.map((answer) => (answer.ok ? 200 : answer.error.apiCode)))).toEqual(new Set([200, 405]));
});

test('any allowed name is returned unchanged, composed and trimmed', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'nora');
  const { id } = await createSavedTemplate(user, 'first');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (name) => {
      const answer = await user.api.call('editTemplate', { id, name });
      if (answer.ok) {
        expect(answer.value.name).toBe(name.trim().normalize('NFC'));
        expect(expectOk(await user.api.call('getTemplate', { id })).name).toBe(answer.value.name);
      } else {
        expect(answer.error).toMatchObject({ apiCode: 209, path: 'name' });
      }
    }),
    { numRuns: 50 },
  );
});
