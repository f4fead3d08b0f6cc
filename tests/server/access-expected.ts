import { API_CODES, type CallName } from '#protocol/api.ts';
import { PASSWORD } from './create-test-server.ts';
import { createHttpConnection, type Things } from './access-things.ts';
import type { Input } from './code-of.ts';
import { createRunEnd, createRunStart } from './print-run-factory.ts';

/**
 * The envelope codes that the owner, another user and a visitor get for the same request. A member gets what any other
 * user gets, and so does an operator unless specified.
 */
export interface Expected {
  readonly input: (things: Things) => Input;
  readonly owner: number;
  readonly other: number;
  readonly nobody: number;
  readonly operator?: number;
}

const { success, signedOut, forbidden, notFound, refused, unauthorized, invalid, changedMeanwhile } = API_CODES;
const open = (input: Expected['input'] = () => ({})): Expected => ({ input, owner: 200, other: 200, nobody: 200 });
/** The request names nothing: each user sees only their own data. */
const ownOnly = (input: Expected['input'] = () => ({})): Expected => ({
  input,
  owner: success,
  other: success,
  nobody: signedOut,
});
/** The request names a thing of the owner's, which is missing for others. */
const named = (input: Expected['input']): Expected => ({ input, owner: success, other: notFound, nobody: signedOut });
/** Anybody may make the request, but it needs a proof that was sent to the user; other tests cover success. */
const needsProof = (input: Expected['input']): Expected => ({
  input,
  owner: invalid,
  other: invalid,
  nobody: invalid,
});
/** The answer covers the whole installation and is for operators. */
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

const goods = (connection: string): Input => ({ connection_id: connection, text: '/goods.json', parameters: [] });

/** A schedule of a template, as a screen requests it. */
function createSchedule(template: string): Input {
  const rows = { source: { type: 'none' }, where: [] };
  const run = { template, ...rows, format: 'zpl', printer: '', copies: 1, minimum_grade: 'C' };
  return { name: 'Plan', cron: '0 6 * * *', zone: 'UTC', trigger: 'none', new_address: false, run };
}

const COUNTER: Input = { counter: 'abcd1234', kind: 'digits', step: 1 };

const ANNOUNCEMENT: Input = {
  level: 'info',
  starts: '2026-01-01T00:00:00Z',
  ends: '',
  texts: [{ language: 'en', title: 'Closed on Sunday', text: '' }],
};

const ICON: Input = { category: 'ghs', names: { zh: '', en: 'House', pt: '', es: '', ru: '' } };

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
/** There is none with that name, and every permitted caller gets that answer. */
const operatorsOfNothing = (input: Input): Expected => ({ ...operators(() => input), operator: notFound });

