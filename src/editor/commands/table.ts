import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { keptInPlace } from '#model/elements/base/turned-box.ts';
import { mergeCells, splitCell, withPenWidth } from '#model/elements/table/table-cells.ts';
import type { CellStyle, TableElement } from '#model/elements/table/table-element.ts';
import {
  deleteLine,
  insertLine,
  lineSizes,
  placeOn,
  resizeLine,
  type TableAxis,
} from '#model/elements/table/table-lines.ts';
import type { Template } from '#model/template/template.ts';
import { selectedCells, selectedTable, type CellCorner } from '../cell-selection.ts';
import type { Command, CommandContext } from '../editor.ts';
import { withElements } from '../footprint.ts';

/** Merges the chosen cells into one. Problems: `table.mergeTwo`, `table.mergeRectangle`, `edit.locked`. */
export function mergeSelectedCells(): Command {
  return onTable((table, cells) => {
    const merged = mergeCells(table, cells);
    const first = table.cells[Math.min(...cells)];
    if (!merged.ok || first === undefined) return merged;
    const row = Math.min(...cells.map((i) => table.cells[i]?.row ?? Infinity));
    const column = Math.min(...cells.map((i) => table.cells[i]?.column ?? Infinity));
    return ok({ table: merged.value, corners: [{ row, column }] });
  });
}

/** Splits the chosen merged cell into single cells. Problems: `table.notMerged`, `edit.locked`. */
export function splitSelectedCell(): Command {
  return onTable((table, cells) => {
    const [only, more] = cells;
    return only === undefined || more !== undefined ? err(problem('table.notMerged')) : splitCell(table, only);
  });
}

/**
 * Inserts a row below (or above) the chosen cells, or a column to their right (or left); at the end when none is
 * chosen.
 */
export function insertTableLine(axis: TableAxis, where: 'before' | 'after' = 'after'): Command {
  return onTable((table, cells) => {
    const lines = linesOf(table, cells, axis);
    const count = lineSizes(table, axis).length;
    const at = where === 'before' ? Math.min(count, ...lines) : Math.max(-1, ...lines) + 1;
    const inserted = insertLine(table, axis, lines.length === 0 ? count : at);
    if (!inserted.ok || where === 'after' || lines.length === 0) return inserted;
    // The chosen cells stay chosen, moved by one row or column.
    const corners = cells.flatMap((i): CellCorner[] => {
      const cell = table.cells[i];
      if (cell === undefined) return [];
      return [axis === 'row' ? { row: cell.row + 1, column: cell.column } : { row: cell.row, column: cell.column + 1 }];
    });
    return ok({ table: inserted.value, corners });
  });
}

/** Deletes every row (or column) with a chosen cell; the table's last one when no cell is chosen. */
export function deleteTableLines(axis: TableAxis): Command {
  return onTable((table, cells) => {
    const chosen = linesOf(table, cells, axis);
    const lines = chosen.length > 0 ? chosen : [lineSizes(table, axis).length - 1];
    let left: TableElement = table;
    for (const at of lines.toSorted((a, b) => b - a)) {
      const next = deleteLine(left, axis, at);
      if (!next.ok) return next;
      left = next.value;
    }
    return ok(left);
  });
}

/** Sets the height of the rows, or the width of the columns, of the chosen cells; of all when none is chosen. */
export function resizeTableLines(axis: TableAxis, sizeMm: Mm): Command {
  return onTable((table, cells) => {
    const chosen = linesOf(table, cells, axis);
    let next: TableElement = table;
    for (const at of chosen.length > 0 ? chosen : lineSizes(table, axis).keys()) {
      const resized = resizeLine(next, axis, at, sizeMm);
      if (!resized.ok) return resized;
      next = resized.value;
    }
    return ok(next);
  });
}

export function setTablePen(penWidthMm: Mm): Command {
  return onTable((table) => ok(withPenWidth(table, penWidthMm)));
}

/** Changes the style of the chosen cells; of all cells when none is chosen. */
export function styleCells(fields: Partial<CellStyle>): Command {
  return onTable(
    (table, cells) => {
      const chosen = new Set(cells.length > 0 ? cells : table.cells.keys());
      const styled = table.cells.map((c, i) => (chosen.has(i) ? { ...c, style: { ...c.style, ...fields } } : c));
      return ok({ ...table, cells: styled });
    },
    { onLocked: true },
  );
}

/** Clears the texts of the chosen cells. */
export function clearCells(): Command {
  return onTable(
    (table, cells) => {
      const chosen = new Set(cells);
      return ok({
        ...table,
        cells: table.cells.map((c, i) => (chosen.has(i) ? { ...c, sources: [fixedText('')] } : c)),
      });
    },
    { onLocked: true },
  );
}

interface TableOutcome {
  readonly table: TableElement;
  /** The cells that are chosen afterwards. */
  readonly corners: readonly CellCorner[];
}

/** Edits the one selected table. A locked table rejects edits that could change its size, unless `onLocked` is set. */
function onTable(
  edit: (table: TableElement, cells: readonly number[]) => Result<TableElement | TableOutcome>,
  options: { readonly onLocked?: boolean } = {},
): Command {
  return (context: CommandContext) => {
    const table = selectedTable(context);
    if (table === null) return err(problem('table.noCell'));
    if (table.locked && options.onLocked !== true) return err(problem('edit.locked', { name: table.name }, table.name));
    const edited = edit(table, selectedCells(context));
    if (!edited.ok) return edited;
    const placed = (next: TableElement): Template =>
      withElements(context.template, [keptInPlace<TableElement>(table, next)]);
    if ('type' in edited.value) return ok({ template: placed(edited.value) });
    const { table: next, corners } = edited.value;
    return ok({ template: placed(next), cellSelection: { id: next.id, corners } });
  };
}

/** The rows (or columns) that the cells cover, each once. */
function linesOf(table: TableElement, cells: readonly number[], axis: TableAxis): readonly number[] {
  const lines = new Set<number>();
  for (const index of cells) {
    const cell = table.cells[index];
    if (cell === undefined) continue;
    const { start, span } = placeOn(cell, axis);
    for (let at = start; at < start + span; at++) lines.add(at);
  }
  return [...lines];
}
