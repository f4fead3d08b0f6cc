import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, UPLOAD_OFFICE_PATH, UPLOAD_TOKEN_SCHEME, type OfficeConversion } from '#protocol/api.ts';
import {
  createSuiteServer,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  pageHeaderLines,
  type TestServer,
  type TestUser,
} from '../create-test-server.ts';
import { startAskedServer } from '#tests/support/asked-server.ts';
import { STEP_MS } from '#tests/support/time-limits.ts';
import { createAskingWorkbook, createDocm, withLinkedMedia } from './asking-files.ts';
import {
  createDocx,
  createDrawing,
  createProtectedFile,
  fetchConverted,
  paragraph,
  uploadOffice,
} from '../office-files.ts';

const PATIENCE = { interval: 100 };
const SECTION = '<w:sectPr><w:pgSz w:w="5669" w:h="8504"/></w:sectPr>';
/** Takes about ten seconds. */
const LONG = createDocx('<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(10_000));

async function stateOf({ api }: TestUser, { id }: OfficeConversion): Promise<OfficeConversion> {
  return expectOk(await api.call('conversionState', { id }));
}

async function ended(user: TestUser, conversion: OfficeConversion): Promise<OfficeConversion> {
  let last = conversion;
  await expect
    .poll(async () => {
      last = await stateOf(user, conversion);
      return last.state;
    }, PATIENCE)
    .toMatch(/done|failed/);
  return last;
}

/** Pages and the first page's size in points, as poppler reads them. */
async function pdfInfo(user: TestUser, { id }: OfficeConversion): Promise<{ pages: number; size: string }> {
  const folder = await createTestFolder();
  const file = join(folder, 'a.pdf');
  writeFileSync(file, Buffer.from(await (await fetchConverted(user, id)).arrayBuffer()));
  const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
    size: (/^Page size:\s+([\d.]+ x [\d.]+)/m.exec(info)?.[1] ?? '').replaceAll(/\.\d+/g, ''),
  };
}

/** Has LibreOffice itself make a file of another type. */
async function remade(name: string, bytes: Uint8Array | string, ending: string): Promise<Buffer> {
  const folder = await createTestFolder();
  writeFileSync(join(folder, name), bytes);
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      ending,
      '--outdir',
      folder,
      join(folder, name),
    ],
    { stdio: 'ignore', timeout: STEP_MS },
  );
  return readFileSync(join(folder, name.replace(/\w+$/, ending)));
}

const SLIDES = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation><draw:page draw:name="a"/><draw:page draw:name="b"/><draw:page draw:name="c"/></office:presentation></office:body></office:document>`;

function runningOffices(): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/comm`, 'utf8') === 'soffice.bin\n';
    } catch {
      return false;
    }
  }).length;
}

async function filesOf({ server }: TestServer): Promise<readonly string[]> {
  const rows = await server.services.db.selectFrom('stored_file').select('kind').execute();
  return rows.map(({ kind }) => kind);
}

