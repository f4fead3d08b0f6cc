import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { requestedColumn, UNKNOWN_FORMAT_MARK, type CellForm, type ColumnRequest } from '#model/data/cell-form.ts';
import { rowNumber, type RowNumbering } from '#model/data/row-numbering.ts';
import { MAX_HEADING_ROWS, type SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { CellEdit } from '#model/data/cell-edit.ts';
import type { RowWindow, SheetInfo } from '#protocol/spreadsheet.ts';
import type { QueryTable } from './query/query-table.ts';
import { BLOCK_ROWS } from './table/cell-block.ts';
import { CellOverlay, type PlacedEdit } from './table/cell-overlay.ts';
import { columnHeadings } from './table/column-headings.ts';
import { numberRows } from './table/number-rows.ts';
import type { SheetTable } from './table/sheet-table.ts';

/** A sheet as its reader returns it. */
export interface ParsedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly table: SheetTable;
  /** It is still being read: cells of its last row may be missing, so that row is not shown yet. */
  readonly unfinished?: boolean;
}

/** One sheet of a spreadsheet in memory, with its reading options. Row 0 is the first that gives a record. */
export interface OpenedSheet {
  readonly info: SheetInfo;
  /** Its rows for queries; columns are indexes in the sheet. */
  readonly table: QueryTable;
  /** The index of each column in the sheet and the requested form of its cells; `data.noColumn`. */
  placesOf(columns: readonly ColumnRequest[]): Result<readonly ColumnPlace[]>;
  /** `count` rows of the columns at these indexes; `rowAt` gives the row for each. */
  window(places: readonly ColumnPlace[], rowAt: (i: number) => number, count: number): RowWindow;
  /** Shows these texts instead of the file's cells, replacing earlier edits; `data.noColumn`. */
  edit(edits: readonly CellEdit[]): Result<null>;
}

export interface ColumnPlace {
  readonly index: number;
  readonly form: CellForm;
}

/** Number of rows without text above the first that has one, without another choice; 0 in a sheet without text. */
function blankRowsAbove(table: SheetTable): number {
  const columns = Array.from({ length: table.columnCount }, (_each, i) => i).filter((column) => !table.isBlank(column));
  for (let row = 0; row < Math.min(table.rowCount, MAX_HEADING_ROWS); row++) {
    if (columns.some((column) => table.text(row, column).trim() !== '')) return row;
  }
  return 0;
}

export function openSheet(
  { name, hidden, table, unfinished = false }: ParsedSheet,
  reading: SpreadsheetReading | undefined,
): OpenedSheet {
  const { headingRows = 1, hiddenRows = 'read', hiddenColumns = 'read' } = reading ?? {};
  const skippedRows = reading?.skippedRows ?? (headingRows === 0 ? 0 : blankRowsAbove(table));
  const place = { first: skippedRows, count: headingRows, skipHidden: hiddenColumns === 'skip' };
  const headings = columnHeadings(table, place);
  const numbered = numberRows(table, skippedRows + headingRows, hiddenRows);
  const { numbering, hiddenRowCount } = numbered;
  const mergedCellCount = table.fillMerged?.(skippedRows + headingRows) ?? 0;
  const rowCount = unfinished ? Math.max(0, numbered.rowCount - 1) : numbered.rowCount;
  const places = new Map(headings.map((heading) => [heading.name, heading.index]));
  let overlay = new CellOverlay([]);
  const rows = createQueryTable(table, numbering, rowCount);
  return {
    info: {
      name,
      hidden,
      columns: headings.map((heading) => heading.name),
      rowCount,
      numbering,
      hiddenRowCount,
      mergedCellCount,
      hiddenColumnCount: countHiddenColumns(table),
    },
    table: {
      rowCount,
      date1904: rows.date1904,
      text: (row, column) => overlay.textAt(row, column) ?? rows.text(row, column),
      isError: (row, column) => overlay.textAt(row, column) === undefined && rows.isError(row, column),
      blockRows: (row) => rows.blockRows(row),
      readBlock(column, row, count, block, part) {
        rows.readBlock(column, row, count, block, part);
        overlay.apply(column, row, count, block);
      },
    },
    placesOf(columns) {
      const found: ColumnPlace[] = [];
      for (const { column, form } of columns.map(requestedColumn)) {
        const index = places.get(column);
        if (index === undefined) return err(problem('data.noColumn', { column, sheet: name }));
        found.push({ index, form });
      }
      return ok(found);
    },
    window: (columns, rowAt, count) => readWindow(table, numbering, overlay, columns, rowAt, count),
    edit(edits) {
      const placed: PlacedEdit[] = [];
      for (const { row, column, text } of edits) {
        const index = places.get(column);
        if (index === undefined) return err(problem('data.noColumn', { column, sheet: name }));
        placed.push({ row, column: index, text });
      }
      overlay = new CellOverlay(placed);
      return ok(null);
    },
  };
}

function countHiddenColumns(table: SheetTable): number {
  let count = 0;
  for (let column = 0; column < table.columnCount; column++) {
    if (!table.isBlank(column) && table.isColumnHidden?.(column) === true) count++;
  }
  return count;
}

function createQueryTable(table: SheetTable, numbering: RowNumbering, rowCount: number): QueryTable {
  const { firstRow, gaps } = numbering;
  return {
    rowCount,
    date1904: table.date1904 === true,
    text: (row, column) => table.text(rowNumber(numbering, row) - 1, column),
    isError: (row, column) => table.isError(rowNumber(numbering, row) - 1, column),
    blockRows: (row) => (gaps.length === 0 ? table.blockRows?.(row + firstRow - 1) : undefined) ?? BLOCK_ROWS,
    readBlock(column, row, count, block, part = 'cells') {
      if (gaps.length === 0) {
        table.readBlock(column, row + firstRow - 1, count, block, 0, part);
        return;
      }
      // One piece after another, each up to the next skipped row.
      let gap = gaps.findIndex(({ index }) => index > row);
      for (let done = 0; done < count;) {
        const next = gap < 0 ? undefined : gaps[gap]?.index;
        const length = Math.min(count - done, (next ?? Number.POSITIVE_INFINITY) - row - done);
        table.readBlock(column, rowNumber(numbering, row + done) - 1, length, block, done);
        done += length;
        gap = next === undefined ? -1 : gap + 1;
      }
    },
  };
}

function readWindow(
  table: SheetTable,
  numbering: RowNumbering,
  overlay: CellOverlay,
  places: readonly ColumnPlace[],
  rowAt: (i: number) => number,
  count: number,
): RowWindow {
  const rows: string[][] = [];
  const errors: { row: number; column: number; text: string }[] = [];
  for (let row = 0; row < count; row++) {
    const texts: string[] = [];
    const sheetRow = rowAt(row);
    const tableRow = rowNumber(numbering, sheetRow) - 1;
    for (const [column, { index, form }] of places.entries()) {
      const edited = overlay.textAt(sheetRow, index);
      if (edited !== undefined) {
        texts.push(edited);
        continue;
      }
      const text = form === 'shown' ? table.text(tableRow, index) : table.value(tableRow, index, form);
      texts.push(text);
      if (table.isError(tableRow, index)) errors.push({ row, column, text });
      else if (form === 'shown' && table.isFormatUnknown?.(tableRow, index) === true) {
        errors.push({ row, column, text: UNKNOWN_FORMAT_MARK + text });
      }
    }
    rows.push(texts);
  }
  return { rows, errors };
}
