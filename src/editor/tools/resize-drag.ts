import type { Point, Rect } from '#model/kernel/geometry.ts';
import { handleSide, type ResizeHandle } from '#model/elements/base/handle.ts';
import { turnedBackVector } from '#model/elements/base/turned-box.ts';
import { boxToResize, resizedElements } from '../commands/resize.ts';
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
  const box = boxToResize(elements);
  const [first] = elements;
  // Along the sides of a turned element; its edges can't snap to lines.
  const turned = elements.length === 1 && first?.turnDegrees !== undefined ? first : null;
  // It snaps where it is painted, which is where the pointer is.
  const pushMm = commonPush(elements, host.state().pushes);
  const shown = box === null ? null : { ...box, y: box.y + pushMm };
  const lines = snapLines(template, new Set(selection), bounds, shownGuides(host.state()));
  const proportional = keepsProportion(elements, elements.length === 1 ? handle : null);
  return {
    move(pointer: EditorPointer) {
      const { viewport } = host.state();
      const onScreen = { x: pointer.xPx - start.x, y: pointer.yPx - start.y };
      const along = turned === null ? onScreen : turnedBackVector(turned, onScreen);
      const dx = screenPxToMm(viewport, along.x);
      const dy = screenPxToMm(viewport, along.y);
      // With a fixed ratio, snapping one edge to a line moves the other off its own.
      const snapping = shown !== null && turned === null && !pointer.control && !pointer.shift && !proportional;
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
