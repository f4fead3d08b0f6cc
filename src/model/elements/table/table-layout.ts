import type { Rect } from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayOp, DotsOp } from '../base/display-op.ts';
import type { FittedSize, LayoutContext, LayoutOf, Unplaced } from '../base/layout.ts';
import { plainText } from '../base/styled-text.ts';
import { boxBehind, setText } from '../base/text-block.ts';
import { fitsBox } from '../base/text-style.ts';
import { cellGrid, cellPlace, lineOffsets, type TableCell, type TableElement } from './table-element.ts';

/** Padding between a line and the text next to it, smaller in narrow cells. */
const PADDING_MM = 0.5;
const PADDING_SHARE = 0.1;
/**
 * Assumed depth of descenders below the baseline, as a fraction of the em. A line with less room below it does not fit.
 */
const DESCENT = 0.25;
const TOLERANCE_MM = 1e-3;

type PlainOp = Exclude<DisplayOp, DotsOp>;

/** Lays out a table. Its lines are rectangles, exact to the dot; text is centered vertically in its cell. */
export const layoutTable: LayoutOf<Unplaced<TableElement>> = (element, values, context) => {
  const grid = createGrid(element);
  const ops: DisplayOp[] = [];
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const overflows: Problem[] = [];
  const fitted = element.cells.some((cell) => fitsBox(cell.style))
    ? element.cells.map((): FittedSize | null => null)
    : undefined;
  for (const cell of element.cells) {
    ops.push(...boxBehind(cell.style, grid.outside(cell)));
  }
  ops.push(...gridBars(element, grid));
  for (const [index, cell] of element.cells.entries()) {
    const text = values[index] ?? '';
    if (text === '') continue;
    const written = layoutCell(cell, grid.inside(cell), text, context);
    ops.push(...written.ops);
    if (fitted !== undefined && fitsBox(cell.style)) fitted[index] = written.fitted;
    const place = cellPlace(cell);
    for (const found of written.problems) problems.push({ ...found, path: place });
    for (const found of written.warnings) warnings.push({ ...found, path: place });
    if (!written.fits) overflows.push(problem('table.textOverflow', undefined, place));
  }
  const content = { x: 0, y: 0, width: element.widthMm, height: element.heightMm };
  return {
    ops,
    content,
    symbols: [],
    problems,
    warnings,
    overflows,
    placeholder: false,
    ...(fitted === undefined ? {} : { fitted }),
  };
};

interface Grid {
  readonly xs: readonly Mm[];
  readonly ys: readonly Mm[];
  /** The cell including the lines around it. */
  outside(cell: TableCell): Rect;
  /** The cell without the lines around it. */
  inside(cell: TableCell): Rect;
}

function createGrid(element: Unplaced<TableElement>): Grid {
  const xs = lineOffsets(element.columnWidthsMm, element.widthMm, element.penWidthMm);
  const ys = lineOffsets(element.rowHeightsMm, element.heightMm, element.penWidthMm);
  const pen = element.penWidthMm;
  function outside(cell: TableCell): Rect {
    const x = xs[cell.column] ?? 0;
    const y = ys[cell.row] ?? 0;
    const right = (xs[cell.column + cell.columnSpan] ?? 0) + pen;
    const bottom = (ys[cell.row + cell.rowSpan] ?? 0) + pen;
    return { x, y, width: right - x, height: bottom - y };
  }
  function inside(cell: TableCell): Rect {
    const { x, y, width, height } = outside(cell);
    return { x: x + pen, y: y + pen, width: Math.max(0, width - 2 * pen), height: Math.max(0, height - 2 * pen) };
  }
  return { xs, ys, outside, inside };
}

