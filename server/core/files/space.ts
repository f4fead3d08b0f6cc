import { err, ok, type Result } from '#model/kernel/result.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { PASSING_KINDS } from '../database/tables.ts';
import { lockUser } from '../database/lock-user.ts';
import { grantedSpace } from './space-grants.ts';
import { apiError, type ApiError } from '../api-error.ts';

/** The sum over all files is computed at most this often; files added meanwhile are added to it. */
const SUM_EVERY_MS = 5_000;

/** Whether so many more bytes may be stored, for all accounts together. */
export type HasStorage = (bytes: number) => Promise<boolean>;

/**
 * A limit for the files of all accounts together, for an operator who wants uploads to be rejected before the disk is
 * full. Several servers on one database may exceed it by the uploads of a few seconds.
 */
export function createStorageCap(db: Db, maxBytes: number | null, now: () => number): HasStorage {
  let summedAt = -Infinity;
  let taken = 0;
  let summing: Promise<void> | null = null;
  async function sum(): Promise<void> {
    try {
      const bytes = (await sumOf(db, 'stored_file')) + (await sumOf(db, 'upload_reservation'));
      summedAt = now();
      taken = bytes;
    } finally {
      summing = null;
    }
  }
  return async (bytes) => {
    if (maxBytes === null) return true;
    // Concurrent callers wait for the same sum.
    if (now() - summedAt >= SUM_EVERY_MS) await (summing ??= sum());
    if (taken + bytes > maxBytes) return false;
    taken += bytes;
    return true;
  };
}

async function sumOf(db: Db, table: 'stored_file' | 'upload_reservation'): Promise<number> {
  const { bytes } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Space limits of an account. */
export interface SpaceLimits {
  /** `membersHaveMore`: the error message mentions it when there is no space. */
  readonly plan: { readonly bytes: number; readonly membersHaveMore: boolean };
  readonly maxFiles: number;
}

/** Longer than any upload: a request has two minutes, and then the file is stored. */
const RESERVATION_LIFETIME_MS = 10 * 60 * 1000;

/**
 * Reserves space for an upload before its body is read, so that concurrent uploads can't exceed the limit together.
 * Returns the reservation's id, which `FileStore.add` converts into the file's own space.
 */
export function reserveSpace(
  db: Db,
  { plan, maxFiles }: SpaceLimits,
  userId: string,
  bytes: number,
  now: number,
): Promise<Result<string, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const limit = await spaceLimit(tx, plan, userId, now);
    const kept = await keptFiles(tx, userId);
    const coming = await tx
      .selectFrom('upload_reservation')
      .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('bytes').as('bytes')])
      .where('user_id', '=', userId)
      .where('created_at', '>', now - RESERVATION_LIFETIME_MS)
      .executeTakeFirstOrThrow();
    if (kept.bytes + Number(coming.bytes ?? 0) + bytes > limit) {
      return err(spaceFull(plan, limit));
    }
    if (kept.files + Number(coming.files) >= maxFiles) {
      return err(apiError('refused', 'upload.tooManyFiles', { max: maxFiles }));
    }
    const id = newId(now);
    await tx.insertInto('upload_reservation').values({ id, user_id: userId, bytes, created_at: now }).execute();
    return ok(id);
  });
}

/** The bytes that an account may have now: those of its plan and of the valid packages. */
export async function spaceLimit(
  db: Db,
  plan: Pick<SpaceLimits['plan'], 'bytes'>,
  userId: string,
  now: number,
): Promise<number> {
  return plan.bytes + (await grantedSpace(db, userId, now));
}

/** The bytes of all the account's files. */
export async function usedSpace(db: Db, userId: string): Promise<number> {
  return (await keptFiles(db, userId)).bytes;
}

async function keptFiles(db: Db, userId: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const kept = await db
    .selectFrom('stored_file')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('user_id', '=', userId)
    .where('kind', 'not in', PASSING_KINDS)
    .executeTakeFirstOrThrow();
  return { files: Number(kept.files), bytes: Number(kept.bytes ?? 0) };
}

/** The error mentions `member_space` of the configuration where a membership would give more space. */
function spaceFull({ membersHaveMore }: SpaceLimits['plan'], limitBytes: number): ApiError {
  const limit = Math.round((limitBytes / 1024 / 1024) * 10) / 10;
  return apiError('refused', membersHaveMore ? 'upload.spaceFullForMembers' : 'upload.spaceFull', { limit });
}

/** Releases the unused space of an upload. */
export async function releaseSpace(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservation').where('id', '=', id).execute();
}

/** Deletes reservations too old to belong to an upload in progress, of any process. */
export async function releaseForgotten(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('upload_reservation')
    .where('created_at', '<=', now - RESERVATION_LIFETIME_MS)
    .execute();
}
