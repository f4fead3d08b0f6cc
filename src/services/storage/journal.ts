import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { IDBPDatabase } from 'idb';
import type { JobOutcome, Journal, Reading } from '#protocol/printing.ts';
import { busyWhile } from '../idle.ts';
import { openDatabase, withDatabase, type LabelwrightDb } from './database.ts';
import { JournalSteps } from './journal-steps.ts';

/** Only the latest jobs keep their symbol readings: those of a million labels take some hundred megabytes. */
const JOBS_WITH_READINGS = 5;
/** Only the latest jobs keep the ends of their pages; the history on the server has them all. */
const JOBS_WITH_PAGES = 50;
/** The number of ended runs with labels that can be reprinted: each has its template with the images. */
const ENDED_RUNS = 20;

/**
 * The print journal of that user in this browser, strictly durable: Chrome's default would confirm a write before it is
 * on the disk. Every failure is `print.noJournal`.
 */
export async function openJournal(userId: string | null): Promise<Result<Journal>> {
  const database = await openDatabase(userId);
  return database.ok ? ok(createJournal(database.value)) : err(problem('print.noJournal'));
}

function createJournal(database: IDBPDatabase<LabelwrightDb>): Journal {
  const steps = new JournalSteps(database);
  return {
    begin: (job, kept) =>
      written(async () => {
        const transaction = database.transaction(['printJobs', 'keptRuns'], 'readwrite', { durability: 'strict' });
        await Promise.all([
          transaction.objectStore('printJobs').add({ ...job, state: 'open' }),
          kept === null ? null : transaction.objectStore('keptRuns').put(kept),
          transaction.done,
        ]);
      }),
    intend: (pages, ended) => written(() => steps.write('strict', pages, ended)),
    // Need not be on the disk at once: if a power cut loses it, the page counts as sent with an unknown end, which
    // never prints it twice.
    settle: (ended) => written(() => steps.write('relaxed', [], ended)),
    keepReadings: (jobId, part, readings, at) =>
      written(async () => {
        if (part === 0) await forgetOldJobs(database);
        const transaction = database.transaction('printReadings', 'readwrite', { durability: 'relaxed' });
        await Promise.all([transaction.store.put({ jobId, part, readings, ...at }), transaction.done]);
      }),
    end: (jobId, outcome) =>
      written(() =>
        // If the storage is full, the run still ends and can't be repeated from here.
        endJob(database, jobId, outcome, true).catch(() => endJob(database, jobId, outcome, false)),
      ),
    close: () => database.close(),
  };
}

async function endJob(
  database: IDBPDatabase<LabelwrightDb>,
  jobId: string,
  outcome: JobOutcome,
  isKept: boolean,
): Promise<void> {
  const names = ['printJobs', 'keptRuns', 'endedRuns'] as const;
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' });
  transaction.done.catch(() => undefined);
  const jobs = transaction.objectStore('printJobs');
  const kept = transaction.objectStore('keptRuns');
  const ended = transaction.objectStore('endedRuns');
  const [job, run, oldest] = await Promise.all([
    jobs.get(jobId),
    kept.get(jobId),
    ended.index('startedAt').getAllKeys(null),
  ]);
  await Promise.all([
    job === undefined ? null : jobs.put({ ...job, state: outcome }),
    kept.delete(jobId),
    ...(isKept && run !== undefined
      ? [
          ended.put(run),
          ...oldest.slice(0, Math.max(0, oldest.length + 1 - ENDED_RUNS)).map((key) => ended.delete(key)),
        ]
      : []),
  ]);
  await transaction.done;
}

/**
 * Reads the symbol readings of a job part by part, because those of a large run don't fit in memory. False when that
 * fails.
 */
export async function eachReadings(
  userId: string | null,
  jobId: string,
  take: (readings: readonly Reading[]) => void,
): Promise<boolean> {
  const read = await withDatabase(userId, async (database) => {
    for (let part = 0; ; part++) {
      const kept = await database.get('printReadings', [jobId, part]);
      if (kept === undefined) return null;
      take(kept.readings);
    }
  });
  return read.ok;
}

/**
 * Deletes the readings of all jobs but the latest, and everything of older ones except those that can be resumed or
 * repeated.
 */
async function forgetOldJobs(database: IDBPDatabase<LabelwrightDb>): Promise<void> {
  const jobs = (await database.getAll('printJobs')).sort((a, b) => b.startedAt - a.startedAt);
  const kept = new Set(await database.getAllKeys('keptRuns'));
  const ended = new Set(await database.getAllKeys('endedRuns'));
  for (const [place, { jobId, state }] of jobs.entries()) {
    if (place < JOBS_WITH_READINGS || kept.has(jobId)) continue;
    const parts = IDBKeyRange.bound([jobId], [jobId, []]);
    await database.delete('printReadings', parts);
    if (place < JOBS_WITH_PAGES || ended.has(jobId) || state === 'open') continue;
    await database.delete('printPages', parts);
    await database.delete('printSteps', parts);
    await database.delete('printJobs', jobId);
  }
}

async function written(write: () => Promise<void>): Promise<Result<null>> {
  try {
    await busyWhile(write());
    return ok(null);
  } catch {
    return err(problem('print.noJournal'));
  }
}
