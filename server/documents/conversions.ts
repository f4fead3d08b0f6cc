import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ConversionProblemName, OfficeEnding } from '#protocol/api.ts';
import type { DocumentConversionTable } from '../core/database/content-rows.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { OfficeLimits } from './office-settings.ts';
import { turnOrder, type Waiting } from '../core/turn-order.ts';

export type ConversionRow = Selectable<DocumentConversionTable>;
/** A conversion in progress, in this attempt. */
export type Attempt = Pick<ConversionRow, 'id' | 'user_id' | 'source_key' | 'ending' | 'started_at'>;

const RETRY_SECONDS = 10;
/** A request has two minutes. */
const RECEIVING_LIFETIME_MS = 10 * 60 * 1000;
/** A conversion that takes longer than its limit and this was interrupted with its process. */
const LEEWAY_MS = 20_000;
/** A file that has crashed two processes does not get a third. */
const MAX_ATTEMPTS = 2;
/** The time of the last request is updated at most this often. */
const NOTE_EVERY_MS = 5_000;

/** Reserves a place for a file before its body is read, and returns the conversion's id. */
export function beginConversion(
  db: Db,
  limits: OfficeLimits,
  userId: string,
  now: number,
): Promise<Result<string, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const own = await countOf(tx, userId);
    if (own >= limits.perUser) return err(apiError('refused', 'office.tooMany', { max: limits.perUser }));
    if ((await countOf(tx)) >= limits.waiting) return err(apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }));
    const id = newId(now);
    await tx
      .insertInto('document_conversion')
      .values({
        id,
        user_id: userId,
        state: 'receiving',
        name: '',
        ending: '',
        problem: '',
        source_key: null,
        result_key: null,
        result_bytes: 0,
        pages: 0,
        created_at: now,
        asked_at: now,
        started_at: 0,
        attempts: 0,
      })
      .execute();
    return ok(id);
  });
}

/** Number of one user's conversions, or of all unfinished ones. */
async function countOf(db: Db, userId?: string): Promise<number> {
  const all = db.selectFrom('document_conversion').select((eb) => eb.fn.countAll<number>().as('count'));
  const chosen =
    userId === undefined
      ? all.where('state', 'in', ['receiving', 'queued', 'converting'])
      : all.where('user_id', '=', userId);
  return Number((await chosen.executeTakeFirstOrThrow()).count);
}

/** The result of an upload: the file waits for conversion, or won't be converted at all. */
export type Received =
  | { readonly name: string; readonly ending: OfficeEnding; readonly sourceKey: string }
  | { readonly name: string; readonly problem: ConversionProblemName };

/** False where the conversion was canceled meanwhile. */
export async function takeIn(db: Db, id: string, received: Received, now: number): Promise<boolean> {
  const fate =
    'problem' in received
      ? ({ state: 'failed', problem: received.problem } as const)
      : ({ state: 'queued', ending: received.ending, source_key: received.sourceKey } as const);
  const row = await db
    .updateTable('document_conversion')
    .set({ ...fate, name: received.name, asked_at: now })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The user's conversion; null for none, and for one that expired because nobody asked for it. A call extends its
 * lifetime.
 */
export async function findConversion(
  db: Db,
  limits: OfficeLimits,
  userId: string,
  id: string,
  now: number,
): Promise<ConversionRow | null> {
  const row = await db
    .selectFrom('document_conversion')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '!=', 'receiving')
    .where('asked_at', '>', now - limits.unaskedSeconds * 1000)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (now - Number(row.asked_at) >= NOTE_EVERY_MS) {
    await db.updateTable('document_conversion').set({ asked_at: now }).where('id', '=', id).execute();
  }
  return row;
}

/** Number of conversions before it in the queue. */
export async function placeOf(db: Db, id: string): Promise<number> {
  return Math.max(
    0,
    (await inTurn(db)).findIndex((one) => one.id === id),
  );
}

