import { CALLS, type API_CODES, type CallName } from '#protocol/api.ts';
import type { JsonSchema } from './example.ts';

export type ErrorName = Exclude<keyof typeof API_CODES, 'success'>;

/** What each code of the envelope means. */
export const ERROR_TEXTS: Readonly<Record<ErrorName, string>> = {
  invalid: 'A field is not valid; the data names it.',
  signedOut: 'There is no session, or it has ended.',
  unauthorized: 'The name and the password do not fit, or the upload token does not hold.',
  secondFactor: 'The second factor is still to come; the data has the ticket to show it with.',
  refused: 'A limit of the account is reached.',
  forbidden: 'It was asked in the name of another user, or by a page of another site.',
  notFound: 'The user has no such thing.',
  nameTaken: 'The folder has a template of that name; the data has its id and revision.',
  changedMeanwhile: 'The template was changed since the revision that was named; the data has the present one.',
  tooSlow: 'The request came too slowly.',
  tooLarge: 'The request is too large.',
  wrongType: 'The request is not JSON.',
  tooMany: 'Too many requests in a short time.',
  failed: 'A fault of the server, which its log has under the id of the request.',
  noSpace: 'The room that the server has for files is taken.',
  busy: 'More work waits than will be done in time.',
};

/** Errors of every call. */
const ALWAYS: readonly ErrorName[] = [
  'invalid',
  'forbidden',
  'tooMany',
  'tooSlow',
  'tooLarge',
  'wrongType',
  'failed',
  'busy',
];

/** Further errors of some calls. */
const OWN: { readonly [Name in CallName]?: readonly ErrorName[] } = {
  login: ['unauthorized', 'secondFactor'],
  register: ['noSpace'],
  loginByCode: ['secondFactor'],
  resetPassword: ['secondFactor'],
  thirdLogin: ['secondFactor'],
  signInSecondFactor: ['unauthorized'],
  passkeySignIn: ['unauthorized'],
  addPasskey: ['unauthorized', 'refused', 'noSpace'],
  confirmSecondFactor: ['refused', 'noSpace'],
  beginAccountExport: ['refused', 'noSpace'],
  conversionState: ['notFound'],
  addFolder: ['refused', 'noSpace'],
  addTemplate: ['nameTaken', 'refused', 'noSpace'],
  coverTemplate: ['nameTaken', 'changedMeanwhile', 'noSpace'],
  editTemplate: ['nameTaken', 'changedMeanwhile', 'noSpace'],
  copyTemplate: ['refused', 'noSpace'],
  copyTemplates: ['refused', 'noSpace'],
  moveTemplates: ['noSpace'],
  restoreTemplates: ['refused', 'noSpace'],
  restoreVersion: ['changedMeanwhile', 'noSpace'],
  addCloudFolder: ['refused', 'noSpace'],
  editCloudFile: ['noSpace'],
  moveCloudFiles: ['noSpace'],
  addUserFont: ['refused', 'notFound', 'noSpace'],
  addApiToken: ['refused', 'noSpace'],
  saveDataConnection: ['refused', 'notFound', 'noSpace'],
  saveDataQuery: ['refused', 'notFound', 'noSpace'],
  testDataConnection: ['notFound'],
  tryDataQuery: ['notFound'],
  runSchedule: ['refused', 'notFound', 'tooMany', 'noSpace'],
  addTemplateShare: ['refused', 'noSpace'],
  copyTemplateShare: ['refused', 'notFound', 'noSpace'],
  openTemplateShare: ['notFound'],
  openPublicShare: ['notFound'],
  submitCommon: ['refused', 'noSpace'],
  operatorSetRole: ['refused'],
  operatorBlockUser: ['refused'],
  operatorDeleteUser: ['refused'],
  addOperatorFont: ['refused', 'notFound', 'noSpace'],
  takeCounter: ['refused', 'noSpace'],
  setCounter: ['refused', 'noSpace'],
  beginPrintRecord: ['noSpace'],
  endPrintRecord: ['noSpace'],
  addPrintReadings: ['noSpace'],
  addFeedback: ['refused', 'notFound', 'noSpace'],
  answerFeedback: ['noSpace'],
  closeFeedback: ['noSpace'],
  addAnnouncement: ['refused', 'noSpace'],
  editAnnouncement: ['noSpace'],
  addIcon: ['refused', 'notFound', 'noSpace'],
  editIcon: ['noSpace'],
  publishHelpText: ['noSpace'],
};
/** Fields that name a thing of the user's. */
const NAMING = ['id', 'ids', 'tid', 'parent_id', 'job_id'];

/** The error codes of a call. */
export function errorsOf(name: CallName): readonly ErrorName[] {
  const { access, input } = CALLS[name];
  const fields = Object.keys((input as JsonSchema).properties ?? {});
  const errors = new Set<ErrorName>([...ALWAYS, ...(OWN[name] ?? [])]);
  if (access !== 'public') errors.add('signedOut');
  if (access === 'operator') errors.add('forbidden');
  if (fields.some((field) => NAMING.includes(field))) errors.add('notFound');
  return [...errors];
}
