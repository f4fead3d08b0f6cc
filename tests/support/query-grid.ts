import { compileFormat, GENERAL } from '#data-worker/format/cell-format.ts';
import type { QueryTable } from '#data-worker/query/query-table.ts';
import { CellGrid, type WorkbookCells } from '#data-worker/table/cell-grid.ts';
import { StringTable } from '#data-worker/table/string-table.ts';

/** The style of a date: `yyyy-mm-dd`. Style 0 is General. */
export const DATE_STYLE = 1;

/** A grid to be filled with cells as the .xlsx reader fills it, and the table that queries take. */
export interface QueryGrid {
  readonly grid: CellGrid;
  /** The number of a text; equal texts have the same one, as in a workbook's shared strings. */
  readonly keep: (text: string) => number;
  readonly tableOf: (rowCount: number) => QueryTable;
}

export function createQueryGrid(): QueryGrid {
  const strings = new StringTable();
  const workbook: WorkbookCells = {
    strings,
    formats: [GENERAL, compileFormat('yyyy-mm-dd')],
    date1904: false,
    escapes: false,
    cells: 0,
    places: 0,
  };
  const grid = new CellGrid(workbook);
  const known = new Map<string, number>();
  return {
    grid,
    keep(text) {
      const index = known.get(text) ?? strings.add(text);
      known.set(text, index);
      return index;
    },
    tableOf: (rowCount) => ({
      rowCount,
      date1904: false,
      text: (row, column) => grid.text(row, column),
      isError: (row, column) => grid.isError(row, column),
      blockRows: (row) => grid.blockRows(row),
      readBlock: (column, row, count, block, part = 'cells') => grid.readBlock(column, row, count, block, 0, part),
    }),
  };
}
