import { applyToPoint, applyToRect, type Point, type Rect } from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';
import { contentTransform, levelTransform } from '#model/elements/base/box.ts';
import { runsAcross } from '#model/elements/base/footprint.ts';
import { withTableSize } from '#model/elements/table/table-cells.ts';
import { lineOffsets, type TableElement } from '#model/elements/table/table-element.ts';
import { movedLine, type TableAxis } from '#model/elements/table/table-lines.ts';
import { selectedTable } from '../cell-selection.ts';
import { asShown, withElements } from '../footprint.ts';
import type { TableLinePlace } from '../table-line-places.ts';
import { screenPxToMm } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** Drags a line of the selected table: changes the sizes of the row or column on its two sides. */
export function tableLineDrag(host: ToolHost, start: Point, { axis, at }: TableLinePlace): DragSession {
  host.beginDrag();
  const { template } = host.state();
  const table = selectedTable(host.state());
  const filled = table === null ? null : withTableSize(table, table.widthMm, table.heightMm);
  return {
    move(pointer) {
      if (filled === null) return;
      const { viewport } = host.state();
      const dx = screenPxToMm(viewport, pointer.xPx - start.x);
      const dy = screenPxToMm(viewport, pointer.yPx - start.y);
      const { a, b, c, d } = contentTransform(filled);
      // Tables are turned and mirrored, never stretched: the movement along the table's own axis.
      const by = axis === 'column' ? dx * a + dy * b : dx * c + dy * d;
      const next = inPlace(filled, movedLine(filled, axis, at, by));
      host.updateDrag(withElements(template, [next]));
      const across = runsAcross(next, axis === 'column' ? 'width' : 'height');
      host.show({
        type: 'resize',
        handle: across ? 'e' : 's',
        guides: [],
        partMm: partOf(asShown(next, host.state().pushes), axis, at),
      });
    },
    end: () => host.endDrag(),
    cancel: () => host.revertDrag(),
  };
}

/** The table with its first corner in the same place, even when it is turned and has grown. */
function inPlace(before: TableElement, after: TableElement): TableElement {
  const was = applyToPoint(contentTransform(before), { x: 0, y: 0 });
  const is = applyToPoint(contentTransform(after), { x: 0, y: 0 });
  return { ...after, xMm: roundMm(after.xMm + was.x - is.x), yMm: roundMm(after.yMm + was.y - is.y) };
}

/** The row or column on the label, before any further turn. */
function partOf(table: TableElement, axis: TableAxis, at: number): Rect {
  const { widthMm, heightMm, penWidthMm } = table;
  const offsets =
    axis === 'column'
      ? lineOffsets(table.columnWidthsMm, widthMm, penWidthMm)
      : lineOffsets(table.rowHeightsMm, heightMm, penWidthMm);
  const from = offsets[at] ?? 0;
  const size = (offsets[at + 1] ?? from) - from;
  const part =
    axis === 'column'
      ? { x: from, y: 0, width: size, height: heightMm }
      : { x: 0, y: from, width: widthMm, height: size };
  return applyToRect(levelTransform(table), part);
}
