import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_CODES, CALLS, UPLOAD_FILE_PATH, UPLOAD_IMAGE_PATH, type CallName } from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import {
  addTestFont,
  createPng,
  createSavedTemplate,
  createTemplateFile,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
  type TestServer,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';
import { createRunEnd, createRunStart } from './print-run-factory.ts';

/** What the owner of everything uses; the others use the very same ids. */
interface Things {
  readonly owner: TestUser;
  readonly folderId: string;
  readonly templateId: string;
  readonly files: { readonly url: string; readonly image: string };
  readonly uploadToken: string;
  readonly fontId: string;
  readonly fontUrl: string;
}
type Input = Readonly<Record<string, unknown>>;
/** The envelope codes that the owner, another user and nobody get for the same request. */
interface Expected {
  readonly input: (things: Things) => Input;
  readonly owner: number;
  readonly other: number;
  readonly nobody: number;
}

const { success, signedOut, forbidden, notFound, unauthorized } = API_CODES;
const open = (input: Expected['input'] = () => ({})): Expected => ({ input, owner: 200, other: 200, nobody: 200 });
/** Each user sees their own: nothing in the request names a thing. */
const ownOnly = (input: Expected['input'] = () => ({})): Expected => ({
  input,
  owner: success,
  other: success,
  nobody: signedOut,
});
/** The request names a thing of the owner: to others it does not exist. */
const named = (input: Expected['input']): Expected => ({ input, owner: success, other: notFound, nobody: signedOut });
const template = ({ templateId }: Things): Input => ({ id: templateId });
const design = ({ folderId, files }: Things): Input => ({ parent_id: folderId, width: 10, height: 10, ...files });

const COUNTER: Input = { counter: 'abcd1234', kind: 'digits', step: 1 };

const EXPECTED: Readonly<Record<CallName, Expected>> = {
  register: open(() => ({ user_name: `new${Math.random().toString(36).slice(2)}`, password: PASSWORD })),
  login: open(() => ({ account: 'owner', password: PASSWORD })),
  logout: open(),
  currentUser: open(),
  fontList: open(),
  addUserFont: named(({ fontUrl }) => ({ name: 'House', weight: 400, italic: false, url: fontUrl })),
  delUserFont: named(({ fontId }) => ({ id: fontId })),
  configuration: open(),
  softwareDownload: open(() => ({ language: 'en', app_type: '1', type: '1' })),
  assistantTicket: ownOnly(),
  assistantFiles: open(),
  profile: ownOnly(() => ({ fun: 'getUserInfo', requestType: 'User' })),
  member: ownOnly(),
  folderList: ownOnly(),
  addFolder: ownOnly(() => ({ name: 'New folder' })),
  renameFolder: named(({ folderId }) => ({ id: folderId, name: 'Renamed' })),
  templateList: ownOnly(),
  getTemplate: named(template),
  addTemplate: named((things) => ({ ...design(things), name: 'Another' })),
  editTemplate: named((things) => ({ ...design(things), ...template(things), name: 'Edited' })),
  coverTemplate: named((things) => ({ ...design(things), ...template(things), name: 'Covered' })),
  deleteTemplate: named(template),
  copyTemplate: named(template),
  countCommonUse: named(template),
  countCloudUse: named(template),
  countDownload: named(template),
  counterList: named(template),
  takeCounter: named((things) => ({ ...template(things), ...COUNTER, initial: '1', count: 5 })),
  setCounter: named((things) => ({ ...template(things), ...COUNTER, next: '1' })),
  beginPrintRecord: ownOnly(() => createRunStart({ job_id: 'new' })),
  endPrintRecord: ownOnly(() => createRunEnd({ job_id: 'new' })),
  addPrintReadings: named(() => ({ job_id: 'job-1', part: 1, readings: [] })),
  printRecordList: ownOnly(),
  getPrintRecord: named(() => ({ job_id: 'job-1' })),
  getPrintReadings: named(() => ({ job_id: 'job-1', part: 0 })),
  deletePrintRecord: named(() => ({ job_id: 'job-1' })),
  uploadToken: ownOnly(() => ({ bucket: 'web' })),
  getAuditLog: ownOnly(),
};

/** Routes that are not calls, each with a test below or in another file. */
const OTHER_ROUTES = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /docs',
  'GET /docs/openapi.json',
  'GET /docs/start.js',
  'GET /docs/viewer.js',
  `POST ${UPLOAD_IMAGE_PATH}`,
  `POST ${UPLOAD_FILE_PATH}`,
  'GET /files/:key',
  'GET /fonts/:name',
  'GET /fonts/added/:name',
  'GET /*',
];

