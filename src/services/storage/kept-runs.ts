import type { Result } from '#model/kernel/result.ts';
import { KEPT_FORMAT, type KeptPage, type KeptRun, type Reading } from '#protocol/printing.ts';
import { withDatabase, type StoredReadings } from './database.ts';
import { readJournalPages } from './journal-steps.ts';

/** A run without an end, with its pages in the order of their sequences. */
export interface KeptJob {
  readonly run: KeptRun;
  readonly pages: readonly KeptPage[];
}

/** The remaining readings of a resumed run. */
export interface KeptReadings {
  /** The number of parts. */
  readonly parts: number;
  /** False when some were not written in time. */
  readonly complete: boolean;
}

/**
 * The runs of a user in this browser without an end, and the latest ended ones, with `Report` as the type of their
 * reports.
 */
export interface KeptRuns<Report> {
  list(): Promise<Result<readonly KeptJob[]>>;
  /** Null when it has ended. */
  get(jobId: string): Promise<Result<KeptJob | null>>;
  /** Also one of the latest ended runs; null for any other. */
  find(jobId: string): Promise<Result<KeptJob | null>>;
  /** The reports of canceled runs that the user has not dismissed, with labels that can still be printed. */
  canceled(): Promise<Result<readonly Report[]>>;
  /** Stores the report of a canceled run; null deletes it. Does nothing if the run is not among the latest. */
  keepCanceled(jobId: string, report: Report | null): Promise<Result<null>>;
  /**
   * Deletes the readings of labels from this place on, which will be rendered again, and calls `take` with the others.
   * See `JournalPage` for places.
   */
  trimReadings(
    jobId: string,
    nextPlace: number,
    take: (readings: readonly Reading[]) => void,
  ): Promise<Result<KeptReadings>>;
}

export function createKeptRuns<Report>(owner: () => string | null): KeptRuns<Report> {
  return {
    list: () =>
      withDatabase(owner(), async (database) => {
        const runs = await database.getAll('keptRuns');
        const jobs: KeptJob[] = [];
        for (const run of runs.sort((a, b) => a.startedAt - b.startedAt)) {
          jobs.push({ run, pages: await readJournalPages(database, run.jobId) });
        }
        return jobs;
      }),
    get: (jobId) =>
      withDatabase(owner(), async (database) => {
        const run = await database.get('keptRuns', jobId);
        return run === undefined ? null : { run, pages: await readJournalPages(database, jobId) };
      }),
    find: (jobId) =>
      withDatabase(owner(), async (database) => {
        const run = (await database.get('keptRuns', jobId)) ?? (await database.get('endedRuns', jobId));
        return run === undefined ? null : { run, pages: await readJournalPages(database, run.jobId) };
      }),
    canceled: () =>
      withDatabase(owner(), async (database) =>
        (await database.getAll('endedRuns')).flatMap(({ format, canceled }) =>
          // Reports are written by the same version as everything else in this format.
          format === KEPT_FORMAT && canceled !== undefined ? [canceled as Report] : [],
        ),
      ),
    keepCanceled: (jobId, report) =>
      withDatabase(owner(), async (database) => {
        const { store, done } = database.transaction('endedRuns', 'readwrite');
        const stored = await store.get(jobId);
        if (stored !== undefined) {
          const { canceled: _, ...run } = stored;
          await store.put(report === null ? run : { ...run, canceled: report });
        }
        await done;
        return null;
      }),
    trimReadings: (jobId, nextPlace, take) =>
      withDatabase(owner(), async (database) => {
        let through = 0;
        for (let part = 0; ; part++) {
          const kept = await database.get('printReadings', [jobId, part]);
          if (kept === undefined) return { parts: part, complete: through >= nextPlace };
          through = kept.through ?? 0;
          const before = withoutLater(kept, nextPlace);
          if (before !== kept) await database.put('printReadings', before);
          take(before.readings);
        }
      }),
  };
}

/** The same part when nothing is cut off. */
function withoutLater(part: StoredReadings, nextPlace: number): StoredReadings {
  const { readings, places = [], through = 0 } = part;
  const count = places.findIndex((place) => place >= nextPlace);
  if (count < 0) return part;
  return {
    ...part,
    readings: readings.slice(0, count),
    places: places.slice(0, count),
    through: Math.min(through, nextPlace),
  };
}
