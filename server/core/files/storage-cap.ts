import type { Db } from '../database/open-database.ts';

/** The sum over all files is made at most this often; what is let in meanwhile is added to it. */
const SUM_EVERY_MS = 5_000;

/** Says whether so many more bytes may be kept, all accounts together. */
export type HasStorage = (bytes: number) => Promise<boolean>;

/**
 * A limit for the files of all accounts together, for an operator who wants uploads to be refused before the disk is
 * full. Several servers on one database may go beyond it by what comes in a few seconds.
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
    // Whoever comes while the sum is made waits for it.
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
