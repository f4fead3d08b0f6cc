import { applyToRect, rectContains, type Affine, type Point, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { levelTransform } from '#model/elements/base/box.ts';
import { turnedBack } from '#model/elements/base/turned-box.ts';
import {
  cellPlace,
  cellRect,
  isTable,
  type TableCell,
  type TableElement,
} from '#model/elements/table/table-element.ts';
import type { Template } from '#model/template/template.ts';

/** The top left corner of a cell in the grid, counted from 0. */
export interface CellCorner {
  readonly row: number;
  readonly column: number;
}

/** The chosen cells of the one selected table, in the order in which they were chosen. */
export interface CellSelection {
  readonly id: ElementId;
  /** Never empty. */
  readonly corners: readonly CellCorner[];
}

type Selecting = { readonly template: Template; readonly selection: readonly ElementId[] };
export type SelectingCells = Selecting & { readonly cellSelection: CellSelection | null };

/** The table, if it is the only selected element. */
export function selectedTable({ template, selection }: Selecting): TableElement | null {
  const [id, more] = selection;
  const element = more === undefined ? template.elements.find((e) => e.id === id) : undefined;
  return element !== undefined && isTable(element) ? element : null;
}

/** The indices of the chosen cells in the table, in the order of the cells. */
export function selectedCells(state: SelectingCells): readonly number[] {
  const table = selectedTable(state);
  if (table === null || state.cellSelection?.id !== table.id) return [];
  const wanted = new Set(state.cellSelection.corners.map(cellPlace));
  return table.cells.flatMap((cell, i) => (wanted.has(cellPlace(cell)) ? [i] : []));
}

/** The chosen cells that still exist, as long as their table is the only selected element; null when none is left. */
export function presentCells(state: Selecting, wanted: CellSelection | null): CellSelection | null {
  if (wanted === null) return null;
  const table = selectedTable(state);
  if (table?.id !== wanted.id) return null;
  const present = new Set(table.cells.map(cellPlace));
  const corners = wanted.corners.filter((corner) => present.has(cellPlace(corner)));
  if (corners.length === 0) return null;
  return corners.length === wanted.corners.length ? wanted : { id: table.id, corners };
}

/** How a click changes the chosen cells: Ctrl toggles the cell, Shift chooses all cells in between. */
export type CellClick = 'only' | 'toggle' | 'range';

export function clickedCells(
  table: TableElement,
  before: CellSelection | null,
  cell: TableCell,
  click: CellClick,
): CellSelection | null {
  const corner = { row: cell.row, column: cell.column };
  const chosen = before?.id === table.id ? before.corners : [];
  if (click === 'toggle') {
    const left = chosen.filter((c) => cellPlace(c) !== cellPlace(corner));
    const corners = left.length === chosen.length ? [...chosen, corner] : left;
    return corners.length === 0 ? null : { id: table.id, corners };
  }
  const from = chosen.at(-1);
  if (click === 'only' || from === undefined) return { id: table.id, corners: [corner] };
  const anchor = table.cells.find((c) => cellPlace(c) === cellPlace(from)) ?? cell;
  const between = cellsBetween(table, anchor, cell).filter((c) => cellPlace(c) !== cellPlace(anchor));
  // The anchor stays last: the next range starts there again.
  return { id: table.id, corners: [...between, anchor].map(({ row, column }) => ({ row, column })) };
}

/** All cells that overlap the rectangle around two cells. */
function cellsBetween(table: TableElement, a: TableCell, b: TableCell): readonly TableCell[] {
  const top = Math.min(a.row, b.row);
  const left = Math.min(a.column, b.column);
  const bottom = Math.max(a.row + a.rowSpan, b.row + b.rowSpan);
  const right = Math.max(a.column + a.columnSpan, b.column + b.columnSpan);
  return table.cells.filter(
    (c) => c.row < bottom && c.row + c.rowSpan > top && c.column < right && c.column + c.columnSpan > left,
  );
}

/** The neighboring cell; null at the edge of the table. */
export function neighbourCell(table: TableElement, cell: TableCell, dx: -1 | 0 | 1, dy: -1 | 0 | 1): TableCell | null {
  const row = dy > 0 ? cell.row + cell.rowSpan : cell.row + dy;
  const column = dx > 0 ? cell.column + cell.columnSpan : cell.column + dx;
  const covers = (c: TableCell): boolean =>
    row >= c.row && row < c.row + c.rowSpan && column >= c.column && column < c.column + c.columnSpan;
  return table.cells.find(covers) ?? null;
}

/** The next (1) or previous (-1) cell in reading order, row by row; null after the last and before the first. */
export function cellInReadingOrder(table: TableElement, cell: TableCell, step: 1 | -1): TableCell | null {
  const ordered = table.cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
  const at = ordered.findIndex((c) => cellPlace(c) === cellPlace(cell));
  return at < 0 ? null : (ordered[at + step] ?? null);
}

/** The cell at a point of the label, in mm. */
export function cellAt(table: TableElement, point: Point): TableCell | null {
  const there = turnedBack(table, point);
  return table.cells.find((cell) => rectContains(cellBoundsMm(table, cell), there)) ?? null;
}

/** The bounds of a cell on the label before any further turn, between the middles of the lines around it. */
export function cellBoundsMm(table: TableElement, cell: TableCell): Rect {
  const transform: Affine = levelTransform(table);
  return applyToRect(transform, cellRect(table, cell));
}
