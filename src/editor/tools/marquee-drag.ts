import { boundsOfPoints, rectsOverlap } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import type { EditorPointer } from '../editor.ts';
import { visibleBounds } from '../footprint.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/** Draws a frame; on release every element that it overlaps is selected, added to the selection with Shift or Ctrl. */
export function marqueeDrag(host: ToolHost, start: Point, adding: boolean): DragSession {
  const kept = adding ? host.state().selection : [];
  const from = canvasToLabel(host.state().viewport, start);
  const frame = (pointer: EditorPointer): Rect =>
    boundsOfPoints([from, canvasToLabel(host.state().viewport, { x: pointer.xPx, y: pointer.yPx })]);
  return {
    move(pointer: EditorPointer) {
      host.show({ type: 'marquee', rectMm: frame(pointer) });
    },
    end(pointer: EditorPointer) {
      const { template, bounds } = host.state();
      const rect = frame(pointer);
      const inside = template.elements.filter((e) => rectsOverlap(visibleBounds(e, bounds), rect)).map((e) => e.id);
      host.select([...kept, ...inside]);
    },
    cancel: () => {},
  };
}
