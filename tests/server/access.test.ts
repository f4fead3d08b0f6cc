import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  API_CODES,
  CALLS,
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  NET_FILE_PATH,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
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
  PASSWORD,
  upload,
} from './create-test-server.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { calledByName, createNamedServer, createThings, ownedBy, type Things } from './access-things.ts';
import { codeOf, type Input } from './code-of.ts';
import { createRunEnd, createRunStart } from './print-run-factory.ts';

/**
 * The envelope codes that the owner, another user and nobody get for the same request. A member gets what any other user
 * gets, and so does an operator unless it says more.
 */
interface Expected {
  readonly input: (things: Things) => Input;
  readonly owner: number;
  readonly other: number;
  readonly nobody: number;
  readonly operator?: number;
}

const { success, signedOut, forbidden, notFound, refused, unauthorized, invalid } = API_CODES;
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
/** What anybody may ask for, and nobody gets without what was sent to them; their own tests have the rest. */
const needsProof = (input: Expected['input']): Expected => ({
  input,
  owner: invalid,
  other: invalid,
  nobody: invalid,
});
/** Whose answers are of the whole installation. */
const operators = (input: Expected['input'] = () => ({}), operator: number = success): Expected => ({
  input,
  owner: forbidden,
  other: forbidden,
  nobody: signedOut,
  operator,
});
const target = (): Input => ({ target: `${Math.random().toString(36).slice(2)}@example.com` });
const template = ({ templateId }: Things): Input => ({ id: templateId });
const chosen = ({ templateId }: Things): Input => ({ ids: [templateId] });
const trashed = ({ trashedId }: Things): Input => ({ ids: [trashedId] });
const design = ({ folderId, files }: Things): Input => ({ parent_id: folderId, width: 10, height: 10, ...files });

const COUNTER: Input = { counter: 'abcd1234', kind: 'digits', step: 1 };

const ANNOUNCEMENT: Input = {
  level: 'info',
  starts: '2026-01-01T00:00:00Z',
  ends: '',
  texts: [{ language: 'en', title: 'Closed on Sunday', text: '' }],
};

/** Where spreadsheets are fetched from. */
const SHEETS = await createSheetServer();
afterAll(() => SHEETS.close());
const NET = { netPolicy: openTo(SHEETS), payments: { sandbox: true } };

const PLAN: Input = {
  names: { zh: '周', en: 'Week', pt: 'Semana', es: 'Semana', ru: 'Неделя' },
  days: 7,
  bytes: 0,
  price: 500,
  original_price: 500,
  currency: 'CNY',
  is_recommend: false,
  is_preference: false,
  position: 9,
};
/** There is none of that name: whoever may ask learns that. */
const operatorsOfNothing = (input: Input): Expected => ({ ...operators(() => input), operator: notFound });

