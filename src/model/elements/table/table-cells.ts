import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { fixedText, type DataSource } from '../base/content.ts';
import type { TableCell, TableElement } from './table-element.ts';
import { inOrder } from './table-lines.ts';

/**
 * Merges the cells at these indices. The result has the style of the first and keeps all contents, each on a line of
 * its own. Problems: `table.mergeTwo` (fewer than 2), `table.mergeRectangle`.
 */
export function mergeCells(table: TableElement, indices: readonly number[]): Result<TableElement> {
  const wanted = new Set(indices);
  const cells = table.cells.filter((_, i) => wanted.has(i));
  const [first] = cells;
  if (first === undefined || cells.length < 2) return err(problem('table.mergeTwo'));
  const row = Math.min(...cells.map((c) => c.row));
  const column = Math.min(...cells.map((c) => c.column));
  const rowSpan = Math.max(...cells.map((c) => c.row + c.rowSpan)) - row;
  const columnSpan = Math.max(...cells.map((c) => c.column + c.columnSpan)) - column;
  const area = cells.reduce((sum, c) => sum + c.rowSpan * c.columnSpan, 0);
  // Cells never overlap, so they fill the rectangle around them if their areas add up to its area.
  if (area !== rowSpan * columnSpan) return err(problem('table.mergeRectangle'));
  const merged: TableCell = { row, column, rowSpan, columnSpan, style: first.style, sources: joined(cells) };
  return ok({ ...table, cells: inOrder([...table.cells.filter((_, i) => !wanted.has(i)), merged]) });
}

/** Splits a merged cell into single cells; the first one keeps the content. Problem: `table.notMerged`. */
export function splitCell(table: TableElement, index: number): Result<TableElement> {
  const cell = table.cells[index];
  if (cell === undefined || cell.rowSpan * cell.columnSpan < 2) return err(problem('table.notMerged'));
  const singles = Array.from({ length: cell.rowSpan * cell.columnSpan }, (_, i): TableCell => ({
    ...cell,
    row: cell.row + Math.floor(i / cell.columnSpan),
    column: cell.column + (i % cell.columnSpan),
    rowSpan: 1,
    columnSpan: 1,
    sources: i === 0 ? cell.sources : [fixedText('')],
  }));
  return ok({ ...table, cells: inOrder([...table.cells.toSpliced(index, 1), ...singles]) });
}

/**
 * The table with another pen width. Rows and columns keep their sizes, so the box grows or shrinks by the difference.
 */
export function withPenWidth(table: TableElement, penWidthMm: Mm): TableElement {
  const more = penWidthMm - table.penWidthMm;
  return {
    ...table,
    penWidthMm: roundMm(penWidthMm),
    widthMm: roundMm(table.widthMm + more),
    heightMm: roundMm(table.heightMm + more),
  };
}

/** The table in another box; its columns and rows keep their proportions. */
export function withTableSize(table: TableElement, widthMm: Mm, heightMm: Mm): TableElement {
  return {
    ...table,
    widthMm: roundMm(widthMm),
    heightMm: roundMm(heightMm),
    columnWidthsMm: scaled(table.columnWidthsMm, widthMm - table.penWidthMm),
    rowHeightsMm: scaled(table.rowHeightsMm, heightMm - table.penWidthMm),
  };
}

/** Scales the sizes to a new total. The lines' positions are rounded, not the sizes, so that the sizes still add up. */
function scaled(sizes: readonly Mm[], totalMm: Mm): readonly Mm[] {
  const before = sizes.reduce((sum, size) => sum + size, 0);
  const lines = [0];
  let at = 0;
  for (const size of sizes) {
    at += size;
    lines.push(roundMm((at / before) * totalMm));
  }
  return sizes.map((_, i) => roundMm((lines[i + 1] ?? 0) - (lines[i] ?? 0)));
}

function joined(cells: readonly TableCell[]): readonly DataSource[] {
  const contents = cells.map((c) => c.sources).filter((sources) => !isEmpty(sources));
  const all = contents.flatMap((sources, i): readonly DataSource[] =>
    i === 0 ? sources : [fixedText('\n'), ...sources],
  );
  if (all.length === 0) return [fixedText('')];
  // Typed texts become one text, which can still be edited on the canvas.
  return all.every(isTyped) ? [fixedText(all.map((s) => s.text).join(''))] : all;
}

function isEmpty(sources: readonly DataSource[]): boolean {
  return sources.every((s) => isTyped(s) && s.text === '');
}

/**
 * Whether a source is only a typed text: one that is filled in when printing has rules of its own, even while it is
 * empty.
 */
function isTyped(source: DataSource): boolean {
  return source.type === 'fixed' && source.blank === undefined;
}
