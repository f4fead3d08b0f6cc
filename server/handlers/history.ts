import { ok } from '#model/kernel/result.ts';
import { addReadings, beginRecord, deleteRecord, endRecord } from '../history/print-records.ts';
import { listRecords, readReadings, readRecord } from '../history/read-records.ts';
import type { Handlers } from '../http/call-route.ts';

/** The history of print runs. */
export const historyHandlers: Pick<
  Handlers,
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
  async printRecordList({ db, user }, input) {
    return ok(await listRecords(db, user.id, input));
  },
  getPrintRecord({ db, user }, input) {
    return readRecord(db, user.id, input.job_id);
  },
  getPrintReadings({ db, user }, input) {
    return readReadings(db, user.id, input.job_id, input.part);
  },
  deletePrintRecord(context, input) {
    return deleteRecord(context, context.user.id, input.job_id);
  },
};
