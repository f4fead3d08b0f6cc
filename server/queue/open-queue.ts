import type { Database } from '../database/open-database.ts';
import { createBossQueue } from './boss-queue.ts';
import { QUEUE_LIMITS, type Queue, type QueueLimits } from './queue.ts';
import { createTableQueue } from './table-queue.ts';

export interface QueuePlace {
  readonly database: Pick<Database, 'db'>;
  /** Of PostgreSQL; absent for SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

/** pg-boss where there is PostgreSQL, and a table of SQLite where there is none. Whoever opens it closes it. */
export function openQueue<Data>(
  { database, databaseUrl, now, onError }: QueuePlace,
  limits: QueueLimits = QUEUE_LIMITS,
): Queue<Data> {
  return databaseUrl === undefined
    ? createTableQueue<Data>(database.db, limits, now)
    : createBossQueue<Data>(database.db, databaseUrl, limits, onError);
}