async function createThings(url: string): Promise<Things> {
  const owner = await createUser(url, 'owner');
  const saved = await createSavedTemplate(owner, 'Mine');
  const token = expectOk(await owner.api.call('uploadToken', {}));
  const font = await addTestFont(owner, 'House');
  expectOk(await owner.api.call('endPrintRecord', createRunEnd()));
  expectOk(await owner.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));
  return {
    owner,
    folderId: saved.parent_id,
    templateId: saved.id,
    files: await upload(owner),
    uploadToken: token.data,
    fontId: font.id,
    fontUrl: font.url,
  };
}

const OWNED = ['folder', 'template', 'stored_file', 'user_font', 'print_record', 'print_reading'] as const;

/** Every row of the owner's, in every table that has rows of users. */
async function ownedBy({ services: { db } }: TestServer['server'], userId: string): Promise<unknown> {
  const rows = await Promise.all(
    OWNED.map((table) => db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()),
  );
  const counters = await db
    .selectFrom('counter')
    .innerJoin('template', 'template.id', 'counter.template_id')
    .selectAll('counter')
    .where('template.user_id', '=', userId)
    .execute();
  return [await db.selectFrom('user').selectAll().where('id', '=', userId).execute(), ...rows, counters];
}

async function codeOf(visitor: TestVisitor, name: CallName, input: Input): Promise<number> {
  const { method, path } = CALLS[name];
  const response = await visitor.fetch(
    method === 'GET' ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path,
    method === 'GET' ? {} : { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } },
  );
  const envelope = (await response.json()) as { code: number; data: unknown; message: string };
  if (envelope.code === success) expect(envelope.message).toBe('');
  else expect(envelope.message).not.toBe('');
  if (envelope.code !== success) expect(envelope.data).toBeNull();
  return envelope.code;
}

