import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { DocumentKey } from '#model/document/document-file.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobOutcome, JournalJob, JournalPage, KeptPage, KeptRun, PageEnd, Reading } from '#protocol/printing.ts';
import { busyWhile } from '../idle.ts';

const DATABASE_VERSION = 14;
/** A limit is needed because a browser with a damaged profile may never answer. */
const OPEN_LIMIT_MS = 10_000;

/** Stored values are checked by the code that reads them, so their fields have no known type here. */
type Fields = Readonly<Record<string, unknown>>;

/** A local spreadsheet, stored so that a template finds its rows again after a reload. */
export interface StoredSpreadsheet {
  /** `sha256:<hex>` of the bytes. */
  readonly connection: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970; the oldest is deleted first when space is needed. */
  readonly storedAt: number;
  readonly blob: Blob;
}

export interface StoredPrintJob extends JournalJob {
  readonly state: 'open' | JobOutcome;
}

/** The first and last sequence of pages with the same end. */
export type EndRange = readonly [from: number, to: number, end: PageEnd];

/**
 * One write to the journal of a job. A browser takes nearly as long to store a page as to store a hundred in one value,
 * so all pages of a write are one.
 */
export interface StoredJournalStep {
  readonly jobId: string;
  /** Counts from 1, in the order of the writes; a number of a failed write is missing. */
  readonly part: number;
  /** Ends of pages of earlier steps. */
  readonly ends: readonly EndRange[];
  /** Pages that were sent after this write. */
  readonly sent: readonly Omit<JournalPage, 'jobId'>[];
}

/** The symbol readings of a job, in parts that count from 0. */
export interface StoredReadings {
  readonly jobId: string;
  readonly part: number;
  readonly readings: readonly Reading[];
  /** The place of each reading's label in the run. Earlier versions wrote neither this nor `through`. */
  readonly places?: readonly number[];
  /** How many labels of the run have their readings in this part and earlier ones. */
  readonly through?: number;
}

/** The rows of a sheet that were printed last, and the number of labels of each. */
export type StoredRowChoice = { readonly key: string } & Fields;

/** Cells of a sheet that were edited here and not in the file. */
export type StoredCellEdits = { readonly key: string } & Fields;

/** This user's credentials for the print assistant. */
export interface StoredPairing {
  readonly client: string;
  readonly pairing: { readonly id: string; readonly secret: string } | null;
}

/** A print run that the server's history doesn't have completely yet. */
export type StoredPendingRun = { readonly jobId: string } & Fields;

/** A printer that pages reach without the assistant. */
export type StoredDevicePrinter = { readonly name: string } & Fields;

