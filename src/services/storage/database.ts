import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobOutcome, JournalJob, JournalPage, PageEnd, Reading } from '#protocol/printing.ts';

export const DATABASE_NAME = 'labelwright';
const DATABASE_VERSION = 2;
/** A browser that is asked for a broken profile may never answer. */
const OPEN_LIMIT_MS = 10_000;

/** Fields beyond the key belong to the store's one owner, which checks them when it reads. */
type Fields = Readonly<Record<string, unknown>>;

/** A local spreadsheet, kept so that a template finds its rows again after a reload. */
export interface StoredSpreadsheet {
  /** `sha256:<hex>` of the bytes. */
  readonly connection: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970; the oldest goes first when room is needed. */
  readonly storedAt: number;
  readonly blob: Blob;
}

export interface StoredPrintJob extends JournalJob {
  readonly state: 'open' | JobOutcome;
}

export interface StoredPrintPage extends JournalPage {
  readonly state: 'sent' | PageEnd;
}

/** How symbols of a job read, in parts that count from 0. */
export interface StoredReadings {
  readonly jobId: string;
  readonly part: number;
  readonly readings: readonly Reading[];
}

export type StoredDraft = { readonly key: string } & Fields;

export interface LabelwrightDb extends DBSchema {
  /** Key path `connection`. */
  spreadsheets: { key: string; value: StoredSpreadsheet };
  printJobs: { key: string; value: StoredPrintJob };
  /** All pages of a job: `IDBKeyRange.bound([jobId], [jobId, []])`. */
  printPages: { key: [string, number]; value: StoredPrintPage };
  /** All parts of a job, in order: `IDBKeyRange.bound([jobId], [jobId, []])`. */
  printReadings: { key: [string, number]; value: StoredReadings };
  drafts: { key: string; value: StoredDraft };
}

/**
 * Opens the browser's own database, creating its stores the first time. The caller closes it.
 * `storage.unavailable` where the browser has none (private windows, switched off, a damaged profile), refuses it, or
 * does not answer in 10 s; `storage.full` when there is no room.
 */
export async function openDatabase(): Promise<Result<IDBPDatabase<LabelwrightDb>>> {
  if (typeof indexedDB === 'undefined') return err(problem('storage.unavailable'));
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const opening = openDB<LabelwrightDb>(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(database, oldVersion) {
        if (oldVersion < 1) {
          database.createObjectStore('spreadsheets', { keyPath: 'connection' });
          database.createObjectStore('printJobs', { keyPath: 'jobId' });
          database.createObjectStore('printPages', { keyPath: ['jobId', 'sequence'] });
          database.createObjectStore('drafts', { keyPath: 'key' });
        }
        if (oldVersion < 2) database.createObjectStore('printReadings', { keyPath: ['jobId', 'part'] });
      },
      // Another tab runs a newer version of the application: give way, or it could never upgrade.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
      },
    }).then((database) => {
      if (late) database.close();
      return database;
    });
    const limit = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        late = true;
        resolve(null);
      }, OPEN_LIMIT_MS);
    });
    const database = await Promise.race([opening, limit]);
    return database === null ? err(problem('storage.unavailable')) : ok(database);
  } catch (error) {
    return err(storageProblem(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Names what a failed database call threw. */
export function storageProblem(error: unknown): Problem {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  // Newer browsers give QuotaExceededError a class of its own, which is not a DOMException everywhere.
  const named = error instanceof Error && error.name === 'QuotaExceededError';
  return problem(full || named ? 'storage.full' : 'storage.unavailable');
}
