import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  API_CODES,
  CALLS,
  CONVERTED_PATH,
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  NET_FILE_PATH,
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
  createStandingServer,
  createTemplateFile,
  createTestServer,
  createUser,
  createVisitor,
  upload,
  type TestUser,
} from './create-test-server.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { BIND_PATH, DIAL_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { V1_DOCUMENT_PATH } from '#server/docs/document-paths.ts';
import { V1_CALLS } from '#server/api-v1/v1-calls.ts';
import { calledByName, createNamedServer, createThings, ownedBy, type Things } from './access-things.ts';
import { expectedOf } from './access-expected.ts';
import { codeOf } from './code-of.ts';

/** Where spreadsheets are fetched from. */
const SHEETS = await createSheetServer();
afterAll(() => SHEETS.close());
/** Longer than these tests take. */
const officeLimits = { unaskedSeconds: 100_000 };
const NET = { netPolicy: openTo(SHEETS), payments: { sandbox: true }, officeLimits };

const { signedOut, forbidden, notFound, unauthorized } = API_CODES;
const EXPECTED = expectedOf(SHEETS.url);
const NAMES = Object.keys(EXPECTED) as CallName[];
const IN_SESSION = NAMES.filter((name) => CALLS[name].access !== 'public');
/** Where a call may name its user. */
const userField = (name: CallName): string => (name === 'profile' ? 'userId' : 'user_id');

/** Routes that are not calls, each with a test below or in another file. */
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
  `GET ${SHARED_FILE_PATH}`,
  `GET ${SHARED_PICTURE_PATH}`,
  `GET ${COMMON_FILE_PATH}`,
  `GET ${COMMON_PICTURE_PATH}`,
  'GET /industry-files/:language/:name',
  'GET /icons/:category/:name',
  `POST ${NET_FILE_PATH}`,
  'POST /notify/:provider',
  'GET /fonts/:name',
  'GET /fonts/added/:name',
  'GET /export/:token',
  'GET /*',
  // Asked with tokens: `api-v1.test.ts` has every one of them.
  ...Object.values(V1_CALLS).map(({ method, url }) => `${method} ${url}`),
];

test('every route is one that these tests know', async () => {
  const { server } = await createTestServer();
  const calls = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
  const routes = server.routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`);
  expect(routes.toSorted()).toEqual([...calls, ...OTHER_ROUTES].toSorted());
});

describe('of the things of one owner', () => {
  const standing = createStandingServer(NET);
  let url: string;
  let things: Things;
  /** As they were after the last test. */
  let ownersThings: unknown;
  let count = 0;

  beforeAll(async () => {
    url = calledByName(standing()).url;
    things = await createThings(url, 'owner', SHEETS.url);
    ownersThings = await ownedBy(standing().server, things.owner.user.user_id);
  });

  const STRANGERS = { other: {}, member: { member_until: 2 ** 45 }, operator: { role: 'operator' } } as const;
  type Stranger = keyof typeof STRANGERS;
  /** Those who have done nothing yet: a call that is answered may end its own user. */
  const unchanged = new Map<Stranger, TestUser>();

  async function strangerOf(kind: Stranger): Promise<TestUser> {
    const made = unchanged.get(kind) ?? (await createUser(url, `other-${count++}`));
    if (!unchanged.has(kind) && kind !== 'other') {
      const { db } = standing().server.services;
      await db.updateTable('user').set(STRANGERS[kind]).where('id', '=', made.user.user_id).execute();
    }
    unchanged.set(kind, made);
    return made;
  }

  async function codeForStranger(kind: Stranger, name: CallName, input: Record<string, unknown>): Promise<number> {
    const code = await codeOf(await strangerOf(kind), name, input);
    if (code === API_CODES.success) unchanged.delete(kind);
    return code;
  }

  test.each(NAMES)('%s gives and changes nothing for anybody else, be it a member or an operator', async (name) => {
    const { input, other, nobody, operator = other } = EXPECTED[name];
    const before = ownersThings;
    expect(await codeOf(createVisitor(url), name, input(things))).toBe(nobody);
    expect(await codeForStranger('other', name, input(things)), 'other').toBe(other);
    expect(await codeForStranger('member', name, input(things)), 'member').toBe(other);
    expect(await codeForStranger('operator', name, input(things)), 'operator').toBe(operator);
    // Whatever others are answered, nothing of the owner's has changed.
    ownersThings = await ownedBy(standing().server, things.owner.user.user_id);
    expect(ownersThings).toEqual(before);
  });

  test.each(IN_SESSION)('%s refuses a user_id that is not the session’s', async (name) => {
    const other = await strangerOf('other');
    const input = EXPECTED[name].input(things);
    const ids = [things.owner, other].map(({ user }) => user.user_id);
    expect(await codeOf(other, name, { ...input, [userField(name)]: ids[0] })).toBe(forbidden);
    expect(await codeOf(things.owner, name, { ...input, [userField(name)]: ids[1] })).toBe(forbidden);
  });

  /** Things that no test has changed or used up yet: to make them takes thirty calls. */
  let untouched: { readonly things: Things; readonly state: unknown } | null = null;

  test.each(NAMES)('%s answers its owner, who may say who they are', async (name) => {
    const own = untouched?.things ?? (await createThings(url, `owner-${count++}`, SHEETS.url));
    const before = untouched?.state ?? (await stateOf(own));
    untouched = null;
    const said = IN_SESSION.includes(name) ? { [userField(name)]: own.owner.user.user_id } : {};
    expect(await codeOf(own.owner, name, { ...EXPECTED[name].input(own), ...said })).toBe(EXPECTED[name].owner);
    const state = await stateOf(own);
    if (isDeepStrictEqual(state, before)) untouched = { things: own, state };
  });

  /** What is the owner's, with the sessions, and the passkeys that are being added. */
  async function stateOf({ owner }: Things): Promise<unknown> {
    const { user_id: id } = owner.user;
    const { db } = standing().server.services;
    return [
      await ownedBy(standing().server, id),
      await db.selectFrom('session').select('token_hash').where('user_id', '=', id).orderBy('token_hash').execute(),
      await db.selectFrom('passkey_challenge').select('digest').where('user_id', '=', id).orderBy('digest').execute(),
    ];
  }
});

test('no call leaves out its expectation or its place in the catalogue of paths', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  for (const { path } of Object.values(CALLS)) expect(path).toMatch(/^\/(interface|hanma|net)\/api\//);
  expect(new Set(Object.values(CALLS).map(({ path }) => path)).size).toBe(Object.keys(CALLS).length);
});

test('a folder of another user takes no template', async () => {
  const { url } = await createNamedServer(NET);
  const things = await createThings(url, 'owner', SHEETS.url);
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
  const { url } = await createNamedServer(NET);
  const { owner, files } = await createThings(url, 'owner', SHEETS.url);
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
  const { url } = await createNamedServer(NET);
  const { uploadToken, owner } = await createThings(url, 'owner', SHEETS.url);
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
