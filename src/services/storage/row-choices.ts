import { spreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { rowSetOfRanges, type RowSet } from '#model/data/row-set.ts';
import { withDatabase } from './database.ts';

/** The rows of a sheet to print. Rows have the numbers that the spreadsheet shows, except in `rows`. */
export type RowChoice =
  | { readonly type: 'all' }
  | { readonly type: 'range'; readonly from: number | null; readonly to: number | null }
  /** As typed by the user, for example `2-10, 15`. */
  | { readonly type: 'chosen'; readonly text: string }
  /** Checked in the table, too many to write; counted from 0. */
  | { readonly type: 'checked'; readonly rows: RowSet };

/** The choices for the last print of a sheet. */
export interface SheetChoice {
  readonly rows: RowChoice;
  /** The column with the copies per row; null when every row gives the same. */
  readonly copiesColumn: string | null;
}

/** Stores the last choice of rows for each sheet, in the user's database. */
export interface RowChoices {
  /** Null when none is stored, or when the browser stores nothing. */
  get(spreadsheet: SpreadsheetRef, sheet: string): Promise<SheetChoice | null>;
  put(spreadsheet: SpreadsheetRef, sheet: string, choice: SheetChoice): Promise<void>;
}

/** Identifies a sheet of a spreadsheet with its reading settings. */
export function sheetKey(spreadsheet: SpreadsheetRef, sheet: string): string {
  return JSON.stringify([spreadsheetKey(spreadsheet), sheet]);
}

/** More sheets than users return to; the oldest choice is deleted first. */
const MAX_REMEMBERED = 200;

export function createRowChoices(owner: () => string | null): RowChoices {
  return {
    async get(spreadsheet, sheet) {
      const key = sheetKey(spreadsheet, sheet);
      const stored = await withDatabase(owner(), (database) => database.get('rowChoices', key));
      return stored.ok && stored.value !== undefined ? readChoice(stored.value) : null;
    },
    async put(spreadsheet, sheet, { rows, copiesColumn }) {
      const kept =
        rows.type === 'checked' ? { type: rows.type, starts: rows.rows.starts, ends: rows.rows.ends } : { ...rows };
      const key = sheetKey(spreadsheet, sheet);
      await withDatabase(owner(), async (database) => {
        await database.put('rowChoices', { key, chosenAt: Date.now(), rows: kept, copiesColumn });
        if ((await database.count('rowChoices')) <= MAX_REMEMBERED) return;
        const all = await database.getAll('rowChoices');
        const oldest = all.sort((a, b) => Number(a['chosenAt']) - Number(b['chosenAt']))[0];
        if (oldest !== undefined) await database.delete('rowChoices', oldest.key);
      });
    },
  };
}

/** Null for a value that this version can't have stored. */
export function readChoice(stored: Readonly<Record<string, unknown>>): SheetChoice | null {
  const column = stored['copiesColumn'];
  const rows = readRows(stored['rows'] as Readonly<Record<string, unknown>> | null | undefined);
  return rows === null ? null : { rows, copiesColumn: typeof column === 'string' ? column : null };
}

function readRows(stored: Readonly<Record<string, unknown>> | null | undefined): RowChoice | null {
  const { type, from, to, text, starts, ends } = stored ?? {};
  if (type === 'all') return { type };
  if (type === 'range' && Number.isSafeInteger(from) && Number.isSafeInteger(to)) {
    return { type, from: Number(from), to: Number(to) };
  }
  if (type === 'chosen' && typeof text === 'string') return { type, text };
  if (type === 'checked' && starts instanceof Uint32Array && ends instanceof Uint32Array) {
    return { type, rows: rowSetOfRanges(Array.from(starts, (start, i) => [start, ends[i] ?? start] as const)) };
  }
  return null;
}
