import { deleteDB } from 'idb';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { databaseName, storageProblem, withDatabase } from './database.ts';

/** The data of a user that only this browser has. */
export interface KeptWork {
  /** Labels with changes that were never saved. */
  readonly drafts: number;
  /** Print runs without an end. */
  readonly openRuns: number;
  /** Spreadsheets from this computer that templates are bound to. */
  readonly spreadsheets: number;
  /** Cells of spreadsheets that were edited here and not in the file. */
  readonly cells: number;
  /** Print runs that the server's history doesn't have completely yet. */
  readonly pendingRuns: number;
  /** Printers that the page reaches without the assistant. */
  readonly devicePrinters: number;
}

export function keptWork(userId: string): Promise<Result<KeptWork>> {
  return withDatabase(userId, async (database) => ({
    drafts: await database.count('drafts'),
    openRuns: (await database.getAll('printJobs')).filter((job) => job.state === 'open').length,
    spreadsheets: await database.count('spreadsheets'),
    pendingRuns: (await database.getAll('untoldRuns')).filter(({ report }) => report !== null).length,
    devicePrinters: await database.count('devicePrinters'),
    cells: (await database.getAll('cellEdits')).reduce((sum, { edits }) => sum + countOf(edits), 0),
  }));
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Deletes everything that this browser has of the user. Other tabs close the database on request. */
export async function forgetUser(userId: string): Promise<Result<null>> {
  try {
    await deleteDB(databaseName(userId));
    return ok(null);
  } catch (error) {
    return err(storageProblem(error));
  }
}
