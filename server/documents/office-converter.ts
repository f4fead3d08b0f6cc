import { buffer } from 'node:stream/consumers';
import type { ConversionProblemName } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { FileStore } from '../core/files/file-store.ts';
import {
  claimNext,
  deleteConversion,
  deleteForgotten,
  endAttempt,
  isWanted,
  type Attempt,
  type AttemptEnd,
} from './conversions.ts';
import type { OfficeLimits, OfficeSettings } from './office-settings.ts';
import { createOfficeFinder, type OfficeProgram } from './office-program.ts';
import { removeOldFolders, runConversion, type ConversionOutcome } from './run-conversion.ts';

/** How an attempt of this process ended. */
export type AttemptOutcome = 'done' | 'ended' | ConversionProblemName;

/**
 * Converts office files, a few at a time. The queue is in the database: any process claims the next file when one
 * arrives, when one is done, and whenever a user asks for the state of theirs.
 */
export interface OfficeConverter {
  readonly limits: OfficeLimits;
  /** LibreOffice with its sandbox, or why it is unavailable. */
  readonly program: () => Promise<OfficeProgram>;
  /** Starts waiting conversions as far as there is capacity. */
  readonly pump: () => void;
  /** Cancels the user's conversion in any state, and deletes its files. */
  readonly end: (userId: string, id: string) => Promise<void>;
  /** Outcomes of this process's conversions since it started. */
  readonly outcomes: () => ReadonlyMap<AttemptOutcome, number>;
  /** Aborts conversions in progress, which the next process restarts. */
  readonly close: () => Promise<void>;
}

export interface OfficeServices {
  readonly office: OfficeConverter;
}

export interface OfficeConverterOptions {
  readonly db: Db;
  readonly files: FileStore;
  readonly now: () => number;
  readonly settings: OfficeSettings;
  readonly limits: OfficeLimits;
  readonly onError: (error: Error) => void;
}

const CLEAN_EVERY_MS = 30_000;
/** How quickly a cancellation by another process is noticed. */
const LOOK_EVERY_MS = 1_000;

export function createOfficeConverter({
  db,
  files,
  now,
  settings,
  limits,
  onError,
}: OfficeConverterOptions): OfficeConverter {
  const program = createOfficeFinder(settings, now);
  const closing = new AbortController();
  const running = new Map<string, AbortController>();
  const outcomes = new Map<AttemptOutcome, number>();
  /** All work in progress, so that the database is closed after it. */
  const works = new Set<Promise<void>>();
  let taken = 0;

  function work(doing: () => Promise<void>): void {
    if (closing.signal.aborted) return;
    const promise = doing()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => works.delete(promise));
    works.add(promise);
  }

  async function pump(): Promise<void> {
    while (taken < settings.atOnce && !closing.signal.aborted) {
      taken++;
      const attempt = await claimNext(db, limits, now()).catch((error: unknown) => {
        taken--;
        throw error;
      });
      if (attempt === null) {
        taken--;
        return;
      }
      work(async () => {
        try {
          await convert(attempt);
        } finally {
          taken--;
          work(pump);
        }
      });
    }
  }

  async function convert(attempt: Attempt): Promise<void> {
    const stop = new AbortController();
    running.set(attempt.id, stop);
    const look = setInterval(() => {
      isWanted(db, attempt, limits, now()).then(
        (wanted) => wanted || stop.abort(),
        // An unavailable database is no reason to stop.
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    try {
      const outcome = await outcomeOf(attempt, AbortSignal.any([stop.signal, closing.signal]));
      await settle(attempt, outcome);
    } finally {
      clearInterval(look);
      running.delete(attempt.id);
    }
  }

  async function outcomeOf(attempt: Attempt, signal: AbortSignal): Promise<ConversionOutcome> {
    const office = await program();
    if (office.type === 'none') return { type: 'failed', problem: 'unavailable' };
    const source = attempt.source_key === null ? null : await files.find(attempt.user_id, attempt.source_key);
    if (source === null || attempt.ending === '') return { type: 'aborted' };
    const bytes = await buffer(source.open());
    return runConversion(office.sandbox, limits, { ending: attempt.ending, bytes }, signal);
  }

  async function settle(attempt: Attempt, outcome: ConversionOutcome): Promise<void> {
    if (outcome.type === 'aborted') {
      count('ended');
      // Unless its user has canceled it, another process continues it.
      await endAttempt(db, attempt, { state: 'queued' });
      return;
    }
    if (outcome.type === 'failed') {
      count(outcome.problem);
      await endAttempt(db, attempt, { state: 'failed', problem: outcome.problem });
      return;
    }
    const { pdf, pages } = outcome;
    const resultKey = await files.add(attempt.user_id, 'converted', 'pdf', pdf);
    const end: AttemptEnd = { state: 'done', resultKey, bytes: pdf.length, pages };
    const wanted = await endAttempt(db, attempt, end);
    count(wanted ? 'done' : 'ended');
    if (!wanted) await files.drop([resultKey]);
  }

  function count(outcome: AttemptOutcome): void {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  async function clean(): Promise<void> {
    await files.drop(await deleteForgotten(db, limits, now()));
    await pump();
  }

  work(async () => {
    if (settings.mode === 'outer') await removeOldFolders(now());
    await clean();
  });
  const cleaning = setInterval(() => work(clean), CLEAN_EVERY_MS);
  cleaning.unref();

  return {
    limits,
    program,
    pump: () => work(pump),
    async end(userId, id) {
      const keys = await deleteConversion(db, userId, id);
      // Without a row the conversion belongs to another user, and nothing is stopped.
      if (keys.length > 0) running.get(id)?.abort();
      await files.drop(keys);
    },
    outcomes: () => outcomes,
    async close() {
      clearInterval(cleaning);
      closing.abort();
      while (works.size > 0) await Promise.all(works);
    },
  };
}
