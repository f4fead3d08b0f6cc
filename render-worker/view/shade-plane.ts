import type { Ink } from '#model/elements/base/display-op.ts';

/** A rectangle of whole pixels; the right and lower edges are not included. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A picture in memory: opaque pixels, row by row. Each pixel is a number with red in its lowest byte. */
export interface ShadePlane {
  readonly width: number;
  readonly pixels: Int32Array;
}

/** Coverage of each pixel by a shape, 0 to 255. */
export interface ShadeMask {
  /** Position of the mask's top left, from the shape's origin. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly cover: Uint8Array;
}

const OPAQUE = 0xff000000 | 0;
/** The value of a fully covered pixel in calculations of coverage (masks go up to 255). */
export const FULL = 256;

/**
 * The value that pixels are combined with (exclusive or), before and after painting: white ink is black ink on the
 * negative.
 */
export function flipOf(ink: Ink): number {
  return ink === 'black' ? 0 : 0xffffff;
}

/** The pixel with `left` parts of 256 kept while the rest becomes ink; mixed as Skia mixes black. */
function mixed(pixel: number, left: number, flip: number): number {
  const old = pixel ^ flip;
  const redBlue = (Math.imul(old & 0xff00ff, left) >>> 8) & 0xff00ff;
  const green = Math.imul((old >>> 8) & 0xff, left) & 0xff00;
  return ((redBlue | green) ^ flip) | OPAQUE;
}

/** Paints a mask with its origin at the pixel (x, y), clipped to the box. */
export function putMask(
  { pixels, width }: ShadePlane,
  box: PixelBox,
  mask: ShadeMask,
  x: number,
  y: number,
  flip: number,
): void {
  const { cover } = mask;
  const left = x + mask.left;
  const top = y + mask.top;
  const from = Math.max(left, box.x0);
  const count = Math.min(left + mask.width, box.x1) - from;
  if (count <= 0) return;
  const toRow = Math.min(top + mask.height, box.y1);
  const ink = OPAQUE ^ flip;
  for (let row = Math.max(top, box.y0); row < toRow; row++) {
    let source = (row - top) * mask.width + from - left;
    let at = row * width + from;
    for (const end = at + count; at < end; at++, source++) {
      const covered = cover[source] as number;
      if (covered === 0) continue;
      pixels[at] = covered === 255 ? ink : mixed(pixels[at] as number, 256 - covered, flip);
    }
  }
}

/**
 * Paints a part of a row. `covers` has the covered parts of 256 for each pixel from the box's left edge on; the row
 * itself counts `share` parts of 256.
 */
export function putRow(
  { pixels, width }: ShadePlane,
  y: number,
  x0: number,
  x1: number,
  covers: Uint16Array,
  share: number,
  flip: number,
): void {
  const ink = OPAQUE ^ flip;
  for (let i = 0, at = y * width + x0; i < x1 - x0; i++, at++) {
    const cover = covers[i] as number;
    if (cover === 0) continue;
    const covered = share === FULL ? cover : (cover * share + 128) >> 8;
    pixels[at] = covered === FULL ? ink : mixed(pixels[at] as number, FULL - covered, flip);
  }
}

/** Paints a rectangle given by its edges, clipped to the box; each pixel gets as much ink as is covered of it. */
export function putRect(
  { pixels, width }: ShadePlane,
  box: PixelBox,
  left: number,
  top: number,
  right: number,
  bottom: number,
  flip: number,
): void {
  const x0 = Math.max(box.x0, Math.floor(left));
  const x1 = Math.min(box.x1, Math.ceil(right));
  const y0 = Math.max(box.y0, Math.floor(top));
  const y1 = Math.min(box.y1, Math.ceil(bottom));
  // Between these, columns are fully covered.
  const inner0 = Math.max(x0, Math.ceil(left));
  const inner1 = Math.min(x1, Math.floor(right));
  const ink = OPAQUE ^ flip;
  for (let y = y0; y < y1; y++) {
    const down = covered(y, top, bottom);
    const row = y * width;
    const whole = Math.round(down * FULL);
    for (let x = x0; x < x1; x++) {
      if (x === inner0 && inner1 > inner0) {
        if (whole === FULL) for (; x < inner1; x++) pixels[row + x] = ink;
        else for (; x < inner1; x++) pixels[row + x] = mixed(pixels[row + x] as number, FULL - whole, flip);
        if (x === x1) break;
      }
      const cover = Math.round(down * covered(x, left, right) * FULL);
      pixels[row + x] = cover === FULL ? ink : mixed(pixels[row + x] as number, FULL - cover, flip);
    }
  }
}

/** The share of the pixel at `at` between the two edges, 0 to 1. */
function covered(at: number, from: number, to: number): number {
  return Math.max(0, Math.min(at + 1, to) - Math.max(at, from));
}