describe('on a server', () => {
  const suiteServer = createSuiteServer({ office: { mode: 'sandbox', atOnce: 2 } });
  let count = 0;
  const somebody = (): Promise<TestUser> => createUser(suiteServer().url, `user-${count++}`);

  test('files of Word, Excel and PowerPoint, new and old, are converted to PDF files of the right size; nothing is fetched', async () => {
    const { url: link, asked } = await startAskedServer();
    const relation = `<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${link}/a.png" TargetMode="External"/>`;
    const docx = createDocx(paragraph('Hello') + createDrawing('r9') + SECTION, relation);
    const user = await somebody();
    const files: [name: string, bytes: Buffer][] = [
      ['plain.docx', docx],
      ['sheet.xlsx', createAskingWorkbook(link)],
      ['slides.pptx', withLinkedMedia(await remade('slides.fodp', SLIDES, 'pptx'), link)],
      ['macros.docx', createDocm(link)],
      // An old one, with a misleading name.
      ['old.pdf', await remade('old.docx', createDocx(paragraph('One') + SECTION), 'doc')],
    ];
    const begun = await Promise.all(
      files.map(async ([name, bytes]) => expectOk(await uploadOffice(user, name, bytes))),
    );
    expect(begun.map(({ name }) => name)).toEqual(files.map(([name]) => name));
    const done = await Promise.all(begun.map((one) => ended(user, one)));
    expect(done.map(({ state, pages }) => [state, pages])).toEqual([
      ['done', 1],
      ['done', 1],
      ['done', 3],
      ['done', 1],
      ['done', 1],
    ]);
    const infos = await Promise.all(done.map((one) => pdfInfo(user, one)));
    expect(infos).toEqual([
      { pages: 1, size: '283 x 425' },
      { pages: 1, size: expect.stringMatching(/595 x 841|612 x 792/) as string },
      { pages: 3, size: '793 x 446' },
      { pages: 1, size: expect.stringMatching(/595 x 841|612 x 792/) as string },
      { pages: 1, size: '283 x 425' },
    ]);
    expect(asked).toEqual([]);

    const [first] = done;
    if (first === undefined) throw new Error('nothing was converted');
    const answer = await fetchConverted(user, first.id);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await answer.arrayBuffer()).byteLength).toBe(first.bytes);

    const other = await somebody();
    const nobody = createVisitor(suiteServer().url);
    expect((await fetchConverted(other, first.id)).status).toBe(404);
    expect((await fetchConverted(nobody, first.id)).status).toBe(401);
    expectOk(await other.api.call('endConversion', { id: first.id }));
    expect((await fetchConverted(user, first.id)).status).toBe(200);

    for (const { id } of done) expectOk(await user.api.call('endConversion', { id }));
    expect((await fetchConverted(user, first.id)).status).toBe(404);
    expect(await filesOf(suiteServer())).toEqual([]);
    const metrics = await (await fetch(`${suiteServer().url}/metrics`)).text();
    expect(metrics).toContain('labelwright_conversions_total{outcome="done"} 5');
    expect(metrics).toContain('labelwright_conversions{state="queued"} 0');
  });

  test('a conversion canceled midway leaves nothing, neither a process nor a file', async () => {
    const user = await somebody();
    const conversion = expectOk(await uploadOffice(user, 'long.docx', LONG));
    await expect.poll(async () => (await stateOf(user, conversion)).state, PATIENCE).toBe('converting');
    await expect.poll(runningOffices, PATIENCE).toBeGreaterThan(0);
    expectOk(await user.api.call('endConversion', { id: conversion.id }));
    await expect.poll(runningOffices, PATIENCE).toBe(0);
    expect(await user.api.call('conversionState', { id: conversion.id })).toMatchObject({
      error: { apiCode: API_CODES.notFound },
    });
    expect(await filesOf(suiteServer())).toEqual([]);
  });

  test('a file of another kind is rejected, and a locked or damaged office file is reported as such', async () => {
    const user = await somebody();
    for (const [name, bytes] of [
      ['a.docx', Buffer.from('Hello')],
      ['a.docx', Buffer.from('%PDF-1.7')],
      ['a.docx', Buffer.alloc(0)],
    ] as const) {
      expect(await uploadOffice(user, name, bytes)).toMatchObject({ error: { code: API_CODES.invalid } });
    }
    const locked = expectOk(await uploadOffice(user, 'locked.docx', createProtectedFile()));
    expect(locked).toMatchObject({ state: 'failed', problem: 'password' });
    expect(locked.message).toContain('password');
    const half = LONG.subarray(0, LONG.length - 30);
    expect(expectOk(await uploadOffice(user, 'half.docx', half))).toMatchObject({ problem: 'damaged' });
    // A valid archive with nonsense in it: only LibreOffice detects it.
    const nonsense = expectOk(await uploadOffice(user, '../../nonsense\u0007.docx', createDocx('<w:p><w:r>')));
    expect(nonsense.name).not.toContain('/');
    expect(nonsense.name).not.toContain('\u0007');
    expect(await ended(user, nonsense)).toMatchObject({ state: 'failed', problem: 'damaged' });
    expect((await filesOf(suiteServer())).filter((kind) => kind === 'converted')).toEqual([]);
  });

  test('an upload without a session or the user’s own token is rejected', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const token = expectOk(await other.api.call('uploadToken', {})).data;
    const file = createProtectedFile();
    expect(await uploadOffice(user, 'a.docx', file, token)).toMatchObject({ error: { code: API_CODES.unauthorized } });
    expect(await uploadOffice(user, 'a.docx', file, '')).toMatchObject({ error: { code: API_CODES.unauthorized } });
    const nobody = createVisitor(suiteServer().url);
    expect(await uploadOffice(nobody, 'a.docx', file, token)).toMatchObject({ error: { code: API_CODES.signedOut } });
  });

  test('half an upload keeps no place', async () => {
    const user = await somebody();
    const token = expectOk(await user.api.call('uploadToken', {})).data;
    const socket = connect(Number(new URL(suiteServer().url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST ${UPLOAD_OFFICE_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n${pageHeaderLines(user)}authorization: ${UPLOAD_TOKEN_SCHEME} ${token}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.docx"\r\n\r\nPK',
    );
    const { db } = suiteServer().server.services;
    const places = async (): Promise<number> =>
      (await db.selectFrom('document_conversion').select('id').where('user_id', '=', user.user.user_id).execute())
        .length;
    await expect.poll(places, PATIENCE).toBe(1);
    socket.destroy();
    await expect.poll(places, PATIENCE).toBe(0);
  });
});

test('of ten concurrent uploads a user gets as many as the limit', async () => {
  const { url } = await createTestServer({ officeLimits: { perUser: 4 } });
  const user = await createUser(url, 'owner');
  const token = expectOk(await user.api.call('uploadToken', {})).data;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => uploadOffice(user, 'a.docx', createProtectedFile(), token)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([API_CODES.refused]));
  expect(refused[0]?.message).toContain('4');
});

