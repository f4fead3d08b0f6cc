import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { post, shape, userId, type Call } from './call.ts';

/** What is written down of an account. A new event gets a line here, and one in `server/accounts/audited-calls.ts`. */
export const AUDIT_EVENTS = [
  'register',
  'signIn',
  'signOut',
  'passwordChanged',
  'secondFactorAdded',
  'secondFactorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'bindingAdded',
  'bindingRemoved',
  'sessionEnded',
  'accountDeleted',
  'dataExported',
  'spaceGranted',
  'operatorNamed',
  'roleChanged',
  'userBlocked',
  'userUnblocked',
  'userDeleted',
  'auditExported',
  'operatorFontAdded',
  'operatorFontDeleted',
  'templateShared',
  'shareEnded',
  'shareCopied',
  'commonSubmitted',
  'commonWithdrawn',
  'commonApproved',
  'commonRefused',
  'templateDeleted',
  'trashEmptied',
  'cloudFileDeleted',
  'fontDeleted',
  'printRecordDeleted',
  'codeRedeemed',
  'orderPaid',
  'paymentRefused',
  'membershipChanged',
  'planChanged',
  'codesMade',
  'codesRevoked',
  'codesExported',
  'orderConfirmed',
  'orderFailed',
  'feedbackAnswered',
  'feedbackClosed',
  'announcementChanged',
  'iconAdded',
  'iconChanged',
  'iconDeleted',
  'helpTextPublished',
  'helpTextWithdrawn',
  'apiTokenAdded',
  'apiTokenRevoked',
  'connectionSaved',
  'connectionDeleted',
  'querySaved',
  'queryDeleted',
  'assistantBound',
  'assistantUnbound',
  'assistantCodeMade',
  'runStarted',
  'runCancelled',
  'runPaused',
  'runResumed',
  'runDecided',
  'scheduleAdded',
  'scheduleChanged',
  'scheduleDeleted',
  'scheduleStopped',
  'accessRefused',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const AUDIT_PAGE_MAX_SIZE = 100;

export const auditEntrySchema = Type.Object({
  /** ISO 8601, UTC. */
  time: Type.String(),
  event: Type.Enum(AUDIT_EVENTS),
  outcome: Type.Enum(AUDIT_OUTCOMES),
  /** The network of the request, without the part that identifies one machine in it. */
  address: Type.String(),
  /** The affected objects: ids, and the code of a rejection. */
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});

const auditLogInput = Type.Object({
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Entries on a page; 20 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE_MAX_SIZE })),
  user_id: userId,
});
export type AuditLogInput = Message<typeof auditLogInput>;
/** `count` is that of all pages. */
const auditLogAnswer = Type.Object({ list: Type.Array(auditEntrySchema), count: Type.Integer() });
export type AuditLog = Message<typeof auditLogAnswer>;

/** The events of the user's own account in the last year, newest first. */
export const getAuditLog: Call<AuditLogInput, AuditLog, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getAuditLog',
  shape(auditLogInput),
  shape(auditLogAnswer),
);

export interface AuditCalls {
  readonly getAuditLog: typeof getAuditLog;
}

export const AUDIT_CALLS: AuditCalls = {
  getAuditLog,
};
