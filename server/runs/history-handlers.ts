import { err, ok } from '#model/kernel/result.ts';
import { addReadings, beginRecord, deleteRecord, endRecord } from './print-records.ts';
import { listRecords, readReadings, readRecord } from './read-records.ts';
import { requirePrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import type { User } from '../core/database/tables.ts';
import type { CallContext, Handlers } from '../http/call.ts';
import type { ApiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';

/** The history is recorded for all users and remains theirs: viewing it is a privilege. */
function refuseRecords({ privileges, user, time }: CallContext<User> & PrivilegeServices): ApiError | null {
  return requirePrivilege(privileges, user, 'printRecords', time);
}

/** Handlers for the print history. */
export const historyHandlers: Pick<
  Handlers<Pick<CoreServices, 'limits' | 'db' | 'now'> & PrivilegeServices>,
  | 'beginPrintRecord'
  | 'endPrintRecord'
  | 'addPrintReadings'
  | 'printRecordList'
  | 'getPrintRecord'
  | 'getPrintReadings'
  | 'deletePrintRecord'
> = {
  async beginPrintRecord(context, input) {
    return ok(await beginRecord(context, context.user.id, input));
  },
  endPrintRecord(context, input) {
    return endRecord(context, context.user.id, input);
  },
  addPrintReadings(context, input) {
    return addReadings(context, context.user.id, input);
  },
  async printRecordList(context, input) {
    const refused = refuseRecords(context);
    return refused === null ? ok(await listRecords(context.db, context.user.id, input)) : err(refused);
  },
  async getPrintRecord(context, input) {
    const refused = refuseRecords(context);
    return refused === null ? readRecord(context.db, context.user.id, input.job_id) : err(refused);
  },
  async getPrintReadings(context, input) {
    const refused = refuseRecords(context);
    return refused === null ? readReadings(context.db, context.user.id, input.job_id, input.part) : err(refused);
  },
  deletePrintRecord(context, input) {
    return deleteRecord(context, context.user.id, input.job_id);
  },
};