/** Expectations of each call. `sheets` is the address of spreadsheets. */
export const expectedOf = (sheets: string): Readonly<Record<CallName, Expected>> => ({
  register: open(() => ({ user_name: `new${Math.random().toString(36).slice(2)}`, password: PASSWORD })),
  login: open(({ owner }) => ({ account: owner.user.user_name, password: PASSWORD })),
  signInSecondFactor: {
    input: () => ({ ticket: 'none', code: '123456' }),
    owner: unauthorized,
    other: unauthorized,
    nobody: unauthorized,
  },
  beginPasskeySignIn: open(),
  // The holder of the passkey is its user; a signature counts once.
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
  nameVersion: named((things) => ({ ...template(things), version: 1, remark: 'Named' })),
  saveDraft: named((things) => ({ ...template(things), url: things.files.url, revision: 1 })),
  getDraft: named(template),
  deleteDraft: named(template),
  saveOpeningPicture: named((things) => ({
    ...template(things),
    revision: 2,
    look: '1280x800',
    left: 0,
    top: 0,
    width: 1,
    height: 1,
    png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  })),
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
  apiTokenList: ownOnly(),
  addApiToken: ownOnly(() => ({ name: 'Shop', scopes: ['preview'], days: 30, confirmation: PASSWORD })),
  scheduleList: ownOnly(),
  serverRunList: ownOnly(),
  steerServerRun: named(({ runId }) => ({ id: runId, action: 'cancel' })),
  putAwayServerRun: named(({ runId }) => ({ id: runId })),
  // It has not ended.
  serverRunReport: { ...named(({ runId }) => ({ id: runId })), owner: changedMeanwhile },
  serverRunDoubts: named(({ runId }) => ({ id: runId })),
  decideServerRun: named(({ runId }) => ({ id: runId, decision: 'printed' })),
  getSchedule: named(({ scheduleId }) => ({ id: scheduleId })),
  scheduleTimes: ownOnly(() => ({ cron: '0 6 * * 1-5', zone: 'Europe/Madrid' })),
  saveSchedule: named(({ scheduleId, templateId }) => ({ id: scheduleId, ...createSchedule(templateId) })),
  setSchedulePaused: named(({ scheduleId }) => ({ id: scheduleId, paused: false })),
  delSchedule: named(({ scheduleId }) => ({ id: scheduleId })),
  runSchedule: named(({ scheduleId }) => ({ id: scheduleId })),
  delApiToken: named(({ apiTokenId }) => ({ id: apiTokenId })),
  dataConnectionList: ownOnly(),
  saveDataConnection: named(({ connectionId }) => ({ id: connectionId, ...createHttpConnection('https://a.example') })),
  delDataConnection: named(({ connectionId }) => ({ id: connectionId })),
  dataQueryList: ownOnly(),
  saveDataQuery: named(({ connectionId, queryId }) => ({ id: queryId, ...goods(connectionId), name: 'Goods' })),
  delDataQuery: named(({ queryId }) => ({ id: queryId })),
  assistantList: ownOnly(),
  addAssistantCode: ownOnly(() => ({ confirmation: PASSWORD })),
  delAssistant: named(({ assistantId }) => ({ id: assistantId })),
  operatorUserList: operators(),
  operatorGetUser: operators(({ owner }) => ({ id: owner.user.user_id })),
  // Operators' changes, only those without effect; other tests cover the rest.
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
  // Anyone with the link may open it.
  openTemplateShare: ownOnly(({ shareSecret }) => ({ secret: shareSecret })),
  // Not a public one; `sharing.test.ts` has those.
  openPublicShare: {
    input: ({ shareSecret }) => ({ secret: shareSecret }),
    owner: notFound,
    other: notFound,
    nobody: notFound,
  },
  copyTemplateShare: ownOnly(({ shareSecret }) => ({ secret: shareSecret })),
  commonList: ownOnly(),
  ownCommonList: ownOnly(),
  submitCommon: named((things) => ({ ...template(things), category: 'food', description: 'For jars' })),
  withdrawCommon: named(({ commonId }) => ({ id: commonId })),
  iconTree: open(),
  iconList: open(() => ({ id: 'ghs' })),
  industryList: ownOnly(),
  industryFilters: ownOnly(),
  machineList: ownOnly(),
  memberPlans: ownOnly(() => ({ app: 3 })),
  spacePlans: ownOnly(),
  memberPrivileges: ownOnly(),
  payScanCode: ownOnly(() => ({ m_id: 'month' })),
  orderStatus: named(({ orderId }) => ({ o_id: orderId, quiet: true })),
  exchangeMember: { ...needsProof(() => ({ exchange_code: '0000-0000-0000-0000' })), nobody: signedOut },
  // Anyone with the key in the QR code may pay; other tests cover the rest.
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
  // Missing files are ignored; those of others are kept.
  deleteCloudFiles: ownOnly(({ cloudFileId }) => ({ ids: [cloudFileId] })),
  cloudSpace: ownOnly(),
  brandKit: ownOnly(),
  // Only the owner has the logo.
  saveBrandKit: named(({ cloudFileId }) => ({ revision: 0, fonts: [], logos: [cloudFileId], colors: [], styles: [] })),
  addedIconList: operators(),
  addIcon: operators(() => ({
    ...ICON,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>',
  })),
  editIcon: operators(() => ({ id: 'none', ...ICON }), notFound),
  delIcon: operators(() => ({ id: 'none' }), notFound),
  ownHelpList: open(() => ({ language: 'en' })),
  // There is none yet.
  ownHelpArticle: {
    ...open(() => ({ id: '125', language: 'en' })),
    owner: notFound,
    other: notFound,
    nobody: notFound,
  },
  operatorHelpList: operators(() => ({ language: 'en' })),
  operatorHelpText: operators(() => ({ id: '125', language: 'en' })),
  publishHelpText: operators(() => ({ id: '210', language: 'en', title: 'House rules', markdown: 'Be brief.' })),
  withdrawHelpText: operators(() => ({ id: '210', language: 'ru' })),
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
  officeAvailability: ownOnly(),
  conversionState: named(({ conversionId }) => ({ id: conversionId })),
  // A missing one is ignored; those of others are kept.
  endConversion: ownOnly(({ conversionId }) => ({ id: conversionId })),
  testDataConnection: named(({ connectionId }) => ({ id: connectionId })),
  tryDataQuery: named(({ connectionId }) => goods(connectionId)),
  importSpreadsheet: ownOnly(() => ({ FileUrl: `${sheets}/goods.csv` })),
});
