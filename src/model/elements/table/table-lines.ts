import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import type { TableCell, TableElement } from './table-element.ts';
import { MAX_CELL_MM, MAX_TABLE_LINES, MIN_CELL_MM, minTableSideMm, REFUSED_CELL_MM } from './table-limits.ts';

/** The axis of a row or column, which are edited in the same way: `line` means either of them here. */
export type TableAxis = 'row' | 'column';

/** Inserts a row or column, as large as its neighbor, before line `at` (the number of lines means after the last). */
export function insertLine(table: TableElement, axis: TableAxis, at: number): Result<TableElement> {
  const sizes = lineSizes(table, axis);
  if (sizes.length >= MAX_TABLE_LINES) return err(problem('table.tooManyLines', { limit: MAX_TABLE_LINES }));
  const like = at === 0 ? 0 : at - 1;
  const size = sizes[like] ?? MIN_CELL_MM;
  const kept = table.cells.map((cell): TableCell => {
    const { start, span } = placeOn(cell, axis);
    if (start >= at) return moved(cell, axis, start + 1, span);
    return start + span > at ? moved(cell, axis, start, span + 1) : cell;
  });
  const added = table.cells.filter((cell) => {
    const { start, span } = placeOn(cell, axis);
    const straddles = start < at && start + span > at;
    return start <= like && start + span > like && !straddles;
  });
  const fresh = added.flatMap((neighbour) => emptyCells(neighbour, axis, at));
  return ok(withLines(table, axis, sizes.toSpliced(at, 0, size), [...kept, ...fresh]));
}

/** Deletes a row or column; merged cells across it shrink. The last one can't be deleted. */
export function deleteLine(table: TableElement, axis: TableAxis, at: number): Result<TableElement> {
  const sizes = lineSizes(table, axis);
  if (sizes.length <= 1) return err(problem(axis === 'row' ? 'table.lastRow' : 'table.lastColumn'));
  const cells = table.cells.flatMap((cell): TableCell[] => {
    const { start, span } = placeOn(cell, axis);
    if (start > at) return [moved(cell, axis, start - 1, span)];
    if (start + span <= at) return [cell];
    return span === 1 ? [] : [moved(cell, axis, start, span - 1)];
  });
  return ok(withLines(table, axis, sizes.toSpliced(at, 1), cells));
}

/**
 * Sets the width of a column or the height of a row; the table grows or shrinks with it. A size below 1 mm becomes 1
 * mm. Problems: `table.cellTooSmall` below 0.5 mm.
 */
export function resizeLine(table: TableElement, axis: TableAxis, at: number, sizeMm: Mm): Result<TableElement> {
  if (!(sizeMm >= REFUSED_CELL_MM)) return err(problem('table.cellTooSmall', { min: MIN_CELL_MM }));
  const sizes = lineSizes(table, axis).with(at, roundMm(Math.max(MIN_CELL_MM, sizeMm)));
  return ok(withLines(table, axis, sizes, table.cells));
}

/**
 * Moves the line after row or column `at`: the sizes on its two sides change, and the table keeps its size. The outer
 * line resizes its row or column and the table. The result respects the minimum of 1 mm and that of the table. Sizes
 * must fill the box (`withTableSize`).
 */
export function movedLine(table: TableElement, axis: TableAxis, at: number, byMm: Mm): TableElement {
  const sizes = lineSizes(table, axis);
  const before = sizes[at];
  const behind = sizes[at + 1];
  if (before === undefined) return table;
  const room = (size: Mm): Mm => Math.max(0, size - MIN_CELL_MM);
  if (behind === undefined) {
    const boxMm = sizes.reduce((sum, size) => sum + size, 0) + table.penWidthMm;
    const tableRoom = Math.max(0, boxMm - minTableSideMm(sizes.length, table.penWidthMm));
    const by = Math.min(MAX_CELL_MM - before, Math.max(byMm, -Math.min(room(before), tableRoom)));
    return withLines(table, axis, sizes.with(at, roundMm(before + by)), table.cells);
  }
  const by = roundMm(Math.min(room(behind), Math.max(-room(before), byMm)));
  const next = sizes.with(at, roundMm(before + by)).with(at + 1, roundMm(behind - by));
  return withLines(table, axis, next, table.cells);
}

export function lineSizes(table: TableElement, axis: TableAxis): readonly Mm[] {
  return axis === 'row' ? table.rowHeightsMm : table.columnWidthsMm;
}

/** The line at which a cell starts on an axis, and how many lines it spans. */
export function placeOn(cell: TableCell, axis: TableAxis): { readonly start: number; readonly span: number } {
  return axis === 'row' ? { start: cell.row, span: cell.rowSpan } : { start: cell.column, span: cell.columnSpan };
}

/** Sorts cells by their top left corners, row by row. */
export function inOrder(cells: readonly TableCell[]): readonly TableCell[] {
  return cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
}

function moved(cell: TableCell, axis: TableAxis, start: number, span: number): TableCell {
  return axis === 'row' ? { ...cell, row: start, rowSpan: span } : { ...cell, column: start, columnSpan: span };
}

/** Empty single cells with their neighbor's style (but never white on black), one for each line that it spans. */
function emptyCells(neighbour: TableCell, axis: TableAxis, at: number): TableCell[] {
  const along = axis === 'row' ? neighbour.columnSpan : neighbour.rowSpan;
  return Array.from({ length: along }, (_, i) => ({
    row: axis === 'row' ? at : neighbour.row + i,
    column: axis === 'row' ? neighbour.column + i : at,
    rowSpan: 1,
    columnSpan: 1,
    style: { ...neighbour.style, antiMirror: false },
    sources: [fixedText('')],
  }));
}

/** The table with other lines; its box grows or shrinks to fit them. */
function withLines(
  table: TableElement,
  axis: TableAxis,
  sizes: readonly Mm[],
  cells: readonly TableCell[],
): TableElement {
  const boxMm = roundMm(sizes.reduce((sum, size) => sum + size, 0) + table.penWidthMm);
  return axis === 'row'
    ? { ...table, rowHeightsMm: sizes, heightMm: boxMm, cells: inOrder(cells) }
    : { ...table, columnWidthsMm: sizes, widthMm: boxMm, cells: inOrder(cells) };
}