test('every route is one that these tests know', async () => {
  const { server } = await createTestServer();
  const calls = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
  const routes = server.routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`);
  expect(routes.toSorted()).toEqual([...calls, ...OTHER_ROUTES].toSorted());
});

test.each(Object.keys(EXPECTED) as CallName[])('%s answers its owner, and nobody else', async (name) => {
  const { url, server } = await createTestServer();
  const things = await createThings(url);
  const other = await createUser(url, 'other');
  const nobody = createVisitor(url);
  const { input, owner, other: expectedOfOther, nobody: expectedOfNobody } = EXPECTED[name];
  const before = await ownedBy(server, things.owner.user.user_id);

  expect(await codeOf(nobody, name, input(things))).toBe(expectedOfNobody);
  expect(await codeOf(other, name, input(things))).toBe(expectedOfOther);
  // Whatever others are answered, nothing of the owner's has changed.
  expect(await ownedBy(server, things.owner.user.user_id)).toEqual(before);
  expect(await codeOf(things.owner, name, input(things))).toBe(owner);
});

test.each((Object.keys(EXPECTED) as CallName[]).filter((name) => CALLS[name].access === 'session'))(
  '%s refuses a user_id that is not the session’s',
  async (name) => {
    const { url } = await createTestServer();
    const things = await createThings(url);
    const other = await createUser(url, 'other');
    const input = EXPECTED[name].input(things);
    const field = name === 'profile' ? 'userId' : 'user_id';
    expect(await codeOf(other, name, { ...input, [field]: things.owner.user.user_id })).toBe(forbidden);
    expect(await codeOf(things.owner, name, { ...input, [field]: other.user.user_id })).toBe(forbidden);
    expect(await codeOf(things.owner, name, { ...input, [field]: things.owner.user.user_id })).toBe(success);
  },
);

test('no call leaves out its expectation or its place in the catalogue of paths', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  for (const { path } of Object.values(CALLS)) expect(path).toMatch(/^\/(interface|hanma)\/api\//);
  expect(new Set(Object.values(CALLS).map(({ path }) => path)).size).toBe(Object.keys(CALLS).length);
});

test('a folder of another user takes no template', async () => {
  const { url } = await createTestServer();
  const things = await createThings(url);
  const other = await createUser(url, 'other');
  const own = await upload(other);
  const fields = { name: 'x', width: 1, height: 1, ...own };
  expect(await codeOf(other, 'addTemplate', { ...fields, parent_id: things.folderId })).toBe(notFound);
  const saved = await createSavedTemplate(other, 'y');
  expect(await codeOf(other, 'editTemplate', { id: saved.id, parent_id: things.folderId })).toBe(notFound);
  expect(await codeOf(other, 'editTemplate', { id: saved.id, url: things.files.url })).toBe(notFound);
  expect(await codeOf(other, 'editTemplate', { id: saved.id, image: things.files.image })).toBe(notFound);
});

test('a stored file is served to its owner only', async () => {
  const { url } = await createTestServer();
  const { owner, files } = await createThings(url);
  const other = await createUser(url, 'other');
  for (const path of [files.url, files.image]) {
    const mine = await owner.fetch(path);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('x-content-type-options')).toBe('nosniff');
    expect(mine.headers.get('cache-control')).toBe('private, no-cache');
    const again = await owner.fetch(path, { headers: { 'if-none-match': mine.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await other.fetch(path)).status).toBe(404);
    expect((await other.fetch(path, { headers: { 'if-none-match': mine.headers.get('etag') ?? '' } })).status).toBe(
      404,
    );
    expect((await createVisitor(url).fetch(path)).status).toBe(401);
  }
  expect((await owner.fetch(files.image)).headers.get('content-type')).toBe('image/png');
  const file = await owner.fetch(files.url);
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w]+\.tprts"$/);
  for (const path of [
    '/files/..%2flabelwright.db',
    '/files/%2e%2e/labelwright.db',
    '/files/labelwright.db',
    '/files/',
  ]) {
    expect((await owner.fetch(path)).status).toBe(404);
  }
});

test('an upload token serves only the session that it was given to', async () => {
  const { url } = await createTestServer();
  const { uploadToken, owner } = await createThings(url);
  const other = await createUser(url, 'other');
  const nobody = createVisitor(url);
  for (const [visitor, code] of [
    [nobody, signedOut],
    [other, unauthorized],
  ] as const) {
    expect(await visitor.api.uploadPreview(createPng(), uploadToken)).toMatchObject({ error: { apiCode: code } });
    expect(await visitor.api.uploadTemplate(createTemplateFile(), 'x.tprts', uploadToken)).toMatchObject({
      error: { apiCode: code },
    });
  }
  expectOk(await owner.api.uploadPreview(createPng(), uploadToken));
  expectOk(await owner.api.uploadTemplate(createTemplateFile(), 'x.tprts', uploadToken));
});

test('the messages are there in every language', () => {
  const english = Object.keys(JSON.parse(readFileSync('locales/en/server.json', 'utf8')) as object).toSorted();
  for (const language of ['zh', 'pt', 'es', 'ru']) {
    const texts = JSON.parse(readFileSync(`locales/${language}/server.json`, 'utf8')) as Record<string, string>;
    expect(Object.keys(texts).toSorted()).toEqual(english);
  }
});
