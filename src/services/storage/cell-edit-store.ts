import type { CellEdit } from '#model/data/cell-edit.ts';
import type { SheetEdits } from '#model/data/frozen-data.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { withDatabase } from './database.ts';
import { sheetKey } from './row-choices.ts';

/** Stores the edited cells of sheets, in the user's database. Sheets are identified by `sheetKey`. */
export interface CellEditStore {
  get(sheet: string): Promise<Result<readonly CellEdit[]>>;
  /** Empty edits delete the entry. */
  put(sheet: string, edits: readonly CellEdit[]): Promise<Result<null>>;
}

export function createCellEditStore(owner: () => string | null): CellEditStore {
  return {
    get: (sheet) =>
      withDatabase(owner(), async (database) => readEdits((await database.get('cellEdits', sheet))?.['edits'])),
    put: (sheet, edits) =>
      withDatabase(owner(), async (database) => {
        if (edits.length === 0) await database.delete('cellEdits', sheet);
        else await database.put('cellEdits', { key: sheet, edits });
        return null;
      }),
  };
}

/** A store with only these edits, which stores no others. */
export function createFrozenEditStore(frozen: readonly SheetEdits[]): CellEditStore {
  const known = new Map(frozen.map((one) => [sheetKey(one, one.sheet), one.edits]));
  return {
    get: (sheet) => Promise.resolve(ok(known.get(sheet) ?? [])),
    put: () => Promise.resolve(ok(null)),
  };
}

function readEdits(stored: unknown): readonly CellEdit[] {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly Readonly<Record<string, unknown>>[]).flatMap(({ row, column, text }) =>
    Number.isSafeInteger(row) && typeof column === 'string' && typeof text === 'string'
      ? [{ row: Number(row), column, text }]
      : [],
  );
}
