import type { DotsOp } from '#model/elements/base/display-op.ts';
import { edgesOf } from '../paint/dot-edges.ts';
import { flipOf, FULL, putRow, type PixelBox, type ShadePlane } from './shade-plane.ts';

/** Position of a dot of the label on the picture. */
export interface DotPlace {
  /** Pixels per dot. */
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
}

/** Working memory for symbols, reused from one to the next. */
export class DotShades {
  #columns = new Float64Array(1024);
  #covers = new Uint16Array(1024);
  #sums = new Float64Array(0);

  /**
   * Paints a symbol: each pixel gets as much ink as the dark rectangles cover of it, so that rectangles which touch
   * show no seam. They do not overlap. A pixel is the same whichever box is painted.
   */
  put(plane: ShadePlane, box: PixelBox, { rects, ink }: DotsOp, place: DotPlace): void {
    const window = seenOf(rects, box, place);
    if (window === null) return;
    const width = window.x1 - window.x0;
    if (this.#columns.length < width) {
      this.#columns = new Float64Array(width);
      this.#covers = new Uint16Array(width);
    }
    if (rowEnd(rects, 0) >= rects.length) this.#putBars(plane, window, rects, place, flipOf(ink));
    else this.#putMatrix(plane, window, rects, place, flipOf(ink));
  }

  /** Paints one row of bars, whose columns are the same from top to bottom. */
  #putBars(plane: ShadePlane, { x0, y0, x1, y1 }: PixelBox, rects: Int32Array, place: DotPlace, flip: number): void {
    const columns = this.#columns;
    const covers = this.#covers;
    const { top, bottom } = rowSpan(rects, 0, place);
    coverColumns(columns, rects, 0, rects.length, x0, x1, place);
    for (let i = 0; i < x1 - x0; i++) covers[i] = shareOf(columns[i] as number);
    for (let y = y0; y < y1; y++) putRow(plane, y, x0, x1, covers, shareOf(between(y, top, bottom)), flip);
  }

  #putMatrix(plane: ShadePlane, { x0, y0, x1, y1 }: PixelBox, rects: Int32Array, place: DotPlace, flip: number): void {
    const columns = this.#columns;
    const covers = this.#covers;
    const width = x1 - x0;
    const size = width * (y1 - y0);
    if (this.#sums.length < size) this.#sums = new Float64Array(size);
    const sums = this.#sums.fill(0, 0, size);
    for (let from = 0, to = 0; from + 3 < rects.length; from = to) {
      to = rowEnd(rects, from);
      const { top, bottom } = rowSpan(rects, from, place);
      const last = Math.min(y1, Math.ceil(bottom));
      let y = Math.max(y0, Math.floor(top));
      if (y >= last) continue;
      coverColumns(columns, rects, from, to, x0, x1, place);
      for (; y < last; y++) {
        const share = between(y, top, bottom);
        for (let i = 0, at = (y - y0) * width; i < width; i++, at++) {
          sums[at] = (sums[at] as number) + (columns[i] as number) * share;
        }
      }
    }
    for (let y = y0, at = 0; y < y1; y++) {
      for (let i = 0; i < width; i++, at++) covers[i] = shareOf(sums[at] as number);
      putRow(plane, y, x0, x1, covers, FULL, flip);
    }
  }
}

/** The pixels of the box that the symbol touches; null when there are none. */
export function seenOf(rects: Int32Array, box: PixelBox, { scale, originX, originY }: DotPlace): PixelBox | null {
  const { left, top, right, bottom } = edgesOf(rects);
  const x0 = Math.max(box.x0, Math.floor(originX + left * scale));
  const y0 = Math.max(box.y0, Math.floor(originY + top * scale));
  const x1 = Math.min(box.x1, Math.ceil(originX + right * scale));
  const y1 = Math.min(box.y1, Math.ceil(originY + bottom * scale));
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : null;
}

/** The end of the rectangles in the same row as this one: bars, or dark modules side by side. */
function rowEnd(rects: Int32Array, from: number): number {
  let end = from + 4;
  while (end + 3 < rects.length && rects[end + 1] === rects[from + 1] && rects[end + 3] === rects[from + 3]) end += 4;
  return end;
}

function rowSpan(rects: Int32Array, at: number, { scale, originY }: DotPlace): { top: number; bottom: number } {
  const top = originY + (rects[at + 1] as number) * scale;
  return { top, bottom: originY + ((rects[at + 1] as number) + (rects[at + 3] as number)) * scale };
}

/** The coverage of each column between x0 and x1 by these rectangles. */
function coverColumns(
  columns: Float64Array,
  rects: Int32Array,
  from: number,
  to: number,
  x0: number,
  x1: number,
  { scale, originX }: DotPlace,
): void {
  columns.fill(0, 0, x1 - x0);
  for (let i = from; i < to; i += 4) {
    const left = originX + (rects[i] as number) * scale;
    const right = originX + ((rects[i] as number) + (rects[i + 2] as number)) * scale;
    const end = Math.min(x1, Math.ceil(right));
    for (let x = Math.max(x0, Math.floor(left)); x < end; x++) {
      columns[x - x0] = (columns[x - x0] as number) + between(x, left, right);
    }
  }
}

function between(at: number, from: number, to: number): number {
  return Math.max(0, Math.min(at + 1, to) - Math.max(at, from));
}

function shareOf(part: number): number {
  return part >= 1 ? FULL : (part * FULL + 0.5) | 0;
}
