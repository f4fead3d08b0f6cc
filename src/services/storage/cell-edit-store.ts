import type { CellEdit } from '#model/data/cell-edit.ts';
import type { Result } from '#model/kernel/result.ts';
import { withDatabase } from './database.ts';

/** Keeps the edited cells of sheets, in the user's database. Sheets are named by `sheetKey`. */
export interface CellEditStore {
  get(sheet: string): Promise<Result<readonly CellEdit[]>>;
  /** No edits: nothing is kept any more. */
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

function readEdits(stored: unknown): readonly CellEdit[] {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly Readonly<Record<string, unknown>>[]).flatMap(({ row, column, text }) =>
    Number.isSafeInteger(row) && typeof column === 'string' && typeof text === 'string'
      ? [{ row: Number(row), column, text }]
      : [],
  );
}
