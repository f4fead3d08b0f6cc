import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RowWindow, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { columnHeadings, type ColumnHeading } from './table/column-headings.ts';
import type { SheetTable } from './table/sheet-table.ts';

/** A sheet as its reader hands it over. */
export interface ParsedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly table: SheetTable;
}

/** A spreadsheet in memory. It takes about 11 bytes for each cell, and the texts. */
export interface OpenedSpreadsheet {
  readonly info: SpreadsheetInfo;
  /**
   * Rows `first` to `first + count` of these columns, in the order asked for; row 0 is the first below the heading,
   * and fewer are returned at the end. `data.noSheet`, `data.noColumn`, or `input.invalid` for an impossible window.
   */
  rows(sheet: string, columns: readonly string[], first: number, count: number): Result<RowWindow>;
}

/** `data.noSheets` when the workbook has none, `data.empty` when no visible sheet has a row below its heading. */
export function createOpenedSpreadsheet(
  connection: string,
  fileName: string,
  parsed: readonly ParsedSheet[],
): Result<OpenedSpreadsheet> {
  if (parsed.length === 0) return err(problem('data.noSheets'));
  const sheets = parsed.map((sheet) => ({
    ...sheet,
    headings: columnHeadings(sheet.table),
    rowCount: Math.max(0, sheet.table.rowCount - 1),
  }));
  if (!sheets.some((sheet) => !sheet.hidden && sheet.rowCount > 0)) return err(problem('data.empty'));
  const info: SpreadsheetInfo = {
    connection,
    fileName,
    sheets: sheets.map(({ name, hidden, headings, rowCount }) => ({
      name,
      hidden,
      columns: headings.map((heading) => heading.name),
      rowCount,
    })),
  };
  return ok({
    info,
    rows(name, columns, first, count) {
      const sheet = sheets.find((candidate) => candidate.name === name);
      if (sheet === undefined) return err(problem('data.noSheet', { sheet: name }));
      if (!isCount(first) || !isCount(count)) return err(problem('input.invalid', { first, count }));
      const places: number[] = [];
      for (const column of columns) {
        const heading = sheet.headings.find((candidate) => candidate.name === column);
        if (heading === undefined) return err(problem('data.noColumn', { column, sheet: name }));
        places.push(heading.index);
      }
      return ok(readWindow(sheet.table, places, first, Math.min(sheet.rowCount, first + count)));
    },
  });
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function readWindow(
  table: SheetTable,
  places: readonly ColumnHeading['index'][],
  first: number,
  end: number,
): RowWindow {
  const rows: string[][] = [];
  const errors: { row: number; column: number; text: string }[] = [];
  for (let row = first; row < end; row++) {
    const texts: string[] = [];
    for (let column = 0; column < places.length; column++) {
      const place = places[column] as number;
      const text = table.text(row + 1, place);
      texts.push(text);
      if (table.isError(row + 1, place)) errors.push({ row: row - first, column, text });
    }
    rows.push(texts);
  }
  return { rows, errors };
}