test.each([
  ['time', { seconds: 2 }, 'tooSlow'],
  ['memory', { memoryBytes: 200_000_000 }, 'tooMuchMemory'],
] as const)('what takes too much %s is ended, and told as that', async (_what, officeLimits, problem) => {
  const started = await createTestServer({ officeLimits });
  const user = await createUser(started.url, 'owner');
  const conversion = expectOk(await uploadOffice(user, 'long.docx', LONG));
  expect(await ended(user, conversion)).toMatchObject({ state: 'failed', problem });
  await expect.poll(runningOffices, PATIENCE).toBe(0);
});

test('a server that stops midway leaves the conversion to the next; an abandoned one is deleted', async () => {
  const dataDir = await createTestFolder();
  const first = await createTestServer({ dataDir });
  const user = await createUser(first.url, 'owner');
  const long = expectOk(await uploadOffice(user, 'long.docx', LONG));
  await expect.poll(async () => (await stateOf(user, long)).state, PATIENCE).toBe('converting');
  await first.server.close();
  await expect.poll(runningOffices, PATIENCE).toBe(0);

  const second = await createTestServer({ dataDir, officeLimits: { seconds: 1 } });
  const again = createVisitor(second.url);
  const info = expectOk(await again.api.call('login', { account: 'owner', password: 'correct horse' }));
  const owner = { ...again, user: info };
  // Within a second it can't be done: but it was begun again.
  expect(await ended(owner, long)).toMatchObject({ state: 'failed', problem: 'tooSlow' });
  expect(await filesOf(second)).toEqual(['office']);
  second.wait(121_000);
  expect(await owner.api.call('conversionState', { id: long.id })).toMatchObject({
    error: { apiCode: API_CODES.notFound },
  });
  await second.server.close();

  const third = await createTestServer({ dataDir, now: () => Date.now() + 200_000 });
  await expect.poll(() => filesOf(third), PATIENCE).toEqual([]);
});

test.each([
  ['off', { mode: 'off', atOnce: 1 }, ''],
  ['notInstalled', { mode: 'sandbox', atOnce: 1, program: '/nowhere/soffice' }, 'libreoffice-writer-nogui'],
] as const)('a server that cannot (%s) says so, and what to do', async (reason, office, command) => {
  const { url } = await createTestServer({ office });
  const user = await createUser(url, 'owner');
  const said = expectOk(await user.api.call('officeAvailability', {}));
  expect(said).toMatchObject({ available: false, reason });
  expect(said.command).toContain(command);
  const refused = await uploadOffice(user, 'a.docx', createProtectedFile());
  expect(refused).toEqual({ ok: false, error: { code: API_CODES.refused, message: said.text } });
});
