import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { csvCell } from '#model/kernel/csv-cell.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  AUDIT_CSV_MAX_ROWS,
  type OperatorAudit,
  type OperatorAuditCsv,
  type OperatorAuditCsvInput,
  type OperatorAuditInput,
} from '#protocol/api.ts';
import { containsText } from '../core/database/contains-text.ts';
import type { Db } from '../core/database/open-database.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { isoOf } from '../core/iso-time.ts';

const DEFAULT_PAGE_SIZE = 20;
const CSV_BATCH = 1000;
const CSV_COLUMNS = ['time', 'user_id', 'name', 'event', 'outcome', 'address', 'details'] as const;

/** One page of the entries of all users, newest first. */
export async function listAudit(db: Db, input: OperatorAuditInput): Promise<Result<OperatorAudit, ApiError>> {
  const found = filtered(db, input);
  if (!found.ok) return found;
  const { page = 1, size = DEFAULT_PAGE_SIZE } = input;
  const list = await readRows(found.value, size, (page - 1) * size);
  return ok({ list, count: await countOf(found.value) });
}

/** The same entries as CSV, up to a limit. */
export async function auditCsv(
  db: Db,
  input: OperatorAuditCsvInput,
  disconnected: AbortSignal,
): Promise<Result<OperatorAuditCsv, ApiError>> {
  const found = filtered(db, input);
  if (!found.ok) return found;
  const lines = [CSV_COLUMNS.join(',')];
  let rest = found.value;
  for (;;) {
    disconnected.throwIfAborted();
    const rows = await readRows(rest, Math.min(CSV_BATCH, AUDIT_CSV_MAX_ROWS + 1 - lines.length), 0);
    const last = rows.at(-1);
    if (last !== undefined) rest = found.value.where(isBefore(Date.parse(last.time), last.id));
    for (const row of rows) {
      const values = { ...row, details: JSON.stringify(row.details) };
      lines.push(CSV_COLUMNS.map((column) => csvCell(values[column])).join(','));
    }
    if (rows.length < CSV_BATCH || lines.length > AUDIT_CSV_MAX_ROWS) break;
  }
  // The byte order mark shows spreadsheet programs that it is UTF-8.
  const csv = `\uFEFF${lines.join('\r\n')}\r\n`;
  return ok({ csv, rows: lines.length - 1, count: await countOf(found.value) });
}

/** In the order of the list: each page begins after the last one, without counting through all pages before it. */
function isBefore(at: number, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(audit_entry.at < ${at} or (audit_entry.at = ${at} and audit_entry.id < ${id}))`;
}

function entriesOf(db: Db) {
  return db.selectFrom('audit_entry').leftJoin('user', 'user.id', 'audit_entry.user_id');
}
type Entries = ReturnType<typeof entriesOf>;

function filtered(db: Db, { search = '', event, outcome, from, to }: OperatorAuditCsvInput): Result<Entries, ApiError> {
  let found = entriesOf(db);
  const text = search.trim();
  if (text !== '') {
    const key = text.toLowerCase();
    found = found.where((eb) =>
      eb.or([
        eb('audit_entry.user_id', '=', text),
        containsText('user.user_name_key', key),
        containsText('user.email_key', key),
        containsText('user.phone', text),
        containsText('user.nickname', text),
      ]),
    );
  }
  if (event !== undefined) found = found.where('event', '=', event);
  if (outcome !== undefined) found = found.where('outcome', '=', outcome);
  for (const [field, given] of [['from', from] as const, ['to', to] as const]) {
    if (given === undefined || given === '') continue;
    const time = Date.parse(given);
    if (Number.isNaN(time)) return err(invalid(field, 'request.invalid', { field }));
    found = found.where('at', field === 'from' ? '>=' : '<', time);
  }
  return ok(found);
}

async function countOf(found: Entries): Promise<number> {
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

async function readRows(found: Entries, limit: number, offset: number): Promise<OperatorAudit['list']> {
  const rows = await found
    .selectAll('audit_entry')
    .select(['user_name', 'email', 'phone'])
    .orderBy('at', 'desc')
    .orderBy('audit_entry.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    time: isoOf(row.at),
    user_id: row.user_id ?? '',
    name: row.user_name ?? row.email ?? row.phone ?? '',
    event: row.event,
    outcome: row.outcome,
    address: row.address,
    details: JSON.parse(row.details) as Record<string, string | number>,
  }));
}