const EXPECTED: Readonly<Record<CallName, Expected>> = {
  register: open(() => ({ user_name: `new${Math.random().toString(36).slice(2)}`, password: PASSWORD })),
  login: open(({ owner }) => ({ account: owner.user.user_name, password: PASSWORD })),
  signInSecondFactor: {
    input: () => ({ ticket: 'none', code: '123456' }),
    owner: unauthorized,
    other: unauthorized,
    nobody: unauthorized,
  },
  beginPasskeySignIn: open(),
  // Whoever has the passkey is its user; a signature counts once.
  passkeySignIn: {
    input: ({ assertion }) => ({ response: assertion }),
    owner: success,
    other: unauthorized,
    nobody: success,
  },
  privilegeList: ownOnly(),
  editNickname: ownOnly(() => ({ nickname: 'Somebody' })),
  editAvatar: named(({ avatar }) => ({ image: avatar })),
  spaceUsage: ownOnly(),
  beginAccountExport: ownOnly(),
  deleteAccount: ownOnly(() => ({ confirmation: PASSWORD })),
  sessionList: ownOnly(),
  endSession: named(({ sessionId }) => ({ id: sessionId })),
  endAllSessions: ownOnly(),
  accountSecurity: ownOnly(),
  beginSecondFactor: ownOnly(() => ({ confirmation: PASSWORD })),
  // The others have begun nothing.
  confirmSecondFactor: { input: ({ code }) => ({ code }), owner: success, other: refused, nobody: signedOut },
  endSecondFactor: ownOnly(() => ({ confirmation: PASSWORD })),
  beginPasskey: ownOnly(() => ({ confirmation: PASSWORD })),
  addPasskey: {
    input: ({ attestation }) => ({ name: 'Another', response: attestation }),
    owner: success,
    other: unauthorized,
    nobody: signedOut,
  },
  renamePasskey: named(({ passkeyId }) => ({ id: passkeyId, name: 'Renamed' })),
  deletePasskey: named(({ passkeyId }) => ({ id: passkeyId })),
  logout: open(),
  signInWays: open(),
  sendCode: open(() => ({ ...target(), purpose: 'register' })),
  loginByCode: needsProof(() => ({ ...target(), code: '000000' })),
  resetPassword: needsProof(() => ({ ...target(), code: '000000', password: PASSWORD })),
  thirdLoginStart: needsProof(() => ({ provider: 'nobody' })),
  thirdLogin: needsProof(() => ({ ticket: 'x', query: 'code=x&state=y' })),
  thirdRegister: needsProof(() => ({ ticket: 'x', agreement: true })),
  bindings: ownOnly(),
  changePassword: ownOnly(() => ({ old_password: PASSWORD, password: PASSWORD })),
  sendBindCode: ownOnly(() => target()),
  bindAddress: { ...needsProof(() => ({ ...target(), code: '000000', password: PASSWORD })), nobody: signedOut },
  bindThirdStart: { ...needsProof(() => ({ provider: 'nobody', password: PASSWORD })), nobody: signedOut },
  unbind: { ...needsProof(() => ({ what: 'email', password: PASSWORD })), nobody: signedOut },
  currentUser: open(),
  fontList: open(),
  addUserFont: named(({ fontUrl }) => ({ name: 'House', weight: 400, italic: false, url: fontUrl })),
  delUserFont: named(({ fontId }) => ({ id: fontId })),
  configuration: open(),
  softwareDownload: open(() => ({ language: 'en', app_type: '1', type: '1' })),
  assistantTicket: ownOnly(),
  assistantFiles: open(),
  profile: ownOnly(() => ({ fun: 'getUserInfo', requestType: 'User' })),
  sessionKeys: ownOnly(),
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
  delFolder: named(({ spareFolderId }) => ({ id: spareFolderId })),
  moveTemplates: named(({ templateId, spareFolderId }) => ({ ids: [templateId], parent_id: spareFolderId })),
  copyTemplates: named(chosen),
  deleteTemplates: named(chosen),
  trashList: ownOnly(),
  restoreTemplates: named(trashed),
  delTrash: named(trashed),
  emptyTrash: ownOnly(),
  versionList: named(template),
  restoreVersion: named((things) => ({ ...template(things), version: 1 })),
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
  operatorUserList: operators(),
  operatorGetUser: operators(({ owner }) => ({ id: owner.user.user_id })),
  // Of what operators change, only what stays as it is or is nobody's; their own tests have the rest.
  operatorSetRole: operators(({ owner }) => ({ id: owner.user.user_id, role: 'user' })),
  operatorBlockUser: operators(({ owner }) => ({ id: owner.user.user_id, blocked: false })),
  operatorGrantSpace: operators(() => ({ id: 'nobody', bytes: 1, days: 1 }), notFound),
  operatorDeleteUser: operators(() => ({ id: 'nobody', confirmation: 'x' }), notFound),
  operatorStorage: operators(),
  operatorAuditLog: operators(),
  operatorAuditCsv: operators(),
  operatorFontList: operators(),
  addOperatorFont: operators(
    ({ fontUrl }) => ({ family: 'House', weight: 400, italic: false, members: false, url: fontUrl }),
    notFound,
  ),
  delOperatorFont: operators(() => ({ id: 'none' }), notFound),
  operatorCommonList: operators(),
  decideCommon: operators(() => ({ id: 'none', approve: true }), notFound),
  addTemplateShare: named((things) => ({ ...template(things), right: 'read' })),
  templateShareList: ownOnly(),
  endTemplateShare: named(({ shareId }) => ({ id: shareId })),
  // Whoever has the link may.
  openTemplateShare: ownOnly(({ shareSecret }) => ({ secret: shareSecret })),
  copyTemplateShare: ownOnly(({ shareSecret }) => ({ secret: shareSecret })),
  commonList: ownOnly(),
  ownCommonList: ownOnly(),
  submitCommon: named((things) => ({ ...template(things), category: 'food', description: 'For jars' })),
  withdrawCommon: named(({ commonId }) => ({ id: commonId })),
  industryList: ownOnly(),
  industryFilters: ownOnly(),
  machineList: ownOnly(),
  memberPlans: ownOnly(() => ({ app: 3 })),
  spacePlans: ownOnly(),
  memberPrivileges: ownOnly(),
  payScanCode: ownOnly(() => ({ m_id: 'month' })),
  orderStatus: named(({ orderId }) => ({ o_id: orderId, quiet: true })),
  exchangeMember: { ...needsProof(() => ({ exchange_code: '0000-0000-0000-0000' })), nobody: signedOut },
  // Whoever has the key that is in the QR code may pay; their own tests have the rest.
  sandboxPay: {
    input: ({ orderId }) => ({ o_id: orderId, key: 'x' }),
    owner: notFound,
    other: notFound,
    nobody: notFound,
  },
  operatorPlanList: operators(),
  operatorAddPlan: operators(() => ({ kind: 'member', ...PLAN })),
  operatorEditPlan: operators(() => ({ id: 'quarter', ...PLAN })),
  operatorRetirePlan: operators(() => ({ id: 'year', retired: true })),
  operatorMakeCodes: operators(() => ({ name: 'Fair', kind: 'member', days: 31, bytes: 0, count: 2 })),
  operatorBatchList: operators(),
  operatorCodeList: operatorsOfNothing({ batch: 'none' }),
  operatorCodeCsv: operatorsOfNothing({ batch: 'none' }),
  operatorRevokeCodes: operatorsOfNothing({ batch: 'none' }),
  operatorOrderList: operators(),
  operatorConfirmOrder: operatorsOfNothing({ o_id: 'none', transaction_id: '1' }),
  operatorFailOrder: operatorsOfNothing({ o_id: 'none' }),
  operatorGrantDays: operatorsOfNothing({ member: 'none', days: 1 }),
  operatorEndMembership: operatorsOfNothing({ member: 'none' }),
  cloudDataList: ownOnly(() => ({ type: 1 })),
  cloudFileList: named(({ cloudFolderId }) => ({ id: cloudFolderId, type: 1 })),
  addCloudFolder: ownOnly(() => ({ name: 'New folder', type: 1 })),
  renameCloudFolder: named(({ cloudFolderId }) => ({ id: cloudFolderId, name: 'Renamed' })),
  deleteCloudFolder: named(({ cloudFolderId }) => ({ id: cloudFolderId })),
  editCloudFile: named(({ cloudFolderId, cloudFileId }) => ({ id: cloudFileId, name: 'Renamed', tid: cloudFolderId })),
  moveCloudFiles: named(({ cloudFolderId, cloudFileId }) => ({ ids: [cloudFileId], tid: cloudFolderId })),
  // Files that are gone do not matter; those of others stay.
  deleteCloudFiles: ownOnly(({ cloudFileId }) => ({ ids: [cloudFileId] })),
  cloudSpace: ownOnly(),
  announcementList: open(),
  addFeedback: named(({ pictureUrl }) => ({ kind: 'idea', text: 'More colours', image: pictureUrl })),
  feedbackList: ownOnly(),
  operatorFeedbackList: operators(),
  answerFeedback: { ...operators(() => ({ id: 'none', answer: 'Thank you' })), operator: notFound },
  closeFeedback: { ...operators(() => ({ id: 'none' })), operator: notFound },
  operatorAnnouncementList: operators(),
  addAnnouncement: operators(() => ANNOUNCEMENT),
  editAnnouncement: { ...operators(() => ({ id: 'none', ...ANNOUNCEMENT })), operator: notFound },
  delAnnouncement: operators(() => ({ id: 'none' })),
  importSpreadsheet: ownOnly(() => ({ FileUrl: `${SHEETS.url}/goods.csv` })),
};

