import { unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { handleSide, type ResizeHandle } from '#model/elements/base/handle.ts';
import { resizedElements } from '../commands/resize.ts';
import type { EditorPointer } from '../editor.ts';
import { commonPush, refitted, withElements } from '../footprint.ts';
import { keepsProportion } from '../handles.ts';
import { shownGuides } from '../ruler-guides.ts';
import { chosenElements } from '../selection.ts';
import { NOT_SNAPPED, snapHandle, snapLines } from '../snapping.ts';
import { screenPxToMm } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** Drags a handle. Shift keeps the ratio, Alt the center, Ctrl suspends snapping. */
export function resizeDrag(host: ToolHost, start: Point, handle: ResizeHandle): DragSession {
  host.beginDrag();
  const { template, selection, bounds } = host.state();
  const measured = host.context().bounds;
  const elements = chosenElements(template, selection).map((e) => refitted(e, measured));
  const box = unionRects(elements.map(elementBox));
  // It snaps where it is painted, which is where the pointer is.
  const pushMm = commonPush(elements, host.state().pushes);
  const shown = box === null ? null : { ...box, y: box.y + pushMm };
  const lines = snapLines(template, new Set(selection), bounds, shownGuides(host.state()));
  const proportional = keepsProportion(elements, elements.length === 1 ? handle : null);
  return {
    move(pointer: EditorPointer) {
      const { viewport } = host.state();
      const dx = screenPxToMm(viewport, pointer.xPx - start.x);
      const dy = screenPxToMm(viewport, pointer.yPx - start.y);
      // With a fixed ratio, snapping one edge to a line moves the other off its own.
      const snapping = shown !== null && !pointer.control && !pointer.shift && !proportional;
      const snapped = snapping ? snapHandle(dragged(shown, handle, dx, dy), handle, lines, pointer.alt) : NOT_SNAPPED;
      const resized = resizedElements(elements, handle, dx + snapped.dxMm, dy + snapped.dyMm, {
        keepRatio: pointer.shift,
        fromCentre: pointer.alt,
      });
      const interaction = { type: 'resize', handle, guides: snapped.guides, marks: snapped.marks } as const;
      host.showDrag(withElements(template, resized), interaction);
    },
    end: () => host.endDrag(),
    cancel: () => host.revertDrag(),
  };
}

function dragged(box: Rect, handle: ResizeHandle, dx: number, dy: number): Rect {
  const x = handleSide(handle, 'x');
  const y = handleSide(handle, 'y');
  return {
    x: x < 0 ? box.x + dx : box.x,
    y: y < 0 ? box.y + dy : box.y,
    width: box.width + x * dx,
    height: box.height + y * dy,
  };
}
