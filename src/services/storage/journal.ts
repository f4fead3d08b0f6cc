import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { IDBPDatabase } from 'idb';
import type { Journal, Reading } from '#protocol/printing.ts';
import { openDatabase, type LabelwrightDb } from './database.ts';

/** Their symbols can still be listed; a million of them take some hundred megabytes. */
const JOBS_WITH_READINGS = 5;

/**
 * The print journal in the browser's own database, strictly durable: Chrome's default would confirm a write before it
 * is on the disk. Every failure is `print.noJournal`.
 */
export async function openJournal(): Promise<Result<Journal>> {
  const database = await openDatabase();
  return database.ok ? ok(createJournal(database.value)) : err(problem('print.noJournal'));
}

function createJournal(database: IDBPDatabase<LabelwrightDb>): Journal {
  return {
    begin: (job) =>
      written(async () => {
        const transaction = database.transaction('printJobs', 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.add({ ...job, state: 'open' }), transaction.done]);
      }),
    intend: (page) =>
      written(async () => {
        const transaction = database.transaction('printPages', 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put({ ...page, state: 'sent' }), transaction.done]);
      }),
    settle: (jobId, sequence, end) =>
      written(async () => {
        // Lost at a power cut, the page counts as sent with an unknown end: the safe side, so this need not wait.
        const transaction = database.transaction('printPages', 'readwrite', { durability: 'relaxed' });
        const page = await transaction.store.get([jobId, sequence]);
        if (page !== undefined) await transaction.store.put({ ...page, state: end });
        await transaction.done;
      }),
    keepReadings: (jobId, part, readings) =>
      written(async () => {
        if (part === 0) await forgetOldReadings(database);
        const transaction = database.transaction('printReadings', 'readwrite', { durability: 'relaxed' });
        await Promise.all([transaction.store.put({ jobId, part, readings }), transaction.done]);
      }),
    end: (jobId, outcome) =>
      written(async () => {
        const transaction = database.transaction('printJobs', 'readwrite', { durability: 'strict' });
        const job = await transaction.store.get(jobId);
        if (job !== undefined) await transaction.store.put({ ...job, state: outcome });
        await transaction.done;
      }),
    close: () => database.close(),
  };
}

/** Part by part, so that a large run is never whole in memory. False when they cannot be read. */
export async function eachReadings(jobId: string, take: (readings: readonly Reading[]) => void): Promise<boolean> {
  const database = await openDatabase();
  if (!database.ok) return false;
  try {
    for (let part = 0; ; part++) {
      const kept = await database.value.get('printReadings', [jobId, part]);
      if (kept === undefined) return true;
      take(kept.readings);
    }
  } catch {
    return false;
  } finally {
    database.value.close();
  }
}

/** Leaves those of the last jobs. */
async function forgetOldReadings(database: IDBPDatabase<LabelwrightDb>): Promise<void> {
  const jobs = await database.getAll('printJobs');
  const old = jobs.sort((a, b) => b.startedAt - a.startedAt).slice(JOBS_WITH_READINGS);
  for (const { jobId } of old) await database.delete('printReadings', IDBKeyRange.bound([jobId], [jobId, []]));
}

async function written(write: () => Promise<void>): Promise<Result<null>> {
  try {
    await write();
    return ok(null);
  } catch {
    return err(problem('print.noJournal'));
  }
}
