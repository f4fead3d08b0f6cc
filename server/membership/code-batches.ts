import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  BatchList,
  BatchListInput,
  CodeBatch,
  CodeList,
  CodeListInput,
  MakeCodesInput,
  OperatorCode,
  RevokeCodesInput,
} from '#protocol/api.ts';
import type { CodeBatchRow } from '../core/database/member-rows.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { codeDigest, newCode, openCode, sealCode } from './codes.ts';
import { bytesFault } from './edit-plans.ts';
import type { CoreServices } from '../core/services.ts';
import { isoOf } from '../core/iso-time.ts';

type Needed = Pick<CoreServices, 'db' | 'secrets'>;

const DEFAULT_PAGE_SIZE = 20;
/** Rows of one statement. */
const AT_ONCE = 500;
/** Codes that are decrypted before other work runs. */
const CSV_PAGE = 100;

/** Creates a batch with all its codes, or none. */
export async function makeCodes(
  { db, secrets }: Needed,
  { name, kind, days, bytes, count, expires = '' }: MakeCodesInput,
  now: number,
): Promise<Result<CodeBatch, ApiError>> {
  const fault = bytesFault(kind, bytes);
  if (fault !== null) return err(fault);
  const end = expires === '' ? null : Date.parse(expires);
  if (end !== null && !(end > now)) return err(invalid('expires', 'request.invalid', { field: 'expires' }));
  const id = newId(now);
  // Sealed before the transaction, which blocks other readers, with other work in between.
  const parts: RawBuilder<unknown>[] = [];
  for (let left = count; left > 0; left -= AT_ONCE) {
    const codes = Array.from({ length: Math.min(left, AT_ONCE) }, newCode);
    const rows = codes.map((code) => sql`(${codeDigest(secrets, code)}, ${sealCode(secrets, code)}, ${id})`);
    parts.push(sql`insert into redemption_code (digest, sealed, batch_id) values ${sql.join(rows)}`);
    await setImmediate();
  }
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('code_batch')
      .values({ id, name, kind, days, bytes, created_at: now, expires_at: end })
      .execute();
    for (const part of parts) await part.execute(tx);
    const batch = await findBatch(tx, id);
    return batch.ok ? ok(await shownBatch(tx, batch.value)) : batch;
  });
}

export async function listBatches(db: Db, { page = 1, size = DEFAULT_PAGE_SIZE }: BatchListInput): Promise<BatchList> {
  const { count } = await db
    .selectFrom('code_batch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('code_batch')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const list: CodeBatch[] = [];
  for (const row of rows) list.push(await shownBatch(db, row));
  return { list, count: Number(count) };
}

/** One page of a batch's codes. */
export async function listCodes(
  { db, secrets }: Needed,
  { batch: batchId, page = 1, size = DEFAULT_PAGE_SIZE }: CodeListInput,
  now: number,
): Promise<Result<CodeList, ApiError>> {
  const batch = await findBatch(db, batchId);
  if (!batch.ok) return batch;
  const { count } = await db
    .selectFrom('redemption_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('redemption_code')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('digest')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const isEnded = batch.value.expires_at !== null && Number(batch.value.expires_at) <= now;
  const list = rows.map(({ digest, sealed, revoked_at, redeemed_at, redeemed_by }): OperatorCode => ({
    id: digest,
    code: openCode(secrets, sealed),
    state: redeemed_at !== null ? 'redeemed' : revoked_at !== null ? 'revoked' : isEnded ? 'expired' : 'free',
    redeemed_by: redeemed_by ?? '',
    redeemed: isoOf(redeemed_at),
  }));
  return ok({ list, count: Number(count) });
}

/** All codes of a batch, as a CSV file. */
export async function codesAsCsv(
  services: Needed,
  batchId: string,
  now: number,
): Promise<Result<{ name: string; csv: string }, ApiError>> {
  const batch = await findBatch(services.db, batchId);
  if (!batch.ok) return batch;
  const lines = ['code,state,redeemed,redeemed_by'];
  for (let page = 1; ; page++) {
    const codes = await listCodes(services, { batch: batchId, page, size: CSV_PAGE }, now);
    if (!codes.ok) return codes;
    // Nothing in it needs quotes: letters, digits, dashes and colons.
    for (const one of codes.value.list) lines.push([one.code, one.state, one.redeemed, one.redeemed_by].join(','));
    if (page * CSV_PAGE >= codes.value.count) break;
  }
  return ok({ name: `codes-${batchId}.csv`, csv: `${lines.join('\r\n')}\r\n` });
}

/** Revokes the unused codes of a batch, or one of them. Returns how many were revoked. */
export async function revokeCodes(db: Db, input: RevokeCodesInput, now: number): Promise<Result<number, ApiError>> {
  const batch = await findBatch(db, input.batch);
  if (!batch.ok) return batch;
  let revoking = db
    .updateTable('redemption_code')
    .set({ revoked_at: now })
    .where('batch_id', '=', input.batch)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null);
  if (input.id !== undefined) revoking = revoking.where('digest', '=', input.id);
  const { numUpdatedRows } = await revoking.executeTakeFirst();
  return ok(Number(numUpdatedRows));
}

async function findBatch(db: Db, id: string): Promise<Result<CodeBatchRow, ApiError>> {
  const row = await db.selectFrom('code_batch').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'batch.notFound')) : ok(row);
}

async function shownBatch(db: Db, row: CodeBatchRow): Promise<CodeBatch> {
  const counted = await db
    .selectFrom('redemption_code')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.count<number>('redeemed_at').as('redeemed'),
      eb.fn.count<number>('revoked_at').as('revoked'),
    ])
    .where('batch_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    days: row.days,
    bytes: Number(row.bytes),
    created: isoOf(row.created_at),
    expires: isoOf(row.expires_at),
    count: Number(counted.all),
    redeemed: Number(counted.redeemed),
    revoked: Number(counted.revoked),
  };
}
