import type { Point, Rect } from '#model/kernel/geometry.ts';
import { CANVAS_UNITS_PER_MM } from '#model/kernel/units.ts';
import type { CssPx, Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { EditorViewport } from './editor.ts';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 5;
/** The label fills this much of the canvas after a fit (specification 2, section 2). */
const FIT_SHARE = 0.6;

export function pxPerMm(viewport: EditorViewport): number {
  return viewport.zoom * CANVAS_UNITS_PER_MM;
}

export function canvasToLabel(viewport: EditorViewport, point: Point): Point {
  const scale = pxPerMm(viewport);
  return { x: (point.x - viewport.originXPx) / scale, y: (point.y - viewport.originYPx) / scale };
}

export function labelToCanvas(viewport: EditorViewport, point: Point): Point {
  const scale = pxPerMm(viewport);
  return { x: viewport.originXPx + point.x * scale, y: viewport.originYPx + point.y * scale };
}

export function labelRectToCanvas(viewport: EditorViewport, rect: Rect): Rect {
  const scale = pxPerMm(viewport);
  const at = labelToCanvas(viewport, rect);
  return { x: at.x, y: at.y, width: rect.width * scale, height: rect.height * scale };
}

/** Steps of 0.01 between 0.05 and 5. */
export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * 100) / 100));
}

type LabelSize = Pick<LabelSettings, 'widthMm' | 'heightMm'>;

/** The smaller of the zooms at which the label takes 60 % of the canvas's width or height. */
export function fitZoom(viewport: EditorViewport, label: LabelSize): number {
  const horizontal = (viewport.widthPx * FIT_SHARE) / (label.widthMm * CANVAS_UNITS_PER_MM);
  const vertical = (viewport.heightPx * FIT_SHARE) / (label.heightMm * CANVAS_UNITS_PER_MM);
  return clampZoom(Math.min(horizontal, vertical));
}

/** The label in the middle of the canvas at 60 %. */
export function fitted(viewport: EditorViewport, label: LabelSize): EditorViewport {
  const zoom = fitZoom(viewport, label);
  const scale = zoom * CANVAS_UNITS_PER_MM;
  return {
    ...viewport,
    zoom,
    originXPx: (viewport.widthPx - label.widthMm * scale) / 2,
    originYPx: (viewport.heightPx - label.heightMm * scale) / 2,
  };
}

/** Changes the zoom; the point under `at` (canvas pixels; the middle when left out) stays where it is. */
export function zoomedAt(viewport: EditorViewport, zoom: number, at?: Point): EditorViewport {
  const next = clampZoom(zoom);
  const keep = at ?? { x: viewport.widthPx / 2, y: viewport.heightPx / 2 };
  const ratio = next / viewport.zoom;
  return {
    ...viewport,
    zoom: next,
    originXPx: keep.x - (keep.x - viewport.originXPx) * ratio,
    originYPx: keep.y - (keep.y - viewport.originYPx) * ratio,
  };
}

export function panned(viewport: EditorViewport, dxPx: CssPx, dyPx: CssPx): EditorViewport {
  return { ...viewport, originXPx: viewport.originXPx + dxPx, originYPx: viewport.originYPx + dyPx };
}

/** Converts a length on the screen to a length on the label. */
export function screenPxToMm(viewport: EditorViewport, px: CssPx): Mm {
  return px / pxPerMm(viewport);
}
