import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  PrintReadings,
  PrintRecord,
  PrintRecordDetail,
  PrintRecordList,
  PrintRecordListInput,
  RecordedReport,
} from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { PrintRecordRow } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate, searchText, templateInfoOf } from '../templates/template-rows.ts';
import { unpackJson } from './print-records.ts';
import { containsText } from '../core/database/contains-text.ts';

const DEFAULT_PAGE_SIZE = 20;
/** Records of one statement. */
const AT_ONCE = 10;
/** Limit of the printers in the filter. */
const MAX_PRINTERS = 200;

/** One page of the user's runs, latest first. */
export async function listRecords(db: Db, userId: string, input: PrintRecordListInput): Promise<PrintRecordList> {
  let matching = db.selectFrom('print_record').where('print_record.user_id', '=', userId);
  const search = searchText((input.search ?? '').trim());
  if (search !== '') matching = matching.where(containsText('search', search));
  if (input.printer !== undefined) matching = matching.where('printer', '=', input.printer);
  if (input.state !== undefined) matching = matching.where('state', '=', input.state);
  if (input.from !== undefined) matching = matching.where('started_at', '>=', input.from);
  if (input.before !== undefined) matching = matching.where('started_at', '<', input.before);
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const page = await matching
    .select('job_id')
    .orderBy('started_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(size)
    .offset(((input.page ?? 1) - 1) * size)
    .execute();
  const list: PrintRecord[] = [];
  // Some at a time: a record may be large, and other work runs in between.
  for (let start = 0; start < page.length; start += AT_ONCE) {
    list.push(...(await recordsOf(db, userId, page.slice(start, start + AT_ONCE))));
  }
  const printers = await db
    .selectFrom('print_record')
    .select('printer')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('printer')
    .limit(MAX_PRINTERS)
    .execute();
  return {
    list,
    count: Number(count),
    printers: printers.map(({ printer }) => printer),
  };
}

/** The records of those jobs, in the order of the list. */
async function recordsOf(db: Db, userId: string, jobs: readonly { readonly job_id: string }[]): Promise<PrintRecord[]> {
  const rows = await db
    .selectFrom('print_record')
    .leftJoin('template', (join) =>
      join
        .onRef('template.id', '=', 'print_record.template_id')
        .on('template.user_id', '=', userId)
        .on('template.deleted_at', 'is', null),
    )
    .where('print_record.user_id', '=', userId)
    .where(
      'print_record.job_id',
      'in',
      jobs.map((job) => job.job_id),
    )
    // Without the report: those of a page would be megabytes.
    .select([
      'print_record.job_id',
      'print_record.template_id',
      'print_record.template_type',
      'print_record.template_revision',
      'print_record.name',
      'print_record.printer',
      'print_record.state',
      'print_record.asked',
      'print_record.sent',
      'print_record.refused',
      'print_record.in_doubt',
      'print_record.not_printed',
      'print_record.started_at',
      'print_record.ended_at',
      'print_record.grades',
      'print_record.data',
      'print_record.settings',
      'template.id as own_template',
    ])
    .orderBy('print_record.started_at', 'desc')
    .orderBy('print_record.job_id', 'desc')
    .execute();
  return rows.map((row) => recordOf(row, row.own_template !== null));
}

/** A run of the user with its report. One of another user counts as missing. */
export async function readRecord(db: Db, userId: string, jobId: string): Promise<Result<PrintRecordDetail, ApiError>> {
  const row = await db
    .selectFrom('print_record')
    .selectAll()
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (row === undefined) return err(apiError('notFound', 'record.notFound'));
  const parts = await db
    .selectFrom('print_reading')
    .select(['part', 'count'])
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .orderBy('part')
    .execute();
  const template = await findTemplate(db, userId, row.template_id);
  return ok({
    ...recordOf(row, template.ok),
    report: row.report === '' ? null : ((await unpackJson(row.report)) as RecordedReport),
    readings: {
      total: row.readings_total,
      kept: parts.reduce((sum, { count }) => sum + count, 0),
      parts: parts.map(({ part }) => part),
    },
    template: template.ok ? templateInfoOf(template.value) : null,
  });
}

export async function readReadings(
  db: Db,
  userId: string,
  jobId: string,
  part: number,
): Promise<Result<PrintReadings, ApiError>> {
  const row = await db
    .selectFrom('print_reading')
    .select('readings')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst();
  if (row === undefined) return err(apiError('notFound', 'record.notFound'));
  return ok({ readings: (await unpackJson(row.readings)) as PrintReadings['readings'] });
}

/** The stored values were checked by the protocol when they were written. */
function recordOf(
  row: Omit<
    PrintRecordRow,
    'user_id' | 'search' | 'added_at' | 'use_counted' | 'download_counted' | 'readings_total' | 'report'
  >,
  hasTemplate: boolean,
): PrintRecord {
  return {
    job_id: row.job_id,
    template_id: row.template_id,
    template_type: row.template_type as PrintRecord['template_type'],
    template_revision: row.template_revision,
    name: row.name,
    printer: row.printer,
    data: JSON.parse(row.data) as PrintRecord['data'],
    settings: JSON.parse(row.settings) as PrintRecord['settings'],
    state: row.state as PrintRecord['state'],
    asked: row.asked,
    sent: row.sent,
    refused: row.refused,
    in_doubt: row.in_doubt,
    not_printed: row.not_printed,
    grades: JSON.parse(row.grades) as PrintRecord['grades'],
    started_at: row.started_at,
    ended_at: row.ended_at,
    has_template: hasTemplate,
  };
}
