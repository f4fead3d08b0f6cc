import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { API_CODES, PRIVILEGES, type CallName, type Envelope, type PrivilegeName } from '#protocol/api.ts';

/** Why a call failed. */
export interface ApiProblem extends Problem {
  /** The envelope's code; null without an envelope. */
  readonly apiCode: number | null;
  /** The server's own message in the language of the request; empty when it sent none. */
  readonly message: string;
  /** True for errors that the catalog rejects without a message: 402 and 403, and aborted calls. */
  readonly suppressMessage: boolean;
  /** With `server.nameTaken`: the id of the template with this name. */
  readonly takenById?: string;
  /** With `server.nameTaken` and `template.changedMeanwhile`: the current version of the template. */
  readonly presentRevision?: number;
  /** The required members' privilege. */
  readonly privilege?: PrivilegeName;
  /** With `server.secondFactor`: the ticket to send with the one-time code. */
  readonly ticket?: string;
}

/**
 * Calls with a 402 that is reported anyway: adding a template, as the specification requires (section 7), and calls of
 * our own with which the server reports a limit.
 */
const LIMIT_REPORTING_CALLS: ReadonlySet<CallName | null> = new Set<CallName | null>([
  'addTemplate',
  'copyTemplate',
  'copyTemplates',
  'addFolder',
  'addCloudFolder',
  'editCloudFile',
  'moveCloudFiles',
  'addUserFont',
  'addApiToken',
  'saveDataConnection',
  'saveDataQuery',
  'runSchedule',
  'saveSchedule',
  'takeCounter',
  'setCounter',
  'editNickname',
  'payScanCode',
  'operatorConfirmOrder',
  'operatorFailOrder',
  'beginAccountExport',
  'confirmSecondFactor',
  'beginPasskey',
  'addPasskey',
  'beginPasskeySignIn',
  'addTemplateShare',
  'copyTemplateShare',
  'submitCommon',
  'addFeedback',
  'addAnnouncement',
  'addIcon',
  'operatorSetRole',
  'operatorBlockUser',
  'operatorDeleteUser',
  // Uploads: the account's space, or a folder of the cloud data, is full.
  null,
]);

/** A transport failure: the server was not reached, or the answer did not come from it. */
export function transportProblem(code: ProblemCode, message = ''): ApiProblem {
  return { ...problem(code, { message }), apiCode: null, message, suppressMessage: code === 'aborted' };
}

/** The error catalog (specification 1, section 8). `call` is null for files. */
export function envelopeProblem(envelope: Envelope, call: CallName | null): ApiProblem {
  const { code, data, message } = envelope;
  const field = textOf(data, 'field');
  const revision = numberOf(data, 'revision');
  const privilege = PRIVILEGES.find((name) => name === textOf(data, 'privilege'));
  return {
    ...problem(problemCode(code, message), { message }, field === '' ? undefined : field),
    apiCode: code,
    message,
    // A missing privilege is shown by the dialog that offers the membership.
    suppressMessage:
      privilege !== undefined ||
      code === API_CODES.forbidden ||
      (code === API_CODES.refused && !LIMIT_REPORTING_CALLS.has(call)),
    ...(privilege === undefined ? {} : { privilege }),
    ...(code === API_CODES.nameTaken ? { takenById: textOf(data, 'id') } : {}),
    ...(code === API_CODES.secondFactor ? { ticket: textOf(data, 'ticket') } : {}),
    ...(revision === undefined ? {} : { presentRevision: revision }),
  };
}

function problemCode(code: number, message: string): ProblemCode {
  switch (code) {
    case API_CODES.signedOut:
      return 'server.signedOut';
    case API_CODES.nameTaken:
      return 'server.nameTaken';
    case API_CODES.secondFactor:
      return 'server.secondFactor';
    case API_CODES.changedMeanwhile:
      return 'template.changedMeanwhile';
    case API_CODES.notFound:
      return 'server.notFound';
    default:
      return message === '' ? 'server.refused' : 'server.said';
  }
}

function numberOf(data: unknown, name: string): number | undefined {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

function textOf(data: unknown, name: string): string {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : '';
}
