import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';

/** How many rows below the headings may be the true ones: titles, dates and empty rows come first in reports. */
const SEARCHED_ROWS = 20;

/**
 * Whether a sheet has all columns that the template takes from it. Problems: `data.noColumn`, and `data.headingsBelow` where
 * a row further down has the names of all of them.
 */
export function checkColumns(data: OpenedSpreadsheet, name: string, bound: readonly string[]): Result<null> {
  const sheet = data.info.sheets.find((each) => each.name === name);
  const column = bound.find((each) => sheet?.columns.includes(each) === false);
  if (sheet === undefined || column === undefined) return ok(null);
  const top = data.rows(name, sheet.columns, 0, SEARCHED_ROWS);
  const rows = top.ok ? top.value.rows : [];
  const found = rows.findIndex((cells) => {
    const texts = new Set(cells.map((cell) => cell.trim()));
    return bound.every((each) => texts.has(each));
  });
  if (found < 0) return err(problem('data.noColumn', { column }, '--data'));
  const row = rowNumber(sheet.numbering, found);
  return err(problem('data.headingsBelow', { column, row, skip: row - 1 }, '--skip-rows'));
}
