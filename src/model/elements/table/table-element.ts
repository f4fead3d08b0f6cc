import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { TextStyle } from '../base/text-style.ts';

/** The style of a cell. With `antiMirror` the whole cell is black and its text white. */
export interface CellStyle extends TextStyle {
  /** Mirrors the text left to right inside the cell. */
  readonly mirror: boolean;
}

/** One cell, or several merged into one. Rows and columns count from 0. */
export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly style: CellStyle;
  readonly sources: readonly DataSource[];
}

/**
 * A table. Lines as thick as the pen run on both sides of every row and column, the outer ones inside the box: the box
 * is as wide as all columns plus one pen. A column's width is the distance from one line to the next, including the
 * pen.
 */
export interface TableElement extends ElementBase {
  readonly type: 'table';
  readonly columnWidthsMm: readonly Mm[];
  readonly rowHeightsMm: readonly Mm[];
  readonly penWidthMm: Mm;
  /** The cells cover the grid exactly, in the order of their top left corners: row by row. */
  readonly cells: readonly TableCell[];
}

export function isTable(element: ElementBase): element is TableElement {
  return element.type === 'table';
}

/** A cell's name in problems and in the file: its top left corner as `row,column`, counted from 1. */
export function cellPlace(cell: Pick<TableCell, 'row' | 'column'>): string {
  return `${cell.row + 1},${cell.column + 1}`;
}

/**
 * The index of the cell at each place of the grid, row by row; null when the cells don't cover the grid exactly or are
 * out of order.
 */
export function cellGrid(rows: number, columns: number, cells: readonly TableCell[]): Int32Array | null {
  const grid = new Int32Array(rows * columns).fill(-1);
  let last = -1;
  for (const [index, cell] of cells.entries()) {
    const corner = cell.row * columns + cell.column;
    const inside =
      cell.row >= 0 && cell.column >= 0 && cell.row + cell.rowSpan <= rows && cell.column + cell.columnSpan <= columns;
    if (!inside || cell.rowSpan < 1 || cell.columnSpan < 1 || corner <= last) return null;
    last = corner;
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      const from = row * columns + cell.column;
      for (let at = from; at < from + cell.columnSpan; at++) {
        if (grid[at] !== -1) return null;
        grid[at] = index;
      }
    }
  }
  return grid.includes(-1) ? null : grid;
}

/**
 * The left edges of the vertical lines, or the top edges of the horizontal ones, from 0 to the box's end minus the pen.
 */
export function lineOffsets(sizesMm: readonly Mm[], boxMm: Mm, penWidthMm: Mm): readonly Mm[] {
  const total = sizesMm.reduce((sum, size) => sum + size, 0);
  // A box that doesn't match the sizes of the columns stretches them.
  const scale = total > 0 ? Math.max(0, boxMm - penWidthMm) / total : 0;
  const offsets = [0];
  let at = 0;
  for (const size of sizesMm) {
    at += size;
    offsets.push(roundMm(at * scale));
  }
  return offsets;
}

/** The area between the middles of the lines around a cell, in mm of the content box: where a press hits the cell. */
export function cellRect(
  table: TableElement,
  cell: TableCell,
): { readonly x: Mm; readonly y: Mm; readonly width: Mm; readonly height: Mm } {
  const xs = lineOffsets(table.columnWidthsMm, table.widthMm, table.penWidthMm);
  const ys = lineOffsets(table.rowHeightsMm, table.heightMm, table.penWidthMm);
  const left = xs[cell.column] ?? 0;
  const top = ys[cell.row] ?? 0;
  const half = table.penWidthMm / 2;
  return {
    x: left + half,
    y: top + half,
    width: (xs[cell.column + cell.columnSpan] ?? left) - left,
    height: (ys[cell.row + cell.rowSpan] ?? top) - top,
  };
}
