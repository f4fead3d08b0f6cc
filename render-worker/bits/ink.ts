import type { Ink } from '#model/elements/base/display-op.ts';
import { createBitPlane, type BitPlane } from './bit-plane.ts';

/** A shape in bits: 1 = ink. Rows follow each other without a gap, the most significant bit leftmost. */
export interface InkMask {
  /** Position of the mask's top left, in dots from the shape's origin. */
  readonly left: number;
  readonly top: number;
  readonly strideBytes: number;
  readonly rows: number;
  readonly bits: Uint8Array;
}

/** Paints a rectangle, given by its edges in whole dots, clipped to the plane. */
export function putRect(plane: BitPlane, x0: number, y0: number, x1: number, y1: number, ink: Ink): void {
  const left = Math.max(0, x0);
  const right = Math.min(plane.width, x1);
  const top = Math.max(0, y0);
  const bottom = Math.min(plane.height, y1);
  if (left >= right || top >= bottom) return;
  const { bits, strideBytes } = plane;
  const first = left >> 3;
  const last = (right - 1) >> 3;
  const head = 0xff >> (left & 7);
  const tail = (0xff << (7 - ((right - 1) & 7))) & 0xff;
  const white = ink === 'white';
  const end = bottom * strideBytes;
  if (first === last) {
    putColumn(bits, top * strideBytes + first, end, strideBytes, head & tail, white);
    return;
  }
  putColumn(bits, top * strideBytes + first, end, strideBytes, head, white);
  putColumn(bits, top * strideBytes + last, end, strideBytes, tail, white);
  if (last - first < 2) return;
  const value = white ? 0xff : 0;
  for (let row = top * strideBytes; row < end; row += strideBytes) bits.fill(value, row + first + 1, row + last);
}

function putColumn(bits: Uint8Array, from: number, end: number, stride: number, mask: number, white: boolean): void {
  if (white) for (let i = from; i < end; i += stride) bits[i] = (bits[i] as number) | mask;
  else for (let i = from, keep = ~mask; i < end; i += stride) bits[i] = (bits[i] as number) & keep;
}

/**
 * Paints those dots of a rectangle that are set in `rows`, clipped to the plane. Row y of the label has the bits of row
 * y modulo their number; `top` is the label's row at the top of the plane.
 */
export function putRepeated(
  plane: BitPlane,
  rows: readonly Uint8Array[],
  top: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  ink: Ink,
): void {
  const left = Math.max(0, x0);
  const right = Math.min(plane.width, x1);
  if (left >= right) return;
  const { bits, strideBytes } = plane;
  const [first, last] = [left >> 3, (right - 1) >> 3];
  const head = 0xff >> (left & 7);
  const tail = (0xff << (7 - ((right - 1) & 7))) & 0xff;
  const end = Math.min(plane.height, y1);
  for (let y = Math.max(0, y0); y < end; y++) {
    const row = rows[(y + top) % rows.length] as Uint8Array;
    const at = y * strideBytes;
    for (let i = first; i <= last; i++) {
      const dots = (row[i] as number) & (i === first ? head : 0xff) & (i === last ? tail : 0xff);
      const here = bits[at + i] as number;
      bits[at + i] = ink === 'white' ? here | dots : here & ~dots;
    }
  }
}

/**
 * Paints rectangles (x, y, width, height), clipped to the plane; `top` is the label's row at the top of the plane. Bars, and
 * the modules in a row of a symbol, have the same top and height one after the other and are painted together.
 */
export function putRects(plane: BitPlane, rects: Int32Array, top: number, ink: Ink): void {
  const row = createBitPlane(plane.width, 1);
  for (let from = 0; from + 3 < rects.length;) {
    const y = rects[from + 1] as number;
    const height = rects[from + 3] as number;
    let to = from + 4;
    while (to + 3 < rects.length && rects[to + 1] === y && rects[to + 3] === height) to += 4;
    if (to > from + 4) putBars(plane, row, rects, from, to, top, ink);
    else {
      const x = rects[from] as number;
      putRect(plane, x, y - top, x + (rects[from + 2] as number), y - top + height, ink);
    }
    from = to;
  }
}

