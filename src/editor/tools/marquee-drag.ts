import { boundsOfPoints, rectsOverlap } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { mirroredOnCanvas } from '#model/elements/base/canvas-mirror.ts';
import type { EditorPointer } from '../editor.ts';
import { visibleBounds } from '../footprint.ts';
import { withWholeGroups } from '../groups.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/**
 * Draws a frame; on release it selects every element that it overlaps, groups whole. Shift or Ctrl adds to the
 * selection.
 */
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
      const inside = template.elements.filter((e) => {
        const covered = visibleBounds(e, bounds);
        if (rectsOverlap(covered, rect)) return true;
        return e.canvasMirror && rectsOverlap(mirroredOnCanvas(covered, template.label.widthMm), rect);
      });
      const caught = inside.map((e) => e.id);
      host.select([...kept, ...withWholeGroups(template.elements, caught)]);
    },
    cancel: () => {},
  };
}
