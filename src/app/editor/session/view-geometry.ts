import type { Point } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';
import type { Viewport } from '#protocol/render.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { canvasToLabel, pxPerMm } from '#editor/viewport.ts';

/** New elements placed one after the other stand this far apart, in canvas units. */
const STEP_UNITS = 20;

/**
 * Where a new element's middle goes, in mm: the middle of what is seen of the label (of the whole label when none of it
 * is), or a step beside elements that have their middle there already.
 */
export function freePlaceMm(view: EditorViewport, { label, elements }: Template): Point {
  const from = canvasToLabel(view, { x: 0, y: 0 });
  const to = canvasToLabel(view, { x: view.widthPx, y: view.heightPx });
  const centre = { x: middle(from.x, to.x, label.widthMm), y: middle(from.y, to.y, label.heightMm) };
  const step = canvasUnitsToMm(STEP_UNITS) / view.zoom;
  const middles = elements.map((element) => {
    const box = elementBox(element);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  for (let i = 0; i <= elements.length; i++) {
    const place = { x: centre.x + i * step, y: centre.y + i * step };
    if (place.x > Math.min(to.x, label.widthMm) || place.y > Math.min(to.y, label.heightMm)) break;
    if (!middles.some((m) => Math.abs(m.x - place.x) < step / 2 && Math.abs(m.y - place.y) < step / 2)) return place;
  }
  return centre;
}

function middle(low: number, high: number, size: number): number {
  const start = Math.max(0, low);
  const end = Math.min(size, high);
  return start < end ? (start + end) / 2 : size / 2;
}

/** The same view for the render worker, in physical pixels. */
export function toDeviceViewport(view: EditorViewport, pixelRatio: number): Viewport {
  // A canvas that the page has not measured yet stays one that cannot be seen.
  const devicePx = (cssPx: number): number => (cssPx === 0 ? 0 : Math.max(1, Math.round(cssPx * pixelRatio)));
  return {
    widthPx: devicePx(view.widthPx),
    heightPx: devicePx(view.heightPx),
    pxPerMm: pxPerMm(view) * pixelRatio,
    originXPx: view.originXPx * pixelRatio,
    originYPx: view.originYPx * pixelRatio,
  };
}
