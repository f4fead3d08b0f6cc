import type { ColumnRequest } from '#model/data/cell-form.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { FileEncoding, RowWindow, SpreadsheetInfo, TextForm } from '#protocol/spreadsheet.ts';
import { openSheet, type OpenedSheet, type ParsedSheet } from './opened-sheet.ts';

export type { ParsedSheet } from './opened-sheet.ts';

/** A spreadsheet in memory. It takes about 11 bytes for each cell, and the texts. */
export interface OpenedSpreadsheet {
  readonly info: SpreadsheetInfo;
  /** `data.noSheet` when it has none of this name. */
  sheet(name: string): Result<OpenedSheet>;
  /**
   * Rows `first` to `first + count` of these columns, in the requested order; row 0 is the first below the heading, and
   * fewer are returned at the end. `data.noSheet`, `data.noColumn`, or `input.invalid` for an impossible window.
   */
  rows(sheet: string, columns: readonly ColumnRequest[], first: number, count: number): Result<RowWindow>;
}

/**
 * `data.noSheets` when the workbook has none, `data.empty` when no sheet has a row below its heading, not even a hidden
 * one.
 */
export function createOpenedSpreadsheet(
  connection: string,
  fileName: string,
  reading: SpreadsheetReading | undefined,
  parsed: readonly ParsedSheet[],
  text: TextForm | null = null,
  encoding?: FileEncoding,
): Result<OpenedSpreadsheet> {
  if (parsed.length === 0) return err(problem('data.noSheets'));
  const sheets = parsed.map((sheet) => openSheet(sheet, reading));
  if (!sheets.some(({ info }) => info.rowCount > 0)) return err(problem('data.empty'));
  // The first one of a name, in a file that has several.
  const byName = new Map(sheets.toReversed().map((sheet) => [sheet.info.name, sheet]));
  const find = (name: string): Result<OpenedSheet> => {
    const sheet = byName.get(name);
    return sheet === undefined ? err(problem('data.noSheet', { sheet: name })) : ok(sheet);
  };
  const coded = encoding === undefined ? {} : { encoding };
  return ok({
    info: { connection, reading, fileName, sheets: sheets.map(({ info }) => info), text, ...coded },
    sheet: find,
    rows(name, columns, first, count) {
      const sheet = find(name);
      if (!sheet.ok) return sheet;
      if (!isCount(first) || !isCount(count)) return err(problem('input.invalid', { first, count }));
      const places = sheet.value.placesOf(columns);
      if (!places.ok) return places;
      const length = Math.max(0, Math.min(sheet.value.info.rowCount - first, count));
      return ok(sheet.value.window(places.value, (i) => first + i, length));
    },
  });
}

/** A number of rows, or a row counted from 0. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