/** The lines of the table as bars; merged cells interrupt them. */
function gridBars(element: Unplaced<TableElement>, { xs, ys }: Grid): DisplayOp[] {
  const rows = element.rowHeightsMm.length;
  const columns = element.columnWidthsMm.length;
  const grid = cellGrid(rows, columns, element.cells);
  if (grid === null) throw new Error('the cells of a table must cover it exactly');
  const at = (row: number, column: number): number => grid[row * columns + column] ?? -1;
  const pen = element.penWidthMm;
  const bars: DisplayOp[] = [];
  for (let row = 0; row <= rows; row++) {
    const shown = (column: number): boolean => row === 0 || row === rows || at(row - 1, column) !== at(row, column);
    for (const [from, to] of pieces(columns, shown)) {
      const x = xs[from] ?? 0;
      bars.push(bar({ x, y: ys[row] ?? 0, width: (xs[to] ?? 0) + pen - x, height: pen }));
    }
  }
  for (let column = 0; column <= columns; column++) {
    const shown = (row: number): boolean =>
      column === 0 || column === columns || at(row, column - 1) !== at(row, column);
    for (const [from, to] of pieces(rows, shown)) {
      const y = ys[from] ?? 0;
      bars.push(bar({ x: xs[column] ?? 0, y, width: pen, height: (ys[to] ?? 0) + pen - y }));
    }
  }
  return bars;
}

/** The stretches in which a line is visible, as pairs of the first place and the place after the last. */
function pieces(count: number, shown: (at: number) => boolean): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (!shown(at)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

interface WrittenCell {
  readonly ops: readonly DisplayOp[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** False when the text needs more room: lines that don't fit are left out. */
  readonly fits: boolean;
  readonly fitted: FittedSize;
}

function layoutCell(cell: TableCell, inside: Rect, text: string, context: LayoutContext): WrittenCell {
  const { style } = cell;
  const padding = Math.min(PADDING_MM, inside.width * PADDING_SHARE);
  const room = { widthMm: inside.width - 2 * padding, heightMm: inside.height };
  const block = setText({ ...style, ...room, antiMirror: false }, plainText(text), context);
  const { painted } = block;
  const free = room.heightMm - painted.height;
  const vertical = style.arrange === 'vertical';
  const tooLong = (vertical ? painted.height - room.heightMm : painted.width - room.widthMm) > TOLERANCE_MM;
  const tooMany = (vertical ? painted.width - room.widthMm : -free) > TOLERANCE_MM;
  const em = fontUnitsToMm(style.fontSize);
  const firstMm = Math.min(...block.ops.map((op) => (op.type === 'glyphs' ? baselineMm(op.run.positions) : Infinity)));
  // The first line is written even if it doesn't fit: cut-off text is better than none.
  const limitMm = Math.max(room.heightMm, firstMm + DESCENT * em);
  const kept = tooMany && !vertical ? block.ops.filter((op) => reachMm(op) <= limitMm + TOLERANCE_MM) : block.ops;
  const dx = vertical ? (painted.width - room.widthMm) / 2 : 0;
  const dy = vertical || free < 0 ? 0 : free / 2;
  const x = inside.x + padding + dx;
  const y = inside.y + dy;
  const inner = style.antiMirror ? kept.map(inWhite) : kept;
  const { problems, warnings } = block;
  const fits = !tooLong && !tooMany;
  const fitted = { sizeMm: block.sizeMm, isTooLong: !fits };
  if (inner.length === 0) return { ops: [], problems, warnings, fits: false, fitted };
  const transform = style.mirror
    ? { a: -1, b: 0, c: 0, d: 1, e: 2 * inside.x + inside.width - x, f: y }
    : { a: 1, b: 0, c: 0, d: 1, e: x, f: y };
  return { ops: [{ type: 'group', transform, ops: inner }], problems, warnings, fits, fitted };
}

function inWhite(op: PlainOp): PlainOp {
  if (op.type === 'group') return { ...op, ops: op.ops.map(inWhite) };
  return 'ink' in op ? { ...op, ink: 'white' } : op;
}

/** The y of the lowest point that an op reaches. */
function reachMm(op: DisplayOp): Mm {
  if (op.type === 'rect') return op.rect.y + op.rect.height;
  return op.type === 'glyphs' ? baselineMm(op.run.positions) + DESCENT * op.run.sizeMm : 0;
}

function baselineMm(positions: Float32Array): Mm {
  let lowest = 0;
  for (let i = 1; i < positions.length; i += 2) lowest = Math.max(lowest, positions[i] ?? 0);
  return lowest;
}

function bar(rect: Rect): DisplayOp {
  return { type: 'rect', rect, ink: 'black' };
}
