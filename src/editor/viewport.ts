import type { Point, Rect } from '#model/kernel/geometry.ts';
import { CANVAS_UNITS_PER_MM } from '#model/kernel/units.ts';
import type { CssPx, Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { EditorViewport } from './editor.ts';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 5;
/** The share of the canvas that the label fills after a fit (specification 2, section 2). */
const FIT_SHARE = 0.6;
/** The largest share of the canvas that a fit fills. */
const WHOLE_SHARE = 0.96;
/** The part of the label that stays in view, in CSS pixels, when the view is moved by a screen. */
const KEPT_PX = 40;

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
export function clampZoom(zoom: number, least: number = MIN_ZOOM): number {
  return Math.min(MAX_ZOOM, Math.max(least, Math.round(zoom * 100) / 100));
}

type LabelSize = Pick<LabelSettings, 'widthMm' | 'heightMm'>;

/**
 * Fits the label in the middle of the canvas, at the smaller of the zooms at which it takes 60 % of the canvas's width
 * or height. A label larger than the canvas at the specification's smallest zoom is shown whole at a smaller one.
 */
export function fitted(viewport: EditorViewport, { widthMm, heightMm }: LabelSize): EditorViewport {
  return fittedTo(viewport, { x: 0, y: 0, width: widthMm, height: heightMm });
}

/** Fits a part of the label in the middle of the canvas, as large as the whole label is after a fit. */
export function fittedTo(viewport: EditorViewport, part: Rect): EditorViewport {
  const horizontal = (viewport.widthPx * FIT_SHARE) / (part.width * CANVAS_UNITS_PER_MM);
  const vertical = (viewport.heightPx * FIT_SHARE) / (part.height * CANVAS_UNITS_PER_MM);
  const wanted = Math.min(horizontal, vertical);
  const largest = (wanted / FIT_SHARE) * WHOLE_SHARE;
  const zoom = largest < MIN_ZOOM ? Math.max(0.01, Math.floor(largest * 100) / 100) : clampZoom(wanted);
  const scale = zoom * CANVAS_UNITS_PER_MM;
  return {
    ...viewport,
    zoom,
    originXPx: (viewport.widthPx - part.width * scale) / 2 - part.x * scale,
    originYPx: (viewport.heightPx - part.height * scale) / 2 - part.y * scale,
  };
}

/** Changes the zoom; the point at `at` (canvas pixels; the middle when left out) stays in place. */
export function zoomedAt(viewport: EditorViewport, zoom: number, at?: Point): EditorViewport {
  const next = clampZoom(zoom, Math.min(MIN_ZOOM, viewport.zoom));
  const keep = at ?? { x: viewport.widthPx / 2, y: viewport.heightPx / 2 };
  const ratio = next / viewport.zoom;
  return {
    ...viewport,
    zoom: next,
    originXPx: keep.x - (keep.x - viewport.originXPx) * ratio,
    originYPx: keep.y - (keep.y - viewport.originYPx) * ratio,
  };
}

/**
 * Moves the view, at most one screen beyond `reach`, the bounds of the content in mm of the label. A view that is
 * farther away only moves back.
 */
export function panned(viewport: EditorViewport, dxPx: CssPx, dyPx: CssPx, reach: Rect): EditorViewport {
  const seen = labelRectToCanvas(viewport, reach);
  return {
    ...viewport,
    originXPx: viewport.originXPx + stopped(dxPx, seen.x, seen.width, viewport.widthPx),
    originYPx: viewport.originYPx + stopped(dyPx, seen.y, seen.height, viewport.heightPx),
  };
}

/** How far something of this place and length may move in a view so that an edge of it stays visible. */
function stopped(by: CssPx, at: CssPx, length: CssPx, viewPx: CssPx): CssPx {
  const kept = Math.min(KEPT_PX, length);
  const least = Math.min(0, kept - length - at);
  const most = Math.max(0, viewPx - kept - at);
  return Math.min(most, Math.max(least, by));
}

/**
 * A scroll bar: place and length of its thumb as shares of the bar, and the CSS pixels that the whole bar represents.
 */
export interface ScrollRange {
  readonly start: number;
  readonly share: number;
  readonly totalPx: CssPx;
}

/** The scroll bar of an axis on which the label begins at `originPx`; null while all of the label is visible. */
export function scrollRange(originPx: CssPx, labelPx: CssPx, viewPx: CssPx): ScrollRange | null {
  if (viewPx <= 0 || (originPx >= 0 && originPx + labelPx <= viewPx)) return null;
  const from = Math.min(0, originPx);
  const totalPx = Math.max(viewPx, originPx + labelPx) - from;
  return { start: -from / totalPx, share: viewPx / totalPx, totalPx };
}

/** Converts a length on the screen to a length on the label. */
export function screenPxToMm(viewport: EditorViewport, px: CssPx): Mm {
  return px / pxPerMm(viewport);
}
