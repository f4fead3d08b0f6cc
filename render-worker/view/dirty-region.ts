import type { Rect } from '#model/kernel/geometry.ts';
import type { Viewport } from '#protocol/render.ts';

/**
 * How far ink may extend beyond its place, in pixels: edges are rounded and smoothed, and thin pens are at least a
 * pixel wide.
 */
const REACH_PX = 2;
/** Two rectangles are merged when the result has at most this many times their area. */
const MERGE_WASTE = 1.3;
const MAX_RECTS = 12;
/** From this share of the canvas on, painting everything is as fast. */
const WHOLE_SHARE = 0.6;

/**
 * The parts of the canvas, in whole pixels, where these places of the label (in mm) may have ink: a few rectangles that
 * do not overlap. Null when that is nearly everything.
 */
export function dirtyRegion(placesMm: readonly Rect[], viewport: Viewport): readonly Rect[] | null {
  const width = Math.round(viewport.widthPx);
  const height = Math.round(viewport.heightPx);
  let rects: Rect[] = [];
  for (const place of placesMm) {
    const rect = clipped(toPixels(place, viewport), width, height);
    if (rect === null) continue;
    rects = added(rects, rect);
    if (rects.length > MAX_RECTS) rects = [rects.reduce(union)];
  }
  return rects.reduce((sum, rect) => sum + areaOf(rect), 0) > WHOLE_SHARE * width * height ? null : rects;
}

function toPixels(place: Rect, { pxPerMm, originXPx, originYPx }: Viewport): Rect {
  const x = Math.floor(place.x * pxPerMm + originXPx) - REACH_PX;
  const y = Math.floor(place.y * pxPerMm + originYPx) - REACH_PX;
  return {
    x,
    y,
    width: Math.ceil((place.x + place.width) * pxPerMm + originXPx) + REACH_PX - x,
    height: Math.ceil((place.y + place.height) * pxPerMm + originYPx) + REACH_PX - y,
  };
}

/** The places of the label (in mm) whose ink may reach one of these pixels. */
export function placesOf(region: readonly Rect[], viewport: Viewport): readonly Rect[] {
  const { pxPerMm, originXPx, originYPx } = viewport;
  return region.map((rect) => ({
    x: (rect.x - REACH_PX - originXPx) / pxPerMm,
    y: (rect.y - REACH_PX - originYPx) / pxPerMm,
    width: (rect.width + 2 * REACH_PX) / pxPerMm,
    height: (rect.height + 2 * REACH_PX) / pxPerMm,
  }));
}

/** The part of the rectangle that is on the canvas; null when there is none. */
function clipped(rect: Rect, width: number, height: number): Rect | null {
  const x = Math.max(0, rect.x);
  const y = Math.max(0, rect.y);
  const right = Math.min(width, rect.x + rect.width);
  const bottom = Math.min(height, rect.y + rect.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

/** Adds a rectangle so that no two overlap: a translucent veil must not be drawn twice. */
function added(rects: readonly Rect[], rect: Rect): Rect[] {
  const joins = rects.find(
    (other) => overlap(rect, other) || areaOf(union(rect, other)) <= MERGE_WASTE * (areaOf(rect) + areaOf(other)),
  );
  if (joins === undefined) return [...rects, rect];
  return added(
    rects.filter((other) => other !== joins),
    union(rect, joins),
  );
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

function areaOf({ width, height }: Rect): number {
  return width * height;
}
