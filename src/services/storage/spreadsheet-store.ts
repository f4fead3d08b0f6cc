import type { IDBPDatabase } from 'idb';
import type { Result } from '#model/kernel/result.ts';
import { storageProblem, withDatabase, type LabelwrightDb, type StoredSpreadsheet } from './database.ts';

export type SpreadsheetEntry = Omit<StoredSpreadsheet, 'blob'>;

/** Stores the local spreadsheets that templates are bound to, by connection key. */
export interface SpreadsheetStore {
  /** Stores a file and deletes the oldest ones if there is no space. `storage.full` when it doesn't fit even alone. */
  put(connection: string, fileName: string, blob: Blob): Promise<Result<null>>;
  /** Null when it is not stored. */
  get(connection: string): Promise<Result<StoredSpreadsheet | null>>;
  /** The newest first. */
  list(): Promise<Result<readonly SpreadsheetEntry[]>>;
  remove(connection: string): Promise<Result<null>>;
}

/** More than users work with at a time; limited, because the print journal shares the browser's storage. */
export const MAX_STORED_SPREADSHEETS = 20;

export interface SpreadsheetStoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The owner of the spreadsheets; null when signed out. */
  readonly owner: () => string | null;
}

/** The store in the user's database, opened for each call so that no tab blocks another from an upgrade. */
export function createSpreadsheetStore({ now, owner }: SpreadsheetStoreOptions): SpreadsheetStore {
  return {
    put: (connection, fileName, blob) =>
      withDatabase(owner(), async (database) => {
        const entry = { connection, fileName, sizeBytes: blob.size, storedAt: now(), blob };
        for (;;) {
          const needed = await neededByRuns(database);
          const others = (await entries(database)).filter(
            (other) => other.connection !== connection && !needed.has(other.connection),
          );
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
    get: (connection) =>
      withDatabase(owner(), async (database) => (await database.get('spreadsheets', connection)) ?? null),
    list: () => withDatabase(owner(), entries),
    remove: (connection) =>
      withDatabase(owner(), async (database) => {
        await database.delete('spreadsheets', connection);
        return null;
      }),
  };
}

/** The spreadsheets of runs without an end. */
async function neededByRuns(database: IDBPDatabase<LabelwrightDb>): Promise<ReadonlySet<string>> {
  const runs = await database.getAll('keptRuns');
  return new Set(runs.flatMap(({ data }) => data.edits.map(({ connection }) => connection)));
}

/** The blob in each row is only a handle: the files themselves are not read here. */
async function entries(database: IDBPDatabase<LabelwrightDb>): Promise<SpreadsheetEntry[]> {
  const all = await database.getAll('spreadsheets');
  return all
    .map(({ connection, fileName, sizeBytes, storedAt }) => ({ connection, fileName, sizeBytes, storedAt }))
    .sort((a, b) => b.storedAt - a.storedAt);
}
