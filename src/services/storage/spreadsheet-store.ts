import type { IDBPDatabase } from 'idb';
import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { openDatabase, storageProblem, type LabelwrightDb, type StoredSpreadsheet } from './database.ts';

export type SpreadsheetEntry = Omit<StoredSpreadsheet, 'blob'>;

/** Keeps the local spreadsheets that templates are bound to, by connection key. */
export interface SpreadsheetStore {
  /** Keeps a file; when there are too many or no room is left, the oldest go. `storage.full` when it fits not even alone. */
  put(connection: string, fileName: string, blob: Blob): Promise<Result<null>>;
  /** Null when it is not kept. */
  get(connection: string): Promise<Result<StoredSpreadsheet | null>>;
  /** The newest first. */
  list(): Promise<Result<readonly SpreadsheetEntry[]>>;
  remove(connection: string): Promise<Result<null>>;
}

/** More than anyone works with at a time; the browser's room is shared with the print journal. */
export const MAX_STORED_SPREADSHEETS = 20;

export interface SpreadsheetStoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The store in the browser's database, opened for each call so that no tab keeps another from an upgrade. */
export function createSpreadsheetStore({ now }: SpreadsheetStoreOptions): SpreadsheetStore {
  return {
    put: (connection, fileName, blob) =>
      withDatabase(async (database) => {
        const entry = { connection, fileName, sizeBytes: blob.size, storedAt: now(), blob };
        for (;;) {
          const others = (await entries(database)).filter((other) => other.connection !== connection);
          for (const { connection: old } of others.slice(MAX_STORED_SPREADSHEETS - 1)) {
            await database.delete('spreadsheets', old);
          }
          try {
            await database.put('spreadsheets', entry);
            return null;
          } catch (error) {
            const oldest = others.at(-1);
            if (storageProblem(error).code !== 'storage.full' || oldest === undefined) throw error;
            await database.delete('spreadsheets', oldest.connection);
          }
        }
      }),
    get: (connection) => withDatabase(async (database) => (await database.get('spreadsheets', connection)) ?? null),
    list: () => withDatabase(entries),
    remove: (connection) =>
      withDatabase(async (database) => {
        await database.delete('spreadsheets', connection);
        return null;
      }),
  };
}

/** Runs it on an open database and closes that; what the database throws becomes a problem. */
async function withDatabase<T>(
  run: (database: IDBPDatabase<LabelwrightDb>) => Promise<T>,
): Promise<Result<T, Problem>> {
  const database = await openDatabase();
  if (!database.ok) return database;
  try {
    return ok(await run(database.value));
  } catch (error) {
    return err(storageProblem(error));
  } finally {
    database.value.close();
  }
}

/** A blob in a row is only a handle: the files themselves are not read here. */
async function entries(database: IDBPDatabase<LabelwrightDb>): Promise<SpreadsheetEntry[]> {
  const all = await database.getAll('spreadsheets');
  return all
    .map(({ connection, fileName, sizeBytes, storedAt }) => ({ connection, fileName, sizeBytes, storedAt }))
    .sort((a, b) => b.storedAt - a.storedAt);
}
