import type { Ink } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import type { BitPlane } from './bit-plane.ts';
import { putRect } from './ink.ts';

/** A part of a plane, by the edges of its dots. */
export interface DotWindow {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/**
 * The dots of turned rectangles (x, y, width, height) with their centers inside, as runs of a row: `from` <= x < `to`.
 * Rectangles that share an edge have no dot in common and leave none out. `turn` maps to the dots of the window.
 */
export function eachTurnedRun(
  rects: ArrayLike<number>,
  turn: Affine,
  window: DotWindow,
  put: (y: number, from: number, to: number) => void,
): void {
  const { a, b, c, d, e, f } = turn;
  const area = a * d - b * c;
  // From a dot of the window back to the rectangles' own axes: u = ux * x + uy * y + u0.
  const [ux, uy] = [d / area, -c / area];
  const [vx, vy] = [-b / area, a / area];
  const u0 = -(ux * e + uy * f);
  const v0 = -(vx * e + vy * f);
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const left = rects[i] as number;
    const top = rects[i + 1] as number;
    const right = left + (rects[i + 2] as number);
    const bottom = top + (rects[i + 3] as number);
    const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
    const end = Math.min(window.y1, Math.ceil(Math.max(...ys) + f));
    for (let y = Math.max(window.y0, Math.floor(Math.min(...ys) + f)); y < end; y++) {
      const atU = uy * (y + 0.5) + u0;
      const atV = vy * (y + 0.5) + v0;
      const [fromU, toU] = between(ux, left - atU, right - atU);
      const [fromV, toV] = between(vx, top - atV, bottom - atV);
      const from = Math.max(window.x0, fromU, fromV);
      const to = Math.min(window.x1, toU, toV);
      if (from < to) put(y, from, to);
    }
  }
}

/** The dots with centers x for which `step` * x is from `least` to `most`. */
function between(step: number, least: number, most: number): readonly [from: number, to: number] {
  if (step === 0) return least <= 0 && most > 0 ? [-Infinity, Infinity] : [0, 0];
  const [first, last] = step > 0 ? [least / step, most / step] : [most / step, least / step];
  return [Math.ceil(first - 0.5), Math.ceil(last - 0.5)];
}

/** Paints turned rectangles, clipped to the plane; `top` is the label's row at the top of the plane. */
export function putTurnedRects(plane: BitPlane, rects: ArrayLike<number>, turn: Affine, top: number, ink: Ink): void {
  const window = { x0: 0, y0: top, x1: plane.width, y1: top + plane.height };
  eachTurnedRun(rects, turn, window, (y, from, to) => putRect(plane, from, y - top, to, y - top + 1, ink));
}
