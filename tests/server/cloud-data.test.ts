import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS, CLOUD_FOLDER_MAX_FILES, UPLOAD_CLOUD_PATH } from '#protocol/api.ts';
import { buildZip } from '#tests/support/zip-builder.ts';
import { createJpeg, createOwner, firstFolder, foldersOf, uploadCloudFile, type CloudUpload } from './cloud-uploads.ts';
import { createPng, createTestServer, createUser, createVisitor, pageHeaders } from './create-test-server.ts';
import { listStored } from './test-storage.ts';

const TEXT = (text: string): Uint8Array => new TextEncoder().encode(text);
const CSV = TEXT('Name,Price\nTea,4\n');
const WORKBOOK = [
  { name: '[Content_Types].xml', data: TEXT('<Types/>') },
  { name: 'xl/workbook.xml', data: TEXT('<workbook/>') },
];

describe('folders', () => {
  test('the first one of each type exists from the start, once, also with concurrent requests', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const lists = await Promise.all(Array.from({ length: 10 }, () => foldersOf(owner)));
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
    expect(lists[0]).toMatchObject([{ Tid: 1, name: 'My images', data: [] }]);
    expect(await foldersOf(owner, 2)).toMatchObject([{ Tid: 2, name: 'My spreadsheets', data: [] }]);
  });

  test('are added, renamed and deleted with their files; the last one remains', async () => {
    const { owner, tid, dataDir } = await createOwner();
    const added = expectOk(await owner.api.call('addCloudFolder', { name: ' Logos ', type: 1 }));
    expect(added.name).toBe('Logos');
    for (const [name, code] of [
      ['Logos', 209],
      ['a/b', 209],
      ['  ', 209],
    ] as const) {
      expect(await owner.api.call('addCloudFolder', { name, type: 1 })).toMatchObject({ error: { apiCode: code } });
      expect(await owner.api.call('renameCloudFolder', { id: tid, name })).toMatchObject({ error: { apiCode: code } });
    }
    // A folder of spreadsheets may have the name of one of images.
    expectOk(await owner.api.call('addCloudFolder', { name: 'Logos', type: 2 }));
    expectOk(await owner.api.call('renameCloudFolder', { id: added.id, name: 'Marks' }));
    expectOk(
      await uploadCloudFile(owner, { tid: added.id, name: 'a.png', bytes: createPng(), thumbnail: createJpeg() }),
    );
    expect((await listStored(dataDir)).length).toBe(2);
    expectOk(await owner.api.call('deleteCloudFolder', { id: added.id }));
    expect(await listStored(dataDir)).toEqual([]);
    expect(await owner.api.call('deleteCloudFolder', { id: tid })).toMatchObject({
      error: { apiCode: 209, message: 'At least one folder must remain.' },
    });
  });

  test('of ten concurrent deletions one folder remains', async () => {
    const { owner } = await createOwner();
    for (let i = 0; i < 9; i++) expectOk(await owner.api.call('addCloudFolder', { name: `f${i}`, type: 1 }));
    const all = await foldersOf(owner);
    const answers = await Promise.all(all.map(({ id }) => owner.api.call('deleteCloudFolder', { id })));
    expect(answers.filter((answer) => answer.ok).length).toBe(9);
    expect((await foldersOf(owner)).length).toBe(1);
  });
});

