import type { Result } from '#model/kernel/result.ts';
import type { KeptPage, KeptRun, Reading } from '#protocol/printing.ts';
import { withDatabase, type StoredReadings } from './database.ts';

/** A run that has not come to its end, with its pages in the order of their sequences. */
export interface KeptJob {
  readonly run: KeptRun;
  readonly pages: readonly KeptPage[];
}

/** What is left of the readings of a run that goes on. */
export interface KeptReadings {
  /** The number of parts. */
  readonly parts: number;
  /** False when some were not written in time. */
  readonly complete: boolean;
}

/** The runs of a user in this browser that were begun and have no end. */
export interface KeptRuns {
  list(): Promise<Result<readonly KeptJob[]>>;
  /** Null when it has ended. */
  get(jobId: string): Promise<Result<KeptJob | null>>;
  /** Also one of the latest runs that have ended; null for any other. */
  find(jobId: string): Promise<Result<KeptJob | null>>;
  /**
   * Deletes the readings of labels from this place on, which will be made once more, and calls `take` with the others. See
   * `JournalPage` for places.
   */
  trimReadings(
    jobId: string,
    nextPlace: number,
    take: (readings: readonly Reading[]) => void,
  ): Promise<Result<KeptReadings>>;
}

export function createKeptRuns(owner: () => string | null): KeptRuns {
  return {
    list: () =>
      withDatabase(owner(), async (database) => {
        const runs = await database.getAll('keptRuns');
        const jobs: KeptJob[] = [];
        for (const run of runs.sort((a, b) => a.startedAt - b.startedAt)) {
          jobs.push({ run, pages: await database.getAll('printPages', ofJob(run.jobId)) });
        }
        return jobs;
      }),
    get: (jobId) =>
      withDatabase(owner(), async (database) => {
        const run = await database.get('keptRuns', jobId);
        return run === undefined ? null : { run, pages: await database.getAll('printPages', ofJob(jobId)) };
      }),
    find: (jobId) =>
      withDatabase(owner(), async (database) => {
        const run = (await database.get('keptRuns', jobId)) ?? (await database.get('endedRuns', jobId));
        return run === undefined ? null : { run, pages: await database.getAll('printPages', ofJob(run.jobId)) };
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

function ofJob(jobId: string): IDBKeyRange {
  return IDBKeyRange.bound([jobId], [jobId, []]);
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
