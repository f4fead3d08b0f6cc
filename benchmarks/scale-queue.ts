import { sql } from 'kysely';
import { openPostgres } from '#server/core/database/postgres.ts';
import { AS_IT_IS } from '#server/core/database/migrations.ts';
import { openQueue } from '#server/core/queue/open-queue.ts';
import type { RunJob } from '#server/core/queue/queue.ts';

const WARM = 50;
const JOBS = 500;

/**
 * Cost of one job in the queue, in milliseconds: it is enqueued among others, leased, and completed in a transaction,
 * one after the other. The lane of dead jobs is polled each time, too, as workers do.
 */
export async function queueMsOfJob(databaseUrl: string): Promise<number> {
  const database = await openPostgres(databaseUrl, AS_IT_IS);
  const queue = await openQueue<RunJob>({
    database,
    databaseUrl,
    now: Date.now,
    onError: (error) => console.error(error),
  });
  const once = async (count: number): Promise<void> => {
    const jobs = Array.from({ length: count }, (_, first) => ({
      lane: 'render' as const,
      groupId: 'bench',
      userId: 'bench',
      level: 1 as const,
      data: { type: 'chunk' as const, runId: 'bench', generation: 0, first },
    }));
    await database.db.transaction().execute((tx) => queue.enqueue(tx, jobs));
    for (let i = 0; i < count; i++) {
      await queue.lease('dead');
      const lease = await queue.lease('render');
      if (lease === null) throw new Error('the queue has lost a job');
      const done = await database.db.transaction().execute((tx) => queue.complete(tx, lease));
      if (!done) throw new Error('the queue has lost a lease');
    }
  };
  try {
    await once(WARM);
    await sql`vacuum analyze pgboss.job`.execute(database.db).catch(() => undefined);
    const started = performance.now();
    await once(JOBS);
    return (performance.now() - started) / JOBS;
  } finally {
    await queue.close();
    await database.close();
  }
}