describe('files', () => {
  test('get a number when their name is taken, also ten at once', async () => {
    const { owner, tid } = await createOwner();
    const files = await Promise.all(
      Array.from({ length: 10 }, () => uploadCloudFile(owner, { tid, name: 'logo.png', bytes: createPng() })),
    );
    const names = files.map((file) => expectOk(file).name).toSorted();
    expect(names).toEqual(['logo.png', ...[10, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `logo (${n}).png`)].toSorted());
    const [folder] = await foldersOf(owner);
    expect(folder?.data.length).toBe(10);
    expect(folder?.data[0]).toMatchObject({ tid, size: createPng().length, width: 1, height: 1, thumbnail: '' });
  });

  test('are served only to their owner, with their type and without active content', async () => {
    const { owner, tid, url } = await createOwner();
    const jpeg = createJpeg(200, 100);
    const file = expectOk(await uploadCloudFile(owner, { tid, name: 'p.jpeg', bytes: jpeg, thumbnail: createJpeg() }));
    const other = await createUser(url, 'other');
    for (const [path, bytes] of [
      [file.url, jpeg],
      [file.thumbnail, createJpeg()],
    ] as const) {
      const answer = await owner.fetch(path);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect((await other.fetch(path)).status).toBe(404);
      expect((await createVisitor(url).fetch(path)).status).toBe(401);
    }
    const sheetsId = await firstFolder(owner, 2);
    const csv = expectOk(await uploadCloudFile(owner, { tid: sheetsId, name: 'p.csv', bytes: CSV }));
    const answer = await owner.fetch(csv.url);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('keep their extension when renamed, get a number when moved, and are replaced in place and deleted', async () => {
    const { owner, dataDir } = await createOwner();
    const tid = await firstFolder(owner, 2);
    const there = expectOk(await owner.api.call('addCloudFolder', { name: 'There', type: 2 })).id;
    const one = expectOk(await uploadCloudFile(owner, { tid, name: 'one.csv', bytes: CSV }));
    const two = expectOk(await uploadCloudFile(owner, { tid: there, name: 'one.csv', bytes: CSV }));
    expect(expectOk(await owner.api.call('editCloudFile', { id: one.id, name: 'Prices', tid })).name).toBe(
      'Prices.csv',
    );
    expectOk(await owner.api.call('editCloudFile', { id: one.id, name: 'one.csv', tid }));
    expect(await owner.api.call('editCloudFile', { id: one.id, name: 'one', tid: there })).toMatchObject({
      error: { apiCode: 209 },
    });
    // The rejected one has not been moved.
    expect((await foldersOf(owner, 2))[0]?.data.map(({ name }) => name)).toEqual(['one.csv']);
    expectOk(await owner.api.call('moveCloudFiles', { ids: [one.id], tid: there }));
    const listed = expectOk(
      await owner.api.call('cloudFileList', { id: there, type: 2, page: 1, size: 999, order: 'name' }),
    );
    expect([listed.count, listed.list.map(({ name }) => name)]).toEqual([2, ['one (2).csv', 'one.csv']]);

    const next = TEXT('Name,Price\nTea,5\n');
    const replaced = expectOk(await uploadCloudFile(owner, { id: two.id, name: 'other.csv', bytes: next }));
    expect(replaced).toMatchObject({ id: two.id, name: 'one.csv', tid: there });
    expect(replaced.hash).not.toBe(two.hash);
    expect((await owner.fetch(two.url)).status).toBe(404);
    expect(await uploadCloudFile(owner, { id: two.id, name: 'x.xlsx', bytes: buildZip(WORKBOOK) })).toMatchObject({
      error: { code: 209, message: 'It can only be replaced by another .csv file.' },
    });
    // Rejected and replaced files have left nothing.
    expect((await listStored(dataDir)).length).toBe(2);
    expectOk(await owner.api.call('deleteCloudFiles', { ids: [one.id, two.id, 'gone'] }));
    expect(await listStored(dataDir)).toEqual([]);
  });

  test('of another user can’t be moved, deleted, replaced or added to', async () => {
    const { owner, tid, url } = await createOwner();
    const file = expectOk(await uploadCloudFile(owner, { tid, name: 'a.png', bytes: createPng() }));
    const other = await createUser(url, 'other');
    const otherFolder = await firstFolder(other);
    expect(await other.api.call('moveCloudFiles', { ids: [file.id], tid: otherFolder })).toMatchObject({
      error: { apiCode: 404 },
    });
    expectOk(await other.api.call('deleteCloudFiles', { ids: [file.id] }));
    const bytes = createPng();
    expect(await uploadCloudFile(other, { tid, name: 'b.png', bytes })).toMatchObject({ error: { code: 404 } });
    expect(await uploadCloudFile(other, { id: file.id, name: 'b.png', bytes })).toMatchObject({ error: { code: 404 } });
    const mine = expectOk(await owner.api.call('uploadToken', {})).data;
    const stolen = { tid: otherFolder, name: 'b.png', bytes, token: mine };
    expect(await uploadCloudFile(other, stolen)).toMatchObject({ error: { code: 401 } });
    expect((await foldersOf(owner))[0]?.data).toEqual([file]);
  });

  test('of one type stay in its folders, and a folder has at most as many as one list shows', async () => {
    const { owner, tid, server } = await createOwner();
    const file = expectOk(await uploadCloudFile(owner, { tid, name: 'a.png', bytes: createPng() }));
    const sheets = await firstFolder(owner, 2);
    expect(await owner.api.call('moveCloudFiles', { ids: [file.id], tid: sheets })).toMatchObject({
      error: { apiCode: 404 },
    });
    expect(await owner.api.call('cloudFileList', { id: tid, type: 2 })).toMatchObject({ error: { apiCode: 404 } });
    const { db } = server.services;
    const row = await db.selectFrom('cloud_file').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: CLOUD_FOLDER_MAX_FILES - 1 }, (_, i) => ({
      ...row,
      id: `f${i}`,
      name: `f${i}.png`,
    }));
    await db.insertInto('cloud_file').values(more).execute();
    expect(await uploadCloudFile(owner, { tid, name: 'b.png', bytes: createPng() })).toMatchObject({
      error: { code: 402, message: 'A folder has at most 999 files.' },
    });
    expect((await db.selectFrom('stored_file').selectAll().execute()).length).toBe(1);
  });

  test('in use are not cleaned up', async () => {
    const { owner, tid, server, wait } = await createOwner();
    const upload = { tid, name: 'a.png', bytes: createPng(), thumbnail: createJpeg() };
    const file = expectOk(await uploadCloudFile(owner, upload));
    wait(3 * 24 * 60 * 60 * 1000);
    await server.services.files.dropUnused();
    for (const path of [file.url, file.thumbnail]) {
      const key = path.slice(path.lastIndexOf('/') + 1);
      expect(await server.services.files.find(owner.user.user_id, key)).not.toBeNull();
    }
  });
});

