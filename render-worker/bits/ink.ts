import type { Ink } from '#model/elements/base/display-op.ts';
import type { BitPlane } from './bit-plane.ts';

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
 * the modules in a row of a symbol, have the same top and height one after the other and are painted together: their row of
 * dots is made once and joined to each row of the plane.
 */
export function putRects(plane: BitPlane, rects: Int32Array, top: number, ink: Ink): void {
  const { bits, strideBytes } = plane;
  const target = bitsView(plane);
  const row = new Uint8Array(strideBytes).fill(0xff);
  const source = new DataView(row.buffer);
  const white = ink === 'white';
  for (let from = 0, to = 4; from + 3 < rects.length; from = to, to += 4) {
    const y = (rects[from + 1] as number) - top;
    const height = rects[from + 3] as number;
    while (to + 3 < rects.length && rects[to + 1] === y + top && rects[to + 3] === height) to += 4;
    if (to === from + 4) {
      const x = rects[from] as number;
      putRect(plane, x, y, x + (rects[from + 2] as number), y + height, ink);
      continue;
    }
    let [first, last] = [strideBytes, -1];
    for (let i = from; i < to; i += 4) {
      const left = Math.max(0, rects[i] as number);
      const right = Math.min(plane.width, (rects[i] as number) + (rects[i + 2] as number));
      if (left >= right) continue;
      inkRun(row, left, right);
      first = Math.min(first, left >> 3);
      last = Math.max(last, (right - 1) >> 3);
    }
    // Four bytes at a time; those after the last one are paper. At the end of the row the rest is painted byte by byte.
    const wordEnd = first + 4 * Math.min((last + 4 - first) >> 2, (strideBytes - first) >> 2);
    const end = Math.min(plane.height, y + height) * strideBytes;
    for (let at = Math.max(0, y) * strideBytes; at < end; at += strideBytes) {
      for (let i = first; i < wordEnd; i += 4) {
        const here = target.getInt32(at + i, true);
        const paper = source.getInt32(i, true);
        target.setInt32(at + i, white ? here | ~paper : here & paper, true);
      }
      for (let i = wordEnd; i <= last; i++) {
        const here = bits[at + i] as number;
        const paper = row[i] as number;
        bits[at + i] = white ? here | ~paper : here & paper;
      }
    }
    for (let i = first; i <= last; i++) row[i] = 0xff;
  }
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

/** A small shape as it is painted: 1 = ink. */
export interface ReadyMask {
  /** Position of the first dot, in dots from the shape's origin. */
  readonly left: number;
  readonly top: number;
  readonly rows: number;
  readonly wordsPerRow: number;
  /** 24 dots in each number, the first one in bit 23: moved by less than a byte, they are still within 32 bits. */
  readonly words: Int32Array;
}

const WORD_DOTS = 24;

/** Calls `onRun` for each run of ink in a row of the mask, in columns of the mask. */
export function eachRun({ bits, strideBytes }: InkMask, row: number, onRun: (from: number, to: number) => void): void {
  let start = -1;
  for (let i = 0; i < strideBytes; i++) {
    const byte = bits[row * strideBytes + i] as number;
    if (start < 0 ? byte === 0 : byte === 0xff) continue;
    for (let bit = 0; bit < 8; bit++) {
      const inked = (byte & (0x80 >> bit)) !== 0;
      if (inked === start >= 0) continue;
      if (!inked) onRun(start, i * 8 + bit);
      start = inked ? i * 8 + bit : -1;
    }
  }
  if (start >= 0) onRun(start, strideBytes * 8);
}

/** The mask without the empty rows and columns around its ink. */
export function readyMask(mask: InkMask): ReadyMask {
  let [x0, x1, y0, y1] = [Infinity, 0, 0, 0];
  for (let y = 0; y < mask.rows; y++) {
    eachRun(mask, y, (from, to) => {
      if (x1 === 0) y0 = y;
      y1 = y + 1;
      x0 = Math.min(x0, from);
      x1 = Math.max(x1, to);
    });
  }
  if (x1 === 0) return { left: 0, top: 0, rows: 0, wordsPerRow: 0, words: new Int32Array(0) };
  const wordsPerRow = Math.ceil((x1 - x0) / WORD_DOTS);
  const words = new Int32Array(wordsPerRow * (y1 - y0));
  for (let y = y0; y < y1; y++) {
    const row = (y - y0) * wordsPerRow;
    eachRun(mask, y, (from, to) => {
      for (let x = from - x0; x < to - x0; x++) {
        const at = row + Math.floor(x / WORD_DOTS);
        words[at] = (words[at] as number) | (1 << (WORD_DOTS - 1 - (x % WORD_DOTS)));
      }
    });
  }
  return { left: mask.left + x0, top: mask.top + y0, rows: y1 - y0, wordsPerRow, words };
}

/** The plane's bits, for painting several masks. */
export function bitsView({ bits }: BitPlane): DataView {
  return new DataView(bits.buffer, bits.byteOffset, bits.byteLength);
}

/** Paints a mask with its origin at the dot (x, y), clipped to the plane. `view` is of its bits. */
export function putMask(plane: BitPlane, view: DataView, mask: ReadyMask, x: number, y: number, ink: Ink): void {
  const { bits, strideBytes, width, height } = plane;
  const { words, wordsPerRow } = mask;
  const left = x + mask.left;
  const top = y + mask.top;
  const toLeft = 8 - (left & 7);
  const firstByte = left >> 3;
  const fromRow = Math.max(0, -top);
  const toRow = Math.min(mask.rows, height - top);
  const white = ink === 'white';
  // The last byte of a row has bits to the right of the width, which stay paper.
  if (left >= 0 && firstByte + 3 * wordsPerRow < strideBytes - 1) {
    for (let row = fromRow, i = fromRow * wordsPerRow; row < toRow; row++) {
      let at = (top + row) * strideBytes + firstByte;
      for (const end = i + wordsPerRow; i < end; i++, at += 3) {
        const dots = (words[i] as number) << toLeft;
        const here = view.getInt32(at);
        view.setInt32(at, white ? here | dots : here & ~dots);
      }
    }
    return;
  }
  const lastBits = (width & 7) === 0 ? 0xff : (0xff00 >> (width & 7)) & 0xff;
  for (let row = fromRow, i = fromRow * wordsPerRow; row < toRow; row++) {
    const target = (top + row) * strideBytes;
    let at = firstByte;
    for (const end = i + wordsPerRow; i < end; i++, at += 3) {
      const word = (words[i] as number) << toLeft;
      for (let byte = Math.max(0, at); byte < Math.min(at + 4, strideBytes); byte++) {
        const dots = (word >>> (24 - 8 * (byte - at))) & (byte === strideBytes - 1 ? lastBits : 0xff);
        const here = bits[target + byte] as number;
        bits[target + byte] = white ? here | dots : here & ~dots;
      }
    }
  }
}
