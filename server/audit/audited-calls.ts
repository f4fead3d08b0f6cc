import type { AuditEvent, CallName, InputOf } from '#protocol/api.ts';
import type { AuditDetails } from './audit.ts';

/** What is written down when a call is done, or refused. */
export interface AuditedCall<Input> {
  readonly event: AuditEvent;
  readonly details?: (input: Input) => AuditDetails;
  /** The account that a request without a session names. */
  readonly account?: (input: Input) => string;
}

/** The calls that are written down. A new one gets a line. */
export const AUDITED_CALLS: { readonly [Name in CallName]?: AuditedCall<InputOf<Name>> } = {
  register: { event: 'register' },
  login: { event: 'signIn', account: ({ account }) => account },
  logout: { event: 'signOut' },
  deleteTemplate: { event: 'templateDeleted', details: ({ id }) => ({ template: id }) },
  delUserFont: { event: 'fontDeleted', details: ({ id }) => ({ font: id }) },
  deletePrintRecord: { event: 'printRecordDeleted', details: ({ job_id }) => ({ job: job_id }) },
};
