import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  API_CODES,
  CALLS,
  CONVERTED_PATH,
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  OPENING_PICTURE_PATH,
  NET_FILE_PATH,
  NET_PICTURE_PATH,
  SERVER_RUN_PAGES_PATH,
  SERVER_RUN_REPORT_PATH,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_OFFICE_PATH,
  type CallName,
} from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import {
  createPng,
  createSavedTemplate,
  createSuiteServer,
  createTemplateFile,
  createUser,
  createVisitor,
  upload,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { BIND_PATH, DIAL_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { V1_DOCUMENT_PATH, V1_CALLS } from '#server/api-v1/v1-calls.ts';
import { calledByName, createThings, ownedBy, type Things } from './access-things.ts';
import { expectedOf } from './access-expected.ts';
import { codeOf, type Input } from './code-of.ts';
import { keepState } from './kept-state.ts';

/** The server of spreadsheets. */
const SHEETS = await createSheetServer();
afterAll(() => SHEETS.close());
/** Longer than these tests take. */
const officeLimits = { unaskedSeconds: 100_000 };
const NET = { netPolicy: openTo(SHEETS), payments: { sandbox: true }, officeLimits };

const { signedOut, forbidden, notFound, unauthorized } = API_CODES;
const EXPECTED = expectedOf(SHEETS.url);
const NAMES = Object.keys(EXPECTED) as CallName[];
const IN_SESSION = NAMES.filter((name) => CALLS[name].access !== 'public');
/** The field in which a call may name its user. */
const userField = (name: CallName): string => (name === 'profile' ? 'userId' : 'user_id');

/** Routes that are not calls, each tested below or in another file. */
const OTHER_ROUTES = [
  `POST ${BIND_PATH}`,
  `POST ${UNBIND_PATH}`,
  `GET ${DIAL_PATH}`,
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /docs',
  'GET /docs/openapi.json',
  'GET /docs/start.js',
  'GET /docs/viewer.js',
  `GET ${V1_DOCUMENT_PATH}`,
  `POST ${UPLOAD_IMAGE_PATH}`,
  `POST ${UPLOAD_FILE_PATH}`,
  `POST ${UPLOAD_CLOUD_PATH}`,
  `POST ${UPLOAD_OFFICE_PATH}`,
  `GET ${CONVERTED_PATH}:id`,
  `GET ${SERVER_RUN_PAGES_PATH}`,
  `GET ${SERVER_RUN_REPORT_PATH}`,
  'GET /files/:key',
  `GET ${OPENING_PICTURE_PATH}`,
  `GET ${SHARED_FILE_PATH}`,
  `GET ${SHARED_PICTURE_PATH}`,
  `GET ${COMMON_FILE_PATH}`,
  `GET ${COMMON_PICTURE_PATH}`,
  'GET /industry-files/:language/:name',
  'GET /icons/:category/:name',
  `POST ${NET_FILE_PATH}`,
  `POST ${NET_PICTURE_PATH}`,
  'POST /notify/:provider',
  'GET /fonts/:name',
  'GET /fonts/added/:name',
  'GET /export/:token',
  'GET /*',
  // Calls with tokens: `api-v1.test.ts` tests each of them.
  ...Object.values(V1_CALLS).map(({ method, url }) => `${method} ${url}`),
];

const STRANGERS = { other: {}, member: { member_until: 2 ** 45 }, operator: { role: 'operator' } } as const;
type Stranger = keyof typeof STRANGERS;

describe('of the things of one owner', () => {
  const suiteServer = createSuiteServer(NET);
  const ends: (() => Promise<void>)[] = [];
  let url: string;
  let things: Things;
  let ownersThings: unknown;
  let strangers: Readonly<Record<Stranger, TestUser>>;
  let putBack: () => Promise<void>;
  let isChanged = false;

  beforeAll(async () => {
    url = calledByName(suiteServer()).url;
    things = await createThings(url, 'owner', SHEETS.url);
    const [other, member, operator] = [
      await createStranger('other'),
      await createStranger('member'),
      await createStranger('operator'),
    ];
    strangers = { other, member, operator };
    putBack = await keepState(suiteServer(), [things.owner, other, member, operator], (end) => ends.push(end));
    ownersThings = await ownedBy(suiteServer().server, things.owner.user.user_id);
  });
  afterEach(async () => {
    if (!isChanged) return;
    isChanged = false;
    await putBack();
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function createStranger(kind: Stranger): Promise<TestUser> {
    const made = await createUser(url, kind);
    if (kind !== 'other') {
      const { db } = suiteServer().server.services;
      await db.updateTable('user').set(STRANGERS[kind]).where('id', '=', made.user.user_id).execute();
    }
    return made;
  }

  /** Calls as a visitor. Changes of a successful call are undone after the test. */
  async function ask(visitor: TestVisitor, name: CallName, input: Input): Promise<number> {
    const code = await codeOf(visitor, name, input);
    if (code === API_CODES.success) isChanged = true;
    return code;
  }

  test('every route is covered by these tests', () => {
    const calls = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
    const { routes } = suiteServer().server;
    const known = routes.filter(({ method }) => method !== 'HEAD').map(({ method, url: path }) => `${method} ${path}`);
    expect(known.toSorted()).toEqual([...calls, ...OTHER_ROUTES].toSorted());
  });

  test.each(NAMES)('%s returns and changes nothing for other users, members or operators', async (name) => {
    const { input, other, nobody, operator = other } = EXPECTED[name];
    expect(await ask(createVisitor(url), name, input(things))).toBe(nobody);
    expect(await ask(strangers.other, name, input(things)), 'other').toBe(other);
    expect(await ask(strangers.member, name, input(things)), 'member').toBe(other);
    expect(await ask(strangers.operator, name, input(things)), 'operator').toBe(operator);
    // With any answer to others, nothing of the owner's has changed.
    expect(await ownedBy(suiteServer().server, things.owner.user.user_id)).toEqual(ownersThings);
  });

  test.each(IN_SESSION)('%s rejects a user_id that is not the session’s', async (name) => {
    const { owner } = things;
    const { other } = strangers;
    const input = EXPECTED[name].input(things);
    const ids = [owner, other].map(({ user }) => user.user_id);
    expect(await ask(other, name, { ...input, [userField(name)]: ids[0] })).toBe(forbidden);
    expect(await ask(owner, name, { ...input, [userField(name)]: ids[1] })).toBe(forbidden);
  });

  test.each(NAMES)('%s answers its owner, with or without their user_id', async (name) => {
    const { owner } = things;
    const said = IN_SESSION.includes(name) ? { [userField(name)]: owner.user.user_id } : {};
    expect(await ask(owner, name, { ...EXPECTED[name].input(things), ...said })).toBe(EXPECTED[name].owner);
  });

  test('a folder of another user accepts no template', async () => {
    const { other } = strangers;
    isChanged = true;
    const own = await upload(other);
    const fields = { name: 'x', width: 1, height: 1, ...own };
    expect(await codeOf(other, 'addTemplate', { ...fields, parent_id: things.folderId })).toBe(notFound);
    const saved = await createSavedTemplate(other, 'y');
    expect(await codeOf(other, 'editTemplate', { id: saved.id, parent_id: things.folderId })).toBe(notFound);
    expect(await codeOf(other, 'editTemplate', { id: saved.id, url: things.files.url })).toBe(notFound);
    expect(await codeOf(other, 'editTemplate', { id: saved.id, image: things.files.image })).toBe(notFound);
  });

  test('a stored file is served to its owner only', async () => {
    const { owner, files } = things;
    const { other } = strangers;
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

  test('an upload token is valid only in the session that it was issued to', async () => {
    const { uploadToken, owner } = things;
    const { other } = strangers;
    isChanged = true;
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
});

test('every call has an expectation and a place in the catalog of paths', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  for (const { path } of Object.values(CALLS)) expect(path).toMatch(/^\/(interface|hanma|net)\/api\//);
  expect(new Set(Object.values(CALLS).map(({ path }) => path)).size).toBe(Object.keys(CALLS).length);
});
