import type { AnswerOf, AuditEvent, CallName, InputOf } from '#protocol/api.ts';
import type { AuditDetails } from '../core/observe/audit.ts';

/** What the audit log records when a call succeeds or is rejected. */
export interface AuditedCall<Input, Answer> {
  readonly event: AuditEvent;
  /** Set where the event depends on the answer. */
  readonly done?: (answer: Answer) => AuditEvent;
  /** Set where the event depends on the input. */
  readonly doneBy?: (input: Input) => AuditEvent;
  readonly details?: (input: Input) => AuditDetails;
  /** The account that a request without a session names: a user name, an e-mail address or a phone number. */
  readonly account?: (input: Input) => string;
  /** The ticket with which a request without a session names its account. */
  readonly ticket?: (input: Input) => string;
  /** Set for a call that takes a code: a wrong code is answered as an invalid field, and is a guess. */
  readonly takesCode?: true;
}

const addressed = { account: ({ target }: { readonly target: string }): string => target, takesCode: true } as const;

const STEERED = { pause: 'runPaused', resume: 'runResumed', cancel: 'runCancelled' } as const;

/** The audited calls. */
export const AUDITED_CALLS: { readonly [Name in CallName]?: AuditedCall<InputOf<Name>, AnswerOf<Name>> } = {
  register: { event: 'register' },
  thirdRegister: { event: 'register' },
  login: { event: 'signIn', account: ({ account }) => account },
  loginByCode: { event: 'signIn', ...addressed },
  signInSecondFactor: { event: 'signIn', ticket: ({ ticket }) => ticket, takesCode: true },
  passkeySignIn: { event: 'signIn' },
  // A new identity doesn't sign anybody in.
  thirdLogin: { event: 'signIn', done: ({ outcome }) => (outcome === 'bound' ? 'bindingAdded' : 'signIn') },
  logout: { event: 'signOut' },
  endSession: { event: 'sessionEnded', details: ({ id }) => ({ session: id }) },
  endAllSessions: { event: 'sessionEnded' },
  changePassword: { event: 'passwordChanged' },
  resetPassword: { event: 'passwordChanged', ...addressed },
  confirmSecondFactor: { event: 'secondFactorAdded', takesCode: true },
  endSecondFactor: { event: 'secondFactorRemoved' },
  addPasskey: { event: 'passkeyAdded' },
  deletePasskey: { event: 'passkeyRemoved', details: ({ id }) => ({ passkey: id }) },
  bindAddress: { event: 'bindingAdded', takesCode: true },
  unbind: { event: 'bindingRemoved', details: ({ what }) => ({ binding: what }) },
  beginAccountExport: { event: 'dataExported' },
  deleteAccount: { event: 'accountDeleted' },
  addApiToken: { event: 'apiTokenAdded' },
  saveDataConnection: { event: 'connectionSaved' },
  delDataConnection: { event: 'connectionDeleted', details: ({ id }) => ({ connection: id }) },
  saveDataQuery: { event: 'querySaved' },
  delDataQuery: { event: 'queryDeleted', details: ({ id }) => ({ query: id }) },
  saveSchedule: {
    event: 'scheduleChanged',
    doneBy: ({ id }) => (id === undefined ? 'scheduleAdded' : 'scheduleChanged'),
    details: ({ id }) => (id === undefined ? {} : { schedule: id }),
  },
  setSchedulePaused: { event: 'scheduleChanged', details: ({ id }) => ({ schedule: id }) },
  delSchedule: { event: 'scheduleDeleted', details: ({ id }) => ({ schedule: id }) },
  steerServerRun: {
    event: 'runPaused',
    doneBy: ({ action }) => STEERED[action],
    details: ({ id }) => ({ run: id }),
  },
  decideServerRun: { event: 'runDecided', details: ({ id }) => ({ run: id }) },
  delApiToken: { event: 'apiTokenRevoked', details: ({ id }) => ({ token: id }) },
  addAssistantCode: { event: 'assistantCodeMade' },
  delAssistant: { event: 'assistantUnbound', details: ({ id }) => ({ assistant: id }) },
  deleteTemplate: { event: 'templateDeleted', details: ({ id }) => ({ template: id }) },
  deleteTemplates: { event: 'templateDeleted', details: ({ ids }) => listed('template', ids) },
  delTrash: { event: 'trashEmptied', details: ({ ids }) => listed('template', ids) },
  emptyTrash: { event: 'trashEmptied' },
  delUserFont: { event: 'fontDeleted', details: ({ id }) => ({ font: id }) },
  deleteCloudFolder: { event: 'cloudFileDeleted', details: ({ id }) => ({ folder: id }) },
  deleteCloudFiles: { event: 'cloudFileDeleted', details: ({ ids }) => listed('file', ids) },
  addTemplateShare: { event: 'templateShared', details: ({ id, right }) => ({ template: id, right }) },
  endTemplateShare: { event: 'shareEnded', details: ({ id }) => ({ share: id }) },
  copyTemplateShare: { event: 'shareCopied' },
  submitCommon: { event: 'commonSubmitted', details: ({ id }) => ({ template: id }) },
  withdrawCommon: { event: 'commonWithdrawn', details: ({ id }) => ({ common: id }) },
  decideCommon: {
    event: 'commonRefused',
    done: ({ state }) => (state === 'approved' ? 'commonApproved' : 'commonRefused'),
    details: ({ id }) => ({ common: id }),
  },
  operatorSetRole: { event: 'roleChanged', details: ({ id, role }) => ({ user: id, role }) },
  operatorBlockUser: {
    event: 'userBlocked',
    doneBy: ({ blocked }) => (blocked ? 'userBlocked' : 'userUnblocked'),
    details: ({ id }) => ({ user: id }),
  },
  operatorGrantSpace: { event: 'spaceGranted', details: ({ id, bytes, days }) => ({ user: id, bytes, days }) },
  operatorDeleteUser: { event: 'userDeleted', details: ({ id }) => ({ user: id }) },
  operatorAuditCsv: { event: 'auditExported' },
  addOperatorFont: { event: 'operatorFontAdded' },
  delOperatorFont: { event: 'operatorFontDeleted', details: ({ id }) => ({ font: id }) },
  exchangeMember: { event: 'codeRedeemed', takesCode: true },
  operatorAddPlan: { event: 'planChanged' },
  operatorEditPlan: { event: 'planChanged', details: ({ id }) => ({ plan: id }) },
  operatorRetirePlan: { event: 'planChanged', details: ({ id }) => ({ plan: id }) },
  operatorMakeCodes: { event: 'codesMade', details: ({ count }) => ({ count }) },
  operatorCodeCsv: { event: 'codesExported', details: ({ batch }) => ({ batch }) },
  operatorRevokeCodes: { event: 'codesRevoked', details: ({ batch }) => ({ batch }) },
  operatorConfirmOrder: { event: 'orderConfirmed', details: ({ o_id }) => ({ order: o_id }) },
  operatorFailOrder: { event: 'orderFailed', details: ({ o_id }) => ({ order: o_id }) },
  operatorGrantDays: { event: 'membershipChanged', details: ({ member, days }) => ({ member, count: days }) },
  operatorEndMembership: { event: 'membershipChanged', details: ({ member }) => ({ member }) },
  answerFeedback: { event: 'feedbackAnswered', details: ({ id }) => ({ feedback: id }) },
  closeFeedback: { event: 'feedbackClosed', details: ({ id }) => ({ feedback: id }) },
  addAnnouncement: { event: 'announcementChanged' },
  editAnnouncement: { event: 'announcementChanged', details: ({ id }) => ({ announcement: id }) },
  delAnnouncement: { event: 'announcementChanged', details: ({ id }) => ({ announcement: id }) },
  addIcon: { event: 'iconAdded', details: ({ category }) => ({ category }) },
  editIcon: { event: 'iconChanged', details: ({ id }) => ({ icon: id }) },
  delIcon: { event: 'iconDeleted', details: ({ id }) => ({ icon: id }) },
  publishHelpText: { event: 'helpTextPublished', details: ({ id, language }) => ({ article: id, language }) },
  withdrawHelpText: { event: 'helpTextWithdrawn', details: ({ id, language }) => ({ article: id, language }) },
  deletePrintRecord: { event: 'printRecordDeleted', details: ({ job_id }) => ({ job: job_id }) },
};

/** The only item, or the first one with the number of all. */
function listed(name: 'template' | 'file', ids: readonly string[]): AuditDetails {
  return ids.length === 1 ? { [name]: ids[0] } : { [name]: ids[0] ?? '', count: ids.length };
}
