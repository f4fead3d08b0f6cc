import type { Database } from '../database/open-database.ts';
import { QUEUE_LIMITS, type Queue, type QueueLimits } from './queue.ts';
import { createTableQueue } from './table-queue.ts';

export interface QueuePlace {
  readonly database: Pick<Database, 'db'>;
  /** Address of PostgreSQL; absent for SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

/** Opens pg-boss with PostgreSQL, else a table of SQLite. The caller closes it. */
export async function openQueue<Data>(
  { database, databaseUrl, now, onError }: QueuePlace,
  limits: QueueLimits = QUEUE_LIMITS,
): Promise<Queue<Data>> {
  if (databaseUrl === undefined) return createTableQueue<Data>(database.db, limits, now);
  const { createBossQueue } = await import('./boss-queue.ts');
  return createBossQueue<Data>(database.db, databaseUrl, limits, onError);
}
