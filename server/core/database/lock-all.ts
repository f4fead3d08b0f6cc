import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isLockTimeout } from './faults.ts';
import { tablesOf } from './schema.ts';

/**
 * How long the tables are waited for at a time. It is below PostgreSQL's `deadlock_timeout` (1 s unless set otherwise), so
 * that where a query of a running server waits for us as we wait for it, we give way, and never the query.
 */
const WAIT_MS = 300;
const ATTEMPTS = 60;

/** Takes all tables for the transaction alone: whoever else asks waits until it ends. Throws where one is never free. */
export async function lockAll(tx: Db): Promise<void> {
  const tables = sql.join((await tablesOf(tx)).map((name) => sql.table(name)));
  await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx);
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint locks`.execute(tx);
    try {
      await sql`lock table ${tables} in access exclusive mode`.execute(tx);
      break;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isLockTimeout(error)) throw error;
      // This lets go of those that were taken.
      await sql`rollback to savepoint locks`.execute(tx);
      await wait(WAIT_MS * Math.random());
    }
  }
  await sql`set local lock_timeout to default`.execute(tx);
}
