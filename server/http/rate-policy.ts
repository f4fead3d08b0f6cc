import type { FastifyRequest } from 'fastify';
import type { CallName } from '#protocol/api.ts';
import { clientAddress, countedFor } from '../core/net/client-address.ts';
import type { Count } from './rate-counts.ts';
import { TooManyAttempts } from './rate-counts.ts';

/** The counted requests: each call, and the other routes that cost something. */
export type Counted = CallName | 'upload' | 'uploadOffice' | 'file' | 'fetchPicture';

/** Requests per minute. No user who works, prints or looks through a list comes near. */
export interface CallLimits {
  /** Of one user, all calls together. */
  readonly callsPerUser: number;
  /** Of one address, all calls together: an office may share one. */
  readonly callsPerAddress: number;
}
export const CALL_LIMITS: CallLimits = { callsPerUser: 3_000, callsPerAddress: 12_000 };

/**
 * Lower limits for calls that cost more: a search through all names, many rows, many bytes. Per user, or per address
 * without a session. Sign-ins and new accounts have limits of their own (`rate-limits.ts`).
 */
export const COSTLY: { readonly [Name in Counted]?: number } = {
  templateList: 1_200,
  // A member may have any number of folders, and the list has all of them.
  folderList: 1_200,
  addFolder: 120,
  addTemplate: 600,
  copyTemplate: 300,
  copyTemplates: 60,
  moveTemplates: 300,
  deleteTemplates: 300,
  restoreTemplates: 300,
  emptyTrash: 60,
  trashList: 600,
  versionList: 600,
  cloudDataList: 600,
  cloudFileList: 600,
  moveCloudFiles: 300,
  deleteCloudFiles: 300,
  brandKit: 1_200,
  saveBrandKit: 300,
  editAvatar: 60,
  spaceUsage: 300,
  cloudSpace: 600,
  beginAccountExport: 20,
  // Each of these checks a password or a signature, or sends a message.
  sendBindCode: 60,
  bindAddress: 60,
  bindThirdStart: 60,
  unbind: 60,
  changePassword: 60,
  deleteAccount: 60,
  beginSecondFactor: 60,
  confirmSecondFactor: 60,
  endSecondFactor: 60,
  beginPasskey: 60,
  addPasskey: 60,
  addFeedback: 30,
  feedbackList: 600,
  fontList: 600,
  iconTree: 600,
  iconList: 1_200,
  addUserFont: 120,
  printRecordList: 600,
  beginPrintRecord: 600,
  endPrintRecord: 600,
  addPrintReadings: 1_200,
  importSpreadsheet: 120,
  // Pictures of rows: a run needs many. How many are fetched at a time is limited, too.
  fetchPicture: 1_200,
  getAuditLog: 120,
  addApiToken: 60,
  testDataConnection: 60,
  saveDataConnection: 120,
  saveDataQuery: 120,
  tryDataQuery: 120,
  addAssistantCode: 60,
  runSchedule: 60,
  addTemplateShare: 120,
  openTemplateShare: 300,
  // Including the pictures that visitors without an account fetch.
  openPublicShare: 120,
  copyTemplateShare: 60,
  submitCommon: 60,
  commonList: 600,
  ownCommonList: 600,
  operatorAuditLog: 300,
  operatorAuditCsv: 20,
  operatorStorage: 120,
  payScanCode: 60,
  exchangeMember: 60,
  sandboxPay: 120,
  operatorMakeCodes: 20,
  operatorCodeCsv: 60,
  operatorOrderList: 600,
  uploadToken: 600,
  upload: 1_200,
  // Each of these takes a core for some seconds; the number of concurrent ones per user is limited too.
  uploadOffice: 120,
  officeAvailability: 600,
};

/** Counts a request of that user (null for none); throws `TooManyAttempts` beyond a limit. */
export type CountCall = (name: Counted, request: FastifyRequest, userId: string | null) => void;

export function createCallCounts(count: Count, limits: CallLimits): CountCall {
  return (name, request, userId) => {
    const address = clientAddress(request.ip);
    function check(what: string, counters: readonly (readonly [who: string, max: number])[]): void {
      for (const [who, max] of counters) {
        const seconds = count(`${what} ${who}`, max);
        if (seconds !== null) throw new TooManyAttempts(seconds);
      }
    }
    const who = userId === null ? [] : [[`user ${userId}`, limits.callsPerUser] as const];
    check('calls', [...countedFor(address, limits.callsPerAddress), ...who]);
    const costly = Math.min(COSTLY[name] ?? Infinity, limits.callsPerUser);
    if (COSTLY[name] === undefined) return;
    check(name, userId === null ? countedFor(address, costly) : [[`user ${userId}`, costly]]);
  };
}