describe('a file that is no image or spreadsheet is rejected', () => {
  const png = Buffer.from(createPng());
  const withText = (text: string): Buffer => Buffer.concat([png, Buffer.from(text)]);
  const zip = Buffer.from(buildZip(WORKBOOK));
  const zipInComment = createJpeg(2, 2, 'x');
  const images: readonly (readonly [string, string, Uint8Array])[] = [
    ['a drawing', 'a.svg', TEXT('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a drawing that says to be a PNG', 'a.png', TEXT('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', 'a.jpg', TEXT('<html><script>alert(1)</script></html>')],
    ['a page behind an image', 'a.png', withText('<script>alert(1)</script>')],
    ['a page in a comment', 'a.jpg', createJpeg(2, 2, '<script>alert(1)</script>')],
    ['an archive behind an image', 'a.png', Buffer.concat([png, zip])],
    ['an archive behind a JPEG', 'a.jpg', Buffer.concat([zipInComment, zip])],
    ['half an image', 'a.png', png.subarray(0, png.length - 20)],
    ['half a JPEG', 'a.jpg', createJpeg().subarray(0, 30)],
    ['a PNG that is called a JPEG', 'a.jpg', png],
    ['an image of no width', 'a.png', createPng(0, 4)],
    ['more pixels than are decoded', 'a.png', createPng(30_000, 30_000)],
    ['a spreadsheet', 'a.csv', CSV],
    ['no ending', 'png', png],
  ];
  const huge = Buffer.alloc(3_000_000);
  const sheets: readonly (readonly [string, string, Uint8Array])[] = [
    ['an image', 'a.png', png],
    ['a page', 'a.xls', TEXT('<html><table><tr><td>1</td></tr></table></html>')],
    ['a page that says to be text', 'a.csv', TEXT('\n <!doctype html><script>alert(1)</script>')],
    ['a drawing that says to be text', 'a.csv', TEXT('\ufeff<svg onload="alert(1)"/>')],
    ['a program', 'a.csv', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1])],
    ['any archive', 'a.xlsx', buildZip([{ name: 'a.txt', data: TEXT('a') }])],
    ['a workbook with macros', 'a.xlsx', buildZip([...WORKBOOK, { name: 'xl/vbaProject.bin', data: TEXT('x') }])],
    ['a part out of the archive', 'a.xlsx', buildZip([...WORKBOOK, { name: '../evil', data: TEXT('x') }])],
    ['a part twice', 'a.xlsx', buildZip([...WORKBOOK, ...WORKBOOK])],
    ['a bomb', 'a.xlsx', buildZip([...WORKBOOK, { name: 'xl/worksheets/sheet1.xml', data: huge }])],
    ['parts that share bytes', 'a.xlsx', buildZip([...WORKBOOK, { name: 'b', data: CSV, forged: { offset: 0 } }])],
    ['encrypted parts', 'a.xlsx', buildZip([...WORKBOOK, { name: 'b', data: CSV, forged: { flags: 1 } }])],
    ['a page before the archive', 'a.xlsx', Buffer.concat([Buffer.from('<html>'), zip])],
    ['half an archive', 'a.xlsx', zip.subarray(0, zip.length - 10)],
    ['a compound file without a workbook', 'a.xls', compoundFile('WordDocument')],
    ['a workbook that is called text', 'a.csv', zip],
  ];

  test('among images and among spreadsheets, and leaves nothing', async () => {
    const { owner, tid, dataDir, server } = await createOwner();
    const sheetFolder = await firstFolder(owner, 2);
    for (const [folder, list] of [
      [tid, images],
      [sheetFolder, sheets],
    ] as const) {
      for (const [what, name, bytes] of list) {
        const answer = await uploadCloudFile(owner, { tid: folder, name, bytes });
        expect(answer, what).toMatchObject({ ok: false, error: { code: 209 } });
      }
    }
    const good: readonly CloudUpload[] = [
      { tid: sheetFolder, name: 'a.XLSX', bytes: zip },
      { tid: sheetFolder, name: 'b.xls', bytes: compoundFile('Workbook') },
      { tid: sheetFolder, name: 'c.csv', bytes: Buffer.from('\ufeffNäme;1', 'utf16le') },
      { tid, name: 'a:b?.png', bytes: png },
      { tid, name: 'camera.JPEG', bytes: Buffer.concat([createJpeg(), Buffer.alloc(64)]) },
    ];
    const names = [];
    for (const upload of good) names.push(expectOk(await uploadCloudFile(owner, upload)).name);
    expect(names).toEqual(['a.xlsx', 'b.xls', 'c.csv', 'a_b_.png', 'camera.jpeg']);
    const badThumbnail = { tid, name: 'a.png', bytes: png, thumbnail: createJpeg(4000, 4000) };
    expect(await uploadCloudFile(owner, badThumbnail)).toMatchObject({ error: { code: 209 } });
    const large = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]);
    expect(await uploadCloudFile(owner, { tid, name: 'l.png', bytes: large })).toMatchObject({ error: { code: 413 } });
    expect((await listStored(dataDir)).length).toBe(good.length);
    expect(await server.services.db.selectFrom('upload_reservation').selectAll().execute()).toEqual([]);
  });

  test('half a request leaves nothing, and neither does one without a form', async () => {
    const { owner, url, dataDir, server, tid } = await createOwner();
    const token = expectOk(await owner.api.call('uploadToken', {})).data;
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST ${UPLOAD_CLOUD_PATH} HTTP/1.1`,
      `host: ${host}`,
      ...Object.entries(pageHeaders(owner)).map(([name, value]) => `${name}: ${value}`),
      `authorization: UpToken ${token}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 900000',
    ];
    const part = `--x\r\ncontent-disposition: form-data; name="tid"\r\n\r\n${tid}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
    socket.write(createPng());
    const reserved = (): Promise<unknown[]> =>
      server.services.db.selectFrom('upload_reservation').selectAll().execute();
    await expect.poll(async () => (await reserved()).length).toBe(1);
    socket.destroy();
    await expect.poll(reserved).toEqual([]);
    expect((await foldersOf(owner))[0]?.data).toEqual([]);
    expect(await listStored(dataDir)).toEqual([]);
    const formless = await owner.fetch(UPLOAD_CLOUD_PATH, {
      method: 'POST',
      body: createPng().slice(),
      headers: { authorization: `UpToken ${token}`, 'content-type': 'image/png' },
    });
    expect(formless.status).toBeGreaterThanOrEqual(400);
  });

  test('calls reject invalid input', async () => {
    const { owner } = await createOwner();
    for (const [name, input] of [
      ['cloudDataList', { type: 3 }],
      ['cloudDataList', {}],
      ['moveCloudFiles', { ids: [], tid: 'x' }],
      ['deleteCloudFiles', { ids: 'all' }],
      ['cloudFileList', { id: 'x', type: 1, size: 1000 }],
      ['addCloudFolder', { name: 4, type: 1 }],
    ] as const) {
      const { method, path } = CALLS[name];
      const body = JSON.stringify(input);
      const answer = await owner.fetch(path, { method, body, headers: { 'content-type': 'application/json' } });
      expect(await answer.json(), name).toMatchObject({ code: 209 });
    }
  });
});

/** A compound file of two sectors, whose directory has a stream with that name. */
function compoundFile(stream: string): Uint8Array {
  const bytes = Buffer.alloc(1536);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  for (const [i, name] of ['Root Entry', stream].entries()) {
    const entry = Buffer.from(`${name}\0`, 'utf16le');
    entry.copy(bytes, 1024 + 128 * i);
    bytes.writeUInt16LE(entry.length, 1024 + 128 * i + 64);
  }
  return bytes;
}
