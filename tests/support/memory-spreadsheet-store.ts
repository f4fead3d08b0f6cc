import { ok } from '#model/kernel/result.ts';
import type { StoredSpreadsheet } from '#services/storage/database.ts';
import type { SpreadsheetStore } from '#services/storage/spreadsheet-store.ts';

/** The store of a test without a browser database. */
export function createMemorySpreadsheetStore(): SpreadsheetStore {
  const kept = new Map<string, StoredSpreadsheet>();
  let clock = 0;
  return {
    put: (connection, fileName, blob) => {
      kept.set(connection, { connection, fileName, sizeBytes: blob.size, storedAt: clock++, blob });
      return Promise.resolve(ok(null));
    },
    get: (connection) => Promise.resolve(ok(kept.get(connection) ?? null)),
    list: () => Promise.resolve(ok([...kept.values()].sort((a, b) => b.storedAt - a.storedAt))),
    remove: (connection) => {
      kept.delete(connection);
      return Promise.resolve(ok(null));
    },
  };
}
