import type { Point } from '#model/kernel/geometry.ts';
import { withCopies } from '../commands/copy-paste.ts';
import { translated } from '../commands/move.ts';
import type { EditorPointer } from '../editor.ts';
import { selectionBox } from '../footprint.ts';
import { shownGuides } from '../ruler-guides.ts';
import { chosenElements } from '../selection.ts';
import { NOT_SNAPPED, snapLines, snapRect } from '../snapping.ts';
import { screenPxToMm } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** Moves the selection, or with `duplicating` a copy of it. Shift keeps to one axis, Ctrl suspends snapping. */
export function moveDrag(host: ToolHost, start: Point, duplicating: boolean): DragSession {
  host.beginDrag();
  if (duplicating) {
    const { template, selection } = host.state();
    const originals = chosenElements(template, selection);
    const copies = withCopies(template, originals, host.context().random, 0, 0);
    host.updateDrag(copies.template, copies.selection);
    host.noteCopy(copies.lastCopy);
  }
  const { template, selection, bounds } = host.state();
  const elements = chosenElements(template, selection);
  const box = selectionBox(elements, bounds);
  const lines = snapLines(template, new Set(selection), bounds, shownGuides(host.state()));
  return {
    move(pointer: EditorPointer) {
      const { viewport } = host.state();
      let dx = screenPxToMm(viewport, pointer.xPx - start.x);
      let dy = screenPxToMm(viewport, pointer.yPx - start.y);
      const free = { x: true, y: true };
      if (pointer.shift) {
        free.x = Math.abs(dx) >= Math.abs(dy);
        free.y = !free.x;
        if (free.x) dy = 0;
        else dx = 0;
      }
      const snapped =
        pointer.control || box === null ? NOT_SNAPPED : snapRect({ ...box, x: box.x + dx, y: box.y + dy }, lines, free);
      const moved = translated(template, elements, dx + snapped.dxMm, dy + snapped.dyMm);
      host.showDrag(moved, { type: 'move', guides: snapped.guides, marks: snapped.marks });
    },
    end: () => host.endDrag(),
    cancel: () => host.revertDrag(),
  };
}
