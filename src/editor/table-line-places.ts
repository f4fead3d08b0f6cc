import { applyToRect, grownRect, rectContains, type Point, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import { levelTransform } from '#model/elements/base/box.ts';
import { turnedBack } from '#model/elements/base/turned-box.ts';
import { cellRect, type TableElement } from '#model/elements/table/table-element.ts';
import type { TableAxis } from '#model/elements/table/table-lines.ts';
import { selectedTable } from './cell-selection.ts';
import type { EditorState } from './editor.ts';
import { asShown } from './footprint.ts';
import { canvasToLabel, pxPerMm, screenPxToMm } from './viewport.ts';

/** A visible piece of a table line: the one after row or column `at`. */
export interface TableLinePlace {
  readonly table: ElementId;
  readonly axis: TableAxis;
  readonly at: number;
  /** On the label before any further turn, in mm; as thin as a line. */
  readonly rectMm: Rect;
}

/** Distance from the middle of a line within which a press drags it. */
export const TABLE_LINE_REACH_PX: CssPx = 4;
/** Smallest cell on the screen with draggable lines: below it, hardly any room to press the cell is left. */
const LEAST_CELL_PX: CssPx = 14;

/** The draggable lines of the selected table: those at the right and at the bottom of each cell. */
export function tableLinePlaces(
  state: Pick<EditorState, 'template' | 'selection' | 'viewport' | 'textEditing' | 'pushes'>,
): readonly TableLinePlace[] {
  const table = selectedTable(state);
  if (table === null || table.locked || state.textEditing !== null) return [];
  return linePlaces(asShown(table, state.pushes), LEAST_CELL_PX / pxPerMm(state.viewport));
}

function linePlaces(table: TableElement, leastMm: number): readonly TableLinePlace[] {
  const transform = levelTransform(table);
  return table.cells.flatMap((cell) => {
    const { x, y, width, height } = cellRect(table, cell);
    const place = (axis: TableAxis, at: number, rect: Rect): TableLinePlace => ({
      table: table.id,
      axis,
      at,
      rectMm: applyToRect(transform, rect),
    });
    return [
      ...(width < leastMm
        ? []
        : [place('column', cell.column + cell.columnSpan - 1, { x: x + width, y, width: 0, height })]),
      ...(height < leastMm ? [] : [place('row', cell.row + cell.rowSpan - 1, { x, y: y + height, width, height: 0 })]),
    ];
  });
}

/** The table line at a point of the canvas, if only its table is there; `hit` is the element at the point. */
export function tableLineAt(state: EditorState, at: Point, hit: ElementId | null): TableLinePlace | null {
  const table = selectedTable(state);
  if (table === null) return null;
  const point = turnedBack(asShown(table, state.pushes), canvasToLabel(state.viewport, at));
  const reachMm = screenPxToMm(state.viewport, TABLE_LINE_REACH_PX);
  const found = tableLinePlaces(state).find(({ rectMm }) => rectContains(grownRect(rectMm, reachMm), point));
  return found === undefined || (hit !== null && hit !== found.table) ? null : found;
}