const NAMES = Object.keys(EXPECTED) as CallName[];
const IN_SESSION = NAMES.filter((name) => CALLS[name].access !== 'public');
/** Where a call may name its user. */
const userField = (name: CallName): string => (name === 'profile' ? 'userId' : 'user_id');

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
  `POST ${UPLOAD_CLOUD_PATH}`,
  'GET /files/:key',
  `GET ${SHARED_FILE_PATH}`,
  `GET ${SHARED_PICTURE_PATH}`,
  `GET ${COMMON_FILE_PATH}`,
  `GET ${COMMON_PICTURE_PATH}`,
  'GET /industry-files/:language/:name',
  `POST ${NET_FILE_PATH}`,
  'POST /notify/:provider',
  'GET /fonts/:name',
  'GET /fonts/added/:name',
  'GET /export/:token',
  'GET /*',
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
  let count = 0;

  beforeAll(async () => {
    url = calledByName(standing()).url;
    things = await createThings(url);
  });

  test.each(NAMES)('%s gives and changes nothing for anybody else', async (name) => {
    // Somebody who has done nothing yet: some calls end their own user.
    const other = await createUser(url, `other-${count++}`);
    const { input, other: expectedOfOther, nobody: expectedOfNobody } = EXPECTED[name];
    const ownerId = things.owner.user.user_id;
    const before = await ownedBy(standing().server, ownerId);
    expect(await codeOf(createVisitor(url), name, input(things))).toBe(expectedOfNobody);
    expect(await codeOf(other, name, input(things))).toBe(expectedOfOther);
    // Whatever others are answered, nothing of the owner's has changed.
    expect(await ownedBy(standing().server, ownerId)).toEqual(before);
  });

  test.each(NAMES)('%s opens nothing of another’s to a member or an operator', async (name) => {
    const { db } = standing().server.services;
    const { input, other: expectedOfOther, operator: expectedOfOperator = expectedOfOther } = EXPECTED[name];
    const member = await createUser(url, `other-${count++}`);
    const operator = await createUser(url, `other-${count++}`);
    const ids = [member, operator].map(({ user }) => user.user_id);
    await db
      .updateTable('user')
      .set({ member_until: 2 ** 45 })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await db
      .updateTable('user')
      .set({ role: 'operator' })
      .where('id', '=', ids[1] ?? '')
      .execute();
    const before = await ownedBy(standing().server, things.owner.user.user_id);
    expect(await codeOf(member, name, input(things))).toBe(expectedOfOther);
    expect(await codeOf(operator, name, input(things))).toBe(expectedOfOperator);
    expect(await ownedBy(standing().server, things.owner.user.user_id)).toEqual(before);
  });

  test.each(IN_SESSION)('%s refuses a user_id that is not the session’s', async (name) => {
    const other = await createUser(url, `other-${count++}`);
    const input = EXPECTED[name].input(things);
    const ids = [things.owner, other].map(({ user }) => user.user_id);
    expect(await codeOf(other, name, { ...input, [userField(name)]: ids[0] })).toBe(forbidden);
    expect(await codeOf(things.owner, name, { ...input, [userField(name)]: ids[1] })).toBe(forbidden);
  });

  test.each(NAMES)('%s answers its owner, who may say who they are', async (name) => {
    const own = await createThings(url, `owner-${count++}`);
    const said = IN_SESSION.includes(name) ? { [userField(name)]: own.owner.user.user_id } : {};
    expect(await codeOf(own.owner, name, { ...EXPECTED[name].input(own), ...said })).toBe(EXPECTED[name].owner);
  });
});

test('no call leaves out its expectation or its place in the catalogue of paths', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  for (const { path } of Object.values(CALLS)) expect(path).toMatch(/^\/(interface|hanma|net)\/api\//);
  expect(new Set(Object.values(CALLS).map(({ path }) => path)).size).toBe(Object.keys(CALLS).length);
});

test('a folder of another user takes no template', async () => {
  const { url } = await createNamedServer(NET);
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
  const { url } = await createNamedServer(NET);
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
  const { url } = await createNamedServer(NET);
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
