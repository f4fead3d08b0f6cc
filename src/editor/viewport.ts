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

/** The label in the middle of the canvas, at the smaller of the zooms at which it takes 60 % of the canvas's width or height. */
export function fitted(viewport: EditorViewport, { widthMm, heightMm }: LabelSize): EditorViewport {
  return fittedTo(viewport, { x: 0, y: 0, width: widthMm, height: heightMm });
}

/** A part of the label in the middle of the canvas, as large as the whole label is after a fit. */
export function fittedTo(viewport: EditorViewport, part: Rect): EditorViewport {
  const horizontal = (viewport.widthPx * FIT_SHARE) / (part.width * CANVAS_UNITS_PER_MM);
  const vertical = (viewport.heightPx * FIT_SHARE) / (part.height * CANVAS_UNITS_PER_MM);
  const zoom = clampZoom(Math.min(horizontal, vertical));
  const scale = zoom * CANVAS_UNITS_PER_MM;
  return {
    ...viewport,
    zoom,
    originXPx: (viewport.widthPx - part.width * scale) / 2 - part.x * scale,
    originYPx: (viewport.heightPx - part.height * scale) / 2 - part.y * scale,
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
