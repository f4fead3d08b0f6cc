import { PLAIN_NUMBERING, rowNumber, type RowNumbering } from '#model/data/row-numbering.ts';
import type { BoundTable } from '#model/data/tables.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';

/** A row of the sheet with the key. */
export interface FoundRow {
  /** Counted from 0 below the headings. */
  readonly index: number;
  /** The row number in the spreadsheet. */
  readonly row: number;
  /** The shown texts of the columns that the label uses. */
  readonly texts: readonly string[];
}

/** The most rows that are examined: a key with so many rows identifies none. */
const MOST_ROWS = 200;

/**
 * The rows whose cell in this column is the key: as the spreadsheet shows it, or as it is stored (`1234` for a shown
 * `1,234.00`). Leading zeros count; case counts only between rows that differ in nothing else. Problems: those of the
 * reader.
 */
export async function findRows(
  spreadsheets: Pick<SpreadsheetClient, 'view'>,
  table: BoundTable,
  column: string,
  key: string,
  numbering: RowNumbering = PLAIN_NUMBERING,
): Promise<Result<readonly FoundRow[]>> {
  const stop = new AbortController();
  const filters = [{ column, test: 'is', value: key } as const];
  const query = { search: '', filters, sort: [], language: 'en' };
  const view = await spreadsheets.view(table, table.sheet, query, () => undefined, stop.signal);
  if (!view.ok) return view;
  try {
    const done = await view.value.done;
    if (!done.ok) return done;
    if (done.value.count === 0) return ok([]);
    const columns = [column, { column, form: 'stored' as const }, ...table.columns];
    const read = await view.value.rows(columns, 0, Math.min(done.value.count, MOST_ROWS));
    if (!read.ok) return read;
    const { rows, indexes } = read.value;
    const found = rows.flatMap(([shown = '', stored = '', ...texts], i) => {
      const index = indexes[i];
      if (index === undefined) return [];
      return [{ forms: [shown.trim(), stored.trim()], found: { index, row: rowNumber(numbering, index), texts } }];
    });
    const exact = found.filter(({ forms }) => forms.includes(key));
    const alike = found.filter(({ forms }) => forms.some((form) => form.toLowerCase() === key.toLowerCase()));
    return ok((exact.length > 0 ? exact : alike).map((one) => one.found));
  } finally {
    stop.abort();
  }
}
