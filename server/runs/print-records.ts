import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  AddPrintReadingsInput,
  BeginPrintRecordInput,
  EndPrintRecordInput,
  RecordedReport,
} from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import type { PrintRecordRow } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { searchText } from '../templates/template-rows.ts';
import type { CoreServices } from '../core/services.ts';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const NO_GRADES = { A: 0, B: 0, C: 0, D: 0, F: 0 };

/** Records the start of a run. A run that is already recorded stays unchanged. */
export async function beginRecord(
  services: Pick<CoreServices, 'limits' | 'db' | 'now'>,
  userId: string,
  input: BeginPrintRecordInput,
): Promise<null> {
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await insertOnce(tx, services, startedRow(services, userId, input));
  });
  return null;
}

/** Records the end of a run. The first report counts: a browser that got no answer may report it again. */
export async function endRecord(
  services: Pick<CoreServices, 'limits' | 'db' | 'now'>,
  userId: string,
  input: EndPrintRecordInput,
): Promise<Result<null, ApiError>> {
  const { report } = input;
  if (report.jobId !== input.job_id) return err(invalid('report', 'record.otherJob'));
  const end = {
    state: report.outcome,
    sent: report.sent,
    refused: report.refused,
    in_doubt: report.inDoubt,
    not_printed: report.notPrinted,
    ended_at: report.endedAt,
    readings_total: input.readings_total,
    grades: JSON.stringify(gradesOf(report)),
    report: await packJson(report),
  };
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await insertOnce(tx, services, startedRow(services, userId, input));
    await tx
      .updateTable('print_record')
      .set({ ...end, asked: report.asked })
      .where('user_id', '=', userId)
      .where('job_id', '=', input.job_id)
      .where('state', '=', 'started')
      .execute();
  });
  return ok(null);
}

/** Stores a part of a run's readings; where the account has too many, those of its oldest runs are deleted. */
export async function addReadings(
  { db, limits }: Pick<CoreServices, 'limits' | 'db'>,
  userId: string,
  { job_id: jobId, part, readings }: AddPrintReadingsInput,
): Promise<Result<null, ApiError>> {
  const packed = await packJson(readings);
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const record = await tx
      .selectFrom('print_record')
      .select('job_id')
      .where('user_id', '=', userId)
      .where('job_id', '=', jobId)
      .executeTakeFirst();
    if (record === undefined) return err(apiError('notFound', 'record.notFound'));
    await tx
      .insertInto('print_reading')
      .values({
        user_id: userId,
        job_id: jobId,
        part,
        count: readings.length,
        bytes: packed.length,
        readings: packed,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'job_id', 'part']).doNothing())
      .execute();
    await dropOldReadings(tx, userId, limits.printReadingBytes);
    return ok(null);
  });
}

export async function deleteRecord(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  jobId: string,
): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('print_record')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .returning('job_id')
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'record.notFound')) : ok(null);
}

function startedRow(services: Pick<CoreServices, 'now'>, userId: string, input: BeginPrintRecordInput): PrintRecordRow {
  const { name, printer, data } = input;
  return {
    user_id: userId,
    job_id: input.job_id,
    template_id: input.template_id,
    template_type: input.template_type,
    template_revision: input.template_revision,
    name,
    printer,
    search: searchText([name, printer, ...data.flatMap(({ file, sheet }) => [file, sheet])].join('\n')),
    state: 'started',
    asked: input.asked,
    sent: 0,
    refused: 0,
    in_doubt: 0,
    not_printed: 0,
    started_at: input.started_at,
    ended_at: null,
    added_at: services.now(),
    use_counted: 0,
    download_counted: 0,
    readings_total: 0,
    grades: JSON.stringify(NO_GRADES),
    data: JSON.stringify(data),
    settings: JSON.stringify(input.settings),
    report: '',
  };
}

/** The oldest records make space: no run is ever rejected. */
async function insertOnce(tx: Db, { limits }: Pick<CoreServices, 'limits'>, row: PrintRecordRow): Promise<void> {
  const added = await tx
    .insertInto('print_record')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'job_id']).doNothing())
    .returning('job_id')
    .executeTakeFirst();
  if (added === undefined) return;
  const { count } = await tx
    .selectFrom('print_record')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', row.user_id)
    .executeTakeFirstOrThrow();
  const beyond = Number(count) - limits.maxPrintRecords;
  if (beyond <= 0) return;
  await tx
    .deleteFrom('print_record')
    .where('user_id', '=', row.user_id)
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('print_record')
        .select('job_id')
        .where('user_id', '=', row.user_id)
        .orderBy('started_at')
        .orderBy('job_id')
        .limit(beyond),
    )
    .execute();
}

async function dropOldReadings(tx: Db, userId: string, mostBytes: number): Promise<void> {
  for (;;) {
    const { bytes } = await tx
      .selectFrom('print_reading')
      .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(bytes ?? 0) <= mostBytes) return;
    const oldest = await tx
      .selectFrom('print_reading')
      .innerJoin('print_record', (join) =>
        join
          .onRef('print_record.user_id', '=', 'print_reading.user_id')
          .onRef('print_record.job_id', '=', 'print_reading.job_id'),
      )
      .select('print_reading.job_id')
      .where('print_reading.user_id', '=', userId)
      .orderBy('print_record.started_at')
      .orderBy('print_record.job_id')
      .executeTakeFirst();
    if (oldest === undefined) return;
    await tx.deleteFrom('print_reading').where('user_id', '=', userId).where('job_id', '=', oldest.job_id).execute();
  }
}

/** Of all elements together. */
function gradesOf({ grades }: RecordedReport): typeof NO_GRADES {
  const sum = { ...NO_GRADES };
  for (const { counts } of grades) for (const grade of ['A', 'B', 'C', 'D', 'F'] as const) sum[grade] += counts[grade];
  return sum;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A value as JSON, gzip and base64: a tenth of the JSON for symbol readings. */
async function packJson(value: unknown): Promise<string> {
  return (await pack(JSON.stringify(value))).toString('base64');
}

/** The value of a text from `packJson`. Throws for anything else. */
export async function unpackJson(packed: string): Promise<unknown> {
  return JSON.parse((await unpack(Buffer.from(packed, 'base64'))).toString('utf8'));
}