/** The last file from a web address on this device. */
export interface StoredWebCopy {
  readonly address: string;
  /** The connection of the file itself, its key among the spreadsheets. */
  readonly content: string;
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Boxes on the sheets of a carrier. */
export type StoredCropPreset = { readonly name: string } & Fields;

/** An opened document, stored so that its run can be resumed after a reload. */
export interface StoredDocument {
  readonly document: DocumentKey;
  readonly fileName: string;
  readonly blob: Blob;
  /** The password of an encrypted document; null otherwise. It is stored only together with the bytes that it opens. */
  readonly password: string | null;
  /** Milliseconds since 1970; the oldest is deleted first when space is needed. */
  readonly storedAt: number;
}

/** From where rows took their pictures last: a zip file, or a folder that the browser opens again with a permission. */
export interface StoredPictures {
  readonly name: string;
  readonly source: Blob | FileSystemDirectoryHandle;
}

export type StoredDraft = { readonly key: string } & Fields;

/** One step of a draft's journal; its parts count from 1. */
export type StoredDraftStep = { readonly storedAs: string; readonly part: number } & Fields;

export interface StoredEndedRun extends KeptRun {
  /** The report of a canceled run, as the application has it, until the user has dismissed it. */
  readonly canceled?: unknown;
}

export interface LabelwrightDb extends DBSchema {
  /** Key path `connection`. */
  spreadsheets: { key: string; value: StoredSpreadsheet };
  printJobs: { key: string; value: StoredPrintJob };
  /** Pages of jobs that earlier versions began. All of a job: `IDBKeyRange.bound([jobId], [jobId, []])`. */
  printPages: { key: [string, number]; value: KeptPage };
  /** All steps of a job, in order: `IDBKeyRange.bound([jobId], [jobId, []])`. */
  printSteps: { key: [string, number]; value: StoredJournalStep };
  /** All parts of a job, in order: `IDBKeyRange.bound([jobId], [jobId, []])`. */
  printReadings: { key: [string, number]; value: StoredReadings };
  /** The data for resuming runs without an end. Key path `jobId`. */
  keptRuns: { key: string; value: KeptRun };
  /** The same of the latest ended runs, so that their labels can be reprinted. Key path `jobId`. */
  endedRuns: { key: string; value: StoredEndedRun; indexes: { startedAt: number } };
  drafts: { key: string; value: StoredDraft };
  /** The changes since a draft was written whole. All steps of one: `IDBKeyRange.bound([storedAs], [storedAs, []])`. */
  draftSteps: { key: [string, number]; value: StoredDraftStep };
  /** The key of these two: `sheetKey`. */
  rowChoices: { key: string; value: StoredRowChoice };
  cellEdits: { key: string; value: StoredCellEdits };
  /** One, by the key `assistant`. */
  pairings: { key: string; value: StoredPairing };
  untoldRuns: { key: string; value: StoredPendingRun };
  devicePrinters: { key: string; value: StoredDevicePrinter };
  webCopies: { key: string; value: StoredWebCopy };
  cropPresets: { key: string; value: StoredCropPreset };
  /** Key path `document`. */
  documents: { key: string; value: StoredDocument };
  /** One, by the key `last`. */
  rowPictures: { key: string; value: StoredPictures };
}

/** Each user has a separate database: the next user of this browser doesn't see it. */
export function databaseName(userId: string): string {
  return `labelwright-${userId}`;
}

/** Pending calls, so that a page can wait for them before it is left. */
const inFlight = new Set<Promise<unknown>>();

/**
 * Opens the user's database, uses it and closes it again; exceptions become problems: `storage.unavailable` if the
 * browser has none (private windows, switched off, a damaged profile), denies it, or doesn't answer in 10 s, and if no
 * user is signed in; `storage.full` when there is no space.
 */
export function withDatabase<T>(
  userId: string | null,
  use: (database: IDBPDatabase<LabelwrightDb>) => Promise<T>,
): Promise<Result<T>> {
  const call = busyWhile(openAndUse(userId, use)).finally(() => inFlight.delete(call));
  inFlight.add(call);
  return call;
}

/** Resolves when no call is pending any more, including those that were just made. */
export async function storageSettled(): Promise<void> {
  do {
    await Promise.all(inFlight);
    // Code that was waiting for one of these calls can now make its next one.
    await new Promise((resolve) => setTimeout(resolve));
  } while (inFlight.size > 0);
}

async function openAndUse<T>(
  userId: string | null,
  use: (database: IDBPDatabase<LabelwrightDb>) => Promise<T>,
): Promise<Result<T>> {
  const database = await openDatabase(userId);
  if (!database.ok) return database;
  try {
    return ok(await use(database.value));
  } catch (error) {
    return err(storageProblem(error));
  } finally {
    database.value.close();
  }
}

/** Opens the user's database and creates missing stores. Problems as in `withDatabase`. The caller must close it. */
export async function openDatabase(userId: string | null): Promise<Result<IDBPDatabase<LabelwrightDb>>> {
  if (typeof indexedDB === 'undefined' || userId === null) return err(problem('storage.unavailable'));
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const opening = openNamed(databaseName(userId)).then((database) => {
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

/** The database of that name with all its stores. Throws the browser's exceptions. */
export function openNamed(name: string): Promise<IDBPDatabase<LabelwrightDb>> {
  return openDB<LabelwrightDb>(name, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('spreadsheets', { keyPath: 'connection' });
        database.createObjectStore('printJobs', { keyPath: 'jobId' });
        database.createObjectStore('printPages', { keyPath: ['jobId', 'sequence'] });
        database.createObjectStore('drafts', { keyPath: 'key' });
      }
      if (oldVersion < 2) database.createObjectStore('printReadings', { keyPath: ['jobId', 'part'] });
      if (oldVersion < 3) {
        database.createObjectStore('rowChoices', { keyPath: 'key' });
        database.createObjectStore('cellEdits', { keyPath: 'key' });
      }
      if (oldVersion < 4) database.createObjectStore('pairings');
      if (oldVersion < 5) database.createObjectStore('keptRuns', { keyPath: 'jobId' });
      if (oldVersion < 6) database.createObjectStore('untoldRuns', { keyPath: 'jobId' });
      if (oldVersion < 7) {
        database.createObjectStore('endedRuns', { keyPath: 'jobId' }).createIndex('startedAt', 'startedAt');
      }
      if (oldVersion < 8) database.createObjectStore('devicePrinters', { keyPath: 'name' });
      if (oldVersion < 9) database.createObjectStore('webCopies', { keyPath: 'address' });
      if (oldVersion < 10) database.createObjectStore('draftSteps', { keyPath: ['storedAs', 'part'] });
      if (oldVersion < 11) database.createObjectStore('cropPresets', { keyPath: 'name' });
      if (oldVersion < 12) database.createObjectStore('documents', { keyPath: 'document' });
      if (oldVersion < 13) database.createObjectStore('printSteps', { keyPath: ['jobId', 'part'] });
      if (oldVersion < 14) database.createObjectStore('rowPictures');
    },
    // Another tab wants to upgrade or delete the database, which requires this one to close it.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
    },
  });
}

/** The problem for the exception of a failed database call. */
export function storageProblem(error: unknown): Problem {
  // A DOMException is an Error in some browsers only, and newer ones have a separate class for a full disk.
  const named = error instanceof DOMException || error instanceof Error;
  return problem(named && error.name === 'QuotaExceededError' ? 'storage.full' : 'storage.unavailable');
}
