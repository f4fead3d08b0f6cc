import type { Point } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Viewport } from '#protocol/render.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { canvasToLabel, pxPerMm } from '#editor/viewport.ts';

/** The middle of what is seen of the label, in mm; the label's own middle when none of it is. */
export function visibleCentreMm(view: EditorViewport, widthMm: Mm, heightMm: Mm): Point {
  const from = canvasToLabel(view, { x: 0, y: 0 });
  const to = canvasToLabel(view, { x: view.widthPx, y: view.heightPx });
  return { x: middle(from.x, to.x, widthMm), y: middle(from.y, to.y, heightMm) };
}

function middle(low: number, high: number, size: number): number {
  const start = Math.max(0, low);
  const end = Math.min(size, high);
  return start < end ? (start + end) / 2 : size / 2;
}

/** The same view for the render worker, in physical pixels. */
export function toDeviceViewport(view: EditorViewport, pixelRatio: number): Viewport {
  return {
    widthPx: Math.max(1, Math.round(view.widthPx * pixelRatio)),
    heightPx: Math.max(1, Math.round(view.heightPx * pixelRatio)),
    pxPerMm: pxPerMm(view) * pixelRatio,
    originXPx: view.originXPx * pixelRatio,
    originYPx: view.originYPx * pixelRatio,
  };
}
