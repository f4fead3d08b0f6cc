import type { Paint } from 'canvaskit-wasm';
import type { PathOp } from '#model/elements/base/display-op.ts';
import { applyToRect, boundsOfPoints, IDENTITY, keepsLevel, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import { paintPath } from '../paint/path.ts';
import { pathPoints } from '../paint/path-data.ts';
import { placePattern, type PlacedPattern } from '../paint/placed-pattern.ts';
import type { Skia } from '../skia/load.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import { eachRun, type InkMask, putRect, putRepeated } from '../bits/ink.ts';
import type { InkBox, InkScratch } from './ink-scratch.ts';
import { outlineOf, reachOf, type Symmetry } from './path-outline.ts';

/** Paints paths that only Skia can draw. */
export interface PathInk {
  /**
   * Gives a path the same dots at every position in whole dots, also when it is rotated or mirrored; a path that is its
   * own mirror image gets dots that are as well. `toDots` maps to the label's dots; the plane has the label's rows from
   * `top` on.
   */
  put(plane: BitPlane, top: Dots, op: PathOp, toDots: Affine): Result<null>;
  dispose(): void;
}

/** Columns that Skia draws at a time, in a fixed grid, because it cuts curves at the edge of its surface. */
const TILE_COLUMNS = 4096;

export function createPathInk(skia: Skia, scratch: InkScratch): PathInk {
  const black: Paint = new skia.Paint();
  black.setColor(skia.BLACK);
  black.setAntiAlias(false);

  /** At a free angle a path has other dots at each position, so it is drawn in its place. */
  function putTurned(plane: BitPlane, top: Dots, op: PathOp, toDots: Affine): Result<null> {
    const scale = Math.hypot(toDots.a, toDots.b);
    const penDots = op.paint.style === 'stroke' ? op.paint.widthMm * scale : 0;
    const all = grown(applyToRect(toDots, boundsOfPoints(pathPoints(op.data))), reachOf(op, penDots));
    const [y0, y1] = [Math.max(all.y0, top), Math.min(all.y1, top + plane.height)];
    if (y0 >= y1) return ok(null);
    const put = putterOf(op, toDots, plane, top);
    for (let x = Math.max(0, all.x0); x < Math.min(all.x1, plane.width); x += TILE_COLUMNS) {
      const x1 = Math.min(x + TILE_COLUMNS, all.x1, plane.width);
      const mask = scratch.mask({ x0: x, x1, y0, y1 }, (canvas) => paintPath(skia, canvas, op, toDots, black, false));
      if (!mask.ok) return mask;
      for (let row = 0; row < mask.value.rows; row++) {
        const y = y0 + row - top;
        eachRun(mask.value, row, (from, to) => {
          put(Math.max(x, mask.value.left + from), y, Math.min(x1, mask.value.left + to), y + 1);
        });
      }
    }
    return ok(null);
  }

  return {
    put(plane, top, op, toDots) {
      if (!keepsLevel(toDots)) return putTurned(plane, top, op, toDots);
      const { op: upright, bounds, toLabel, symmetry } = outlineOf(op, toDots);
      const { acrossX, acrossY, halfTurn, sumX, sumY } = symmetry;
      const onPlane: Affine = { ...toLabel, f: toLabel.f - top };
      const pen = upright.paint.style === 'stroke' ? upright.paint.widthMm : 0;
      const all = grown(bounds, reachOf(upright, pen));
      const seen = applyToRect(inverse(onPlane), { x: 0, y: 0, width: plane.width, height: plane.height });
      // A half turn moves dots to the other side, so all columns are drawn then.
      const [left, right] = halfTurn ? [all.x0, all.x1] : [seen.x, seen.x + seen.width];
      const columns = folded(Math.max(all.x0, left), Math.min(all.x1, right), acrossX ? sumX : null);
      const rows = folded(
        Math.max(all.y0, seen.y),
        Math.min(all.y1, seen.y + seen.height),
        acrossY || halfTurn ? sumY : null,
      );
      if (columns.from >= columns.to || rows.from >= rows.to) return ok(null);
      const put = putterOf(op, toDots, plane, top);
      const endColumn = acrossX ? middleOf(sumX) : all.x1;
      for (let x0 = all.x0 & ~7; x0 < columns.to; x0 += TILE_COLUMNS) {
        const x1 = Math.min(endColumn, x0 + TILE_COLUMNS);
        if (x1 <= columns.from) continue;
        const mask = scratch.mask({ x0, x1, y0: rows.from, y1: rows.to }, (canvas) =>
          paintPath(skia, canvas, upright, IDENTITY, black, false),
        );
        if (!mask.ok) return mask;
        putRuns(mask.value, x1, symmetry, onPlane, put);
      }
      return ok(null);
    },
    dispose: () => black.delete(),
  };
}

/** Paints a rectangle of the plane, given by its edges. */
type PutRect = (x0: number, y0: number, x1: number, y1: number) => void;

function putterOf({ ink, paint }: PathOp, toDots: Affine, plane: BitPlane, top: Dots): PutRect {
  const pattern = paint.style === 'fill' ? paint.pattern : undefined;
  if (pattern === undefined) return (x0, y0, x1, y1) => putRect(plane, x0, y0, x1, y1, ink);
  const rows = patternRows(placePattern(pattern, toDots), plane.strideBytes);
  return (x0, y0, x1, y1) => putRepeated(plane, rows, top, x0, y0, x1, y1, ink);
}

/** Each row of a pattern's cell, repeated over the width of a plane: 1 = ink. */
function patternRows({ size, ink }: PlacedPattern, strideBytes: number): readonly Uint8Array[] {
  return Array.from({ length: size }, (_, row) => {
    const bits = new Uint8Array(strideBytes);
    for (let x = 0; x < strideBytes * 8; x++) {
      if (ink[row * size + (x % size)] === 1) bits[x >> 3] = (bits[x >> 3] as number) | (0x80 >> (x & 7));
    }
    return bits;
  });
}

/** Paints the runs of a mask, and their mirror images in the other halves. */
function putRuns(
  mask: InkMask,
  endColumn: number,
  { acrossX, acrossY, halfTurn, sumX, sumY }: Symmetry,
  onPlane: Affine,
  putOnPlane: PutRect,
): void {
  const put = (x: number, y: number, width: number): void => {
    const r = applyToRect(onPlane, { x, y, width, height: 1 });
    putOnPlane(r.x, r.y, r.x + r.width, r.y + r.height);
  };
  for (let row = 0; row < mask.rows; row++) {
    const y = mask.top + row;
    const otherY = sumY - 1 - y;
    eachRun(mask, row, (from, to) => {
      const x = mask.left + from;
      const width = Math.min(mask.left + to, endColumn) - x;
      if (width <= 0) return;
      const otherX = sumX - x - width;
      put(x, y, width);
      if (acrossX) put(otherX, y, width);
      if (acrossY) put(x, otherY, width);
      if (halfTurn || (acrossX && acrossY)) put(otherX, otherY, width);
    });
  }
}

function grown({ x, y, width, height }: Rect, by: number): InkBox {
  return {
    x0: Math.floor(x) - by,
    y0: Math.floor(y) - by,
    x1: Math.ceil(x + width) + by,
    y1: Math.ceil(y + height) + by,
  };
}

/** End of the drawn part of a path that is mirrored to the other side: after the dot in the middle, if there is one. */
function middleOf(sum: number): number {
  return Math.ceil(sum / 2);
}

/** The dots that must be drawn to get those from `from` to `to`: of a mirrored path only those before its middle. */
function folded(from: number, to: number, sum: number | null): { readonly from: number; readonly to: number } {
  if (sum === null) return { from, to };
  const middle = middleOf(sum);
  if (to <= middle) return { from, to };
  return { from: Math.min(from, sum - to), to: from >= middle ? sum - from : middle };
}

/** The inverse of a map that rotates by quarters and may mirror. */
function inverse({ a, b, c, d, e, f }: Affine): Affine {
  return { a, b: c, c: b, d, e: -(a * e + b * f), f: -(c * e + d * f) };
}