/**
 * Paints the rectangles `from` to `to`, which all have the first one's top and height: each row of dots is the same. It
 * is made in `row`, which is blank before and afterwards, and is painted four bytes at a time.
 */
function putBars(
  plane: BitPlane,
  row: BitPlane,
  rects: Int32Array,
  from: number,
  to: number,
  top: number,
  ink: Ink,
): void {
  const { strideBytes } = plane;
  const y = (rects[from + 1] as number) - top;
  const end = Math.min(plane.height, y + (rects[from + 3] as number)) * strideBytes;
  let [first, last] = [strideBytes, -1];
  for (let i = from; i < to; i += 4) {
    const left = Math.max(0, rects[i] as number);
    const right = Math.min(plane.width, (rects[i] as number) + (rects[i + 2] as number));
    if (left >= right) continue;
    inkRun(row.bits, left, right);
    first = Math.min(first, left >> 3);
    last = Math.max(last, (right - 1) >> 3);
  }
  const white = ink === 'white';
  const target = new DataView(plane.bits.buffer, plane.bits.byteOffset, plane.bits.byteLength);
  const source = new DataView(row.bits.buffer);
  for (let at = Math.max(0, y) * strideBytes; at < end; at += strideBytes) {
    let i = first;
    for (; i + 4 <= last + 1; i += 4) {
      const here = target.getInt32(at + i, true);
      const paper = source.getInt32(i, true);
      target.setInt32(at + i, white ? here | ~paper : here & paper, true);
    }
    for (; i <= last; i++) {
      const here = target.getUint8(at + i);
      const paper = source.getUint8(i);
      target.setUint8(at + i, white ? here | ~paper : here & paper);
    }
  }
  for (let i = first; i <= last; i++) row.bits[i] = 0xff;
}

/** Makes the dots `left` <= x < `right` of a row black. */
function inkRun(row: Uint8Array, left: number, right: number): void {
  const first = left >> 3;
  const last = (right - 1) >> 3;
  const head = 0xff >> (left & 7);
  const tail = (0xff << (7 - ((right - 1) & 7))) & 0xff;
  row[first] = (row[first] as number) & ~(first === last ? head & tail : head);
  if (first === last) return;
  for (let i = first + 1; i < last; i++) row[i] = 0;
  row[last] = (row[last] as number) & ~tail;
}

/** Paints a mask with its origin at the dot (x, y), clipped to the plane. */
export function putMask(plane: BitPlane, mask: InkMask, x: number, y: number, ink: Ink): void {
  const { bits, strideBytes, width, height } = plane;
  const left = x + mask.left;
  const top = y + mask.top;
  if (left >= width || left + mask.strideBytes * 8 <= 0) return;
  const shift = left & 7;
  const firstByte = left >> 3;
  const fromRow = Math.max(0, -top);
  const toRow = Math.min(mask.rows, height - top);
  // Bits to the right of the width stay paper.
  const lastBits = (width & 7) === 0 ? 0xff : (0xff00 >> (width & 7)) & 0xff;
  const white = ink === 'white';
  for (let row = fromRow; row < toRow; row++) {
    const source = row * mask.strideBytes;
    const target = (top + row) * strideBytes;
    let carry = 0;
    for (let i = 0; i <= mask.strideBytes; i++) {
      const byte = i < mask.strideBytes ? (mask.bits[source + i] as number) : 0;
      let dots = carry | (byte >> shift);
      carry = (byte << (8 - shift)) & 0xff;
      const at = firstByte + i;
      if (dots === 0 || at < 0 || at >= strideBytes) continue;
      if (at === strideBytes - 1) dots &= lastBits;
      const here = bits[target + at] as number;
      bits[target + at] = white ? here | dots : here & ~dots;
    }
  }
}
