import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AccountLimits } from '../account-limits.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';

/** Longer than any upload may take: a request has two minutes, and then the file is stored. */
const RESERVATION_LIFETIME_MS = 10 * 60 * 1000;

/**
 * Sets aside room for an upload before its body is read, so that many uploads at once can't go beyond the limit
 * together. Gives the reservation's id, which `FileStore.add` turns into the file's own room.
 */
export function reserveSpace(
  db: Db,
  { spaceBytes, maxFiles }: AccountLimits,
  userId: string,
  bytes: number,
  now: number,
): Promise<Result<string, Refusal>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const kept = await tx
      .selectFrom('stored_file')
      .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('bytes').as('bytes')])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const coming = await tx
      .selectFrom('upload_reservation')
      .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('bytes').as('bytes')])
      .where('user_id', '=', userId)
      .where('created_at', '>', now - RESERVATION_LIFETIME_MS)
      .executeTakeFirstOrThrow();
    if (Number(kept.bytes ?? 0) + Number(coming.bytes ?? 0) + bytes > spaceBytes) {
      return err(refusal('refused', 'upload.spaceFull', { limit: spaceBytes / 1024 / 1024 }));
    }
    if (Number(kept.files) + Number(coming.files) >= maxFiles) {
      return err(refusal('refused', 'upload.tooManyFiles', { max: maxFiles }));
    }
    const id = newId(now);
    await tx.insertInto('upload_reservation').values({ id, user_id: userId, bytes, created_at: now }).execute();
    return ok(id);
  });
}

/** Gives the room back that an upload has not used. */
export async function releaseSpace(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservation').where('id', '=', id).execute();
}

/** Forgets reservations of uploads that can't be under way any more, in whatever process they were. */
export async function releaseForgotten(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('upload_reservation')
    .where('created_at', '<=', now - RESERVATION_LIFETIME_MS)
    .execute();
}