async function inTurn(db: Db): Promise<readonly Waiting[]> {
  const rows = await db
    .selectFrom('document_conversion')
    .select(['id', 'user_id', 'state', 'created_at'])
    .where('state', 'in', ['queued', 'converting'])
    .execute();
  const waiting = rows.filter(({ state }) => state === 'queued');
  const converting = rows.filter(({ state }) => state === 'converting');
  return turnOrder(
    waiting.map((row) => ({ id: row.id, userId: row.user_id, at: Number(row.created_at) })),
    converting.map((row) => row.user_id),
  );
}

/** Claims the next conversion for this process; null for none. */
export async function claimNext(db: Db, limits: OfficeLimits, now: number): Promise<Attempt | null> {
  await recoverLost(db, limits, now);
  for (const { id } of await inTurn(db)) {
    const row = await db
      .updateTable('document_conversion')
      .set((eb) => ({ state: 'converting', started_at: now, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .returning(['id', 'user_id', 'source_key', 'ending', 'started_at'])
      .executeTakeFirst();
    // Otherwise another process was faster.
    if (row !== undefined) return { ...row, started_at: Number(row.started_at) };
  }
  return null;
}

/** Requeues conversions whose process was killed; after the second time they have failed. */
async function recoverLost(db: Db, limits: OfficeLimits, now: number): Promise<void> {
  const lost = db
    .updateTable('document_conversion')
    .where('state', '=', 'converting')
    .where('started_at', '<=', now - limits.seconds * 1000 - LEEWAY_MS);
  await lost.set({ state: 'failed', problem: 'crashed' }).where('attempts', '>=', MAX_ATTEMPTS).execute();
  await lost.set({ state: 'queued' }).execute();
}

export type AttemptEnd =
  | { readonly state: 'done'; readonly resultKey: string; readonly bytes: number; readonly pages: number }
  | { readonly state: 'failed'; readonly problem: ConversionProblemName }
  /** The server stops: the next one converts it. */
  | { readonly state: 'queued' };

/** Records the end of an attempt. False if its user no longer waits for it. */
export async function endAttempt(db: Db, attempt: Attempt, end: AttemptEnd): Promise<boolean> {
  const ofThis = db
    .updateTable('document_conversion')
    .where('id', '=', attempt.id)
    .where('state', '=', 'converting')
    .where('started_at', '=', attempt.started_at)
    .returning('id');
  const row = await (
    end.state === 'done'
      ? ofThis.set({ state: 'done', result_key: end.resultKey, result_bytes: end.bytes, pages: end.pages })
      : end.state === 'failed'
        ? ofThis.set({ state: 'failed', problem: end.problem })
        : ofThis.set((eb) => ({ state: 'queued', attempts: eb('attempts', '-', 1) }))
  ).executeTakeFirst();
  return row !== undefined;
}

/** Whether the user still waits for this attempt. */
export async function isWanted(db: Db, attempt: Attempt, limits: OfficeLimits, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('document_conversion')
    .select('id')
    .where('id', '=', attempt.id)
    .where('state', '=', 'converting')
    .where('started_at', '=', attempt.started_at)
    .where('asked_at', '>', now - limits.unaskedSeconds * 1000)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the user's conversion, and returns its files. */
export async function deleteConversion(db: Db, userId: string, id: string): Promise<(string | null)[]> {
  const deleted = await db
    .deleteFrom('document_conversion')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['source_key', 'result_key'])
    .execute();
  return deleted.flatMap((row) => [row.source_key, row.result_key]);
}

/** Deletes expired conversions, and returns their files. */
export async function deleteForgotten(db: Db, limits: OfficeLimits, now: number): Promise<(string | null)[]> {
  const deleted = await db
    .deleteFrom('document_conversion')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '!=', 'receiving'), eb('asked_at', '<=', now - limits.unaskedSeconds * 1000)]),
        eb.and([eb('state', '=', 'receiving'), eb('created_at', '<=', now - RECEIVING_LIFETIME_MS)]),
      ]),
    )
    .returning(['source_key', 'result_key'])
    .execute();
  return deleted.flatMap((row) => [row.source_key, row.result_key]);
}

/** Number of conversions in each state. */
export async function countConversions(db: Db): Promise<ReadonlyMap<ConversionRow['state'], number>> {
  const rows = await db
    .selectFrom('document_conversion')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
