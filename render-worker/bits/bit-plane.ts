import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';

/**
 * A page in black and white. Rows follow each other without a gap, `strideBytes` each, the most significant
 * bit leftmost, 1 = paper. Bits to the right of the width are always paper, so equal pages have equal bytes.
 */
export interface BitPlane {
  readonly width: Dots;
  readonly height: Dots;
  readonly strideBytes: number;
  readonly bits: Uint8Array<ArrayBuffer>;
}

export function bytesPerBitRow(width: Dots): number {
  return (width + 7) >> 3;
}

/** A plane of blank paper. */
export function createBitPlane(width: Dots, height: Dots): BitPlane {
  const strideBytes = bytesPerBitRow(width);
  return { width, height, strideBytes, bits: new Uint8Array(strideBytes * height).fill(0xff) };
}

export function clearPlane(plane: BitPlane): void {
  plane.bits.fill(0xff);
}

/** The bits of byte `index` of a row for the dots `from` <= x < `to`. The byte holds the dots from 8 * index on. */
function byteMask(index: number, from: Dots, to: Dots): number {
  const start = index * 8;
  const high = from > start ? 0xff >> (from - start) : 0xff;
  const low = to < start + 8 ? (0xff00 >> (to - start)) & 0xff : 0xff;
  return high & low;
}

/** The eight dots from x on, the first one leftmost. Beyond the plane's right edge everything is paper. */
function dotsAt(plane: BitPlane, x: Dots, row: number): number {
  const byte = x >> 3;
  const shift = x & 7;
  const first = (plane.bits[row + byte] ?? 0xff) << shift;
  if (shift === 0) return first;
  const next = byte + 1 < plane.strideBytes ? (plane.bits[row + byte + 1] ?? 0xff) : 0xff;
  return (first | (next >> (8 - shift))) & 0xff;
}

/** Copies all of `source` to (x, y) of `target`, where it must fit. The dots around it are kept. */
export function copyPlane(source: BitPlane, target: BitPlane, x: Dots, y: Dots): void {
  fitOrThrow(target, { x, y, width: source.width, height: source.height });
  const aligned = (x & 7) === 0 && (source.width & 7) === 0;
  const first = x >> 3;
  const last = (x + source.width - 1) >> 3;
  for (let row = 0; row < source.height; row++) {
    const from = row * source.strideBytes;
    const to = (y + row) * target.strideBytes;
    if (aligned) {
      target.bits.set(source.bits.subarray(from, from + source.strideBytes), to + first);
      continue;
    }
    for (let i = first; i <= last; i++) {
      const mask = byteMask(i, x, x + source.width);
      const at = i * 8 - x;
      const value = at < 0 ? (source.bits[from] ?? 0xff) >> -at : dotsAt(source, at, from);
      target.bits[to + i] = ((target.bits[to + i] ?? 0xff) & ~mask) | (value & mask);
    }
  }
}

/** Copies the part of `source` that is within `target` when its top left is at (x, y) there. */
export function copyPart(source: BitPlane, target: BitPlane, x: Dots, y: Dots): void {
  const left = Math.max(0, -x);
  const top = Math.max(0, -y);
  const width = Math.min(source.width, target.width - x) - left;
  const height = Math.min(source.height, target.height - y) - top;
  if (width <= 0 || height <= 0) return;
  if (width === source.width && height === source.height) return copyPlane(source, target, x, y);
  const part = createBitPlane(width, height);
  copyWindow(source, 0, part, left, top);
  copyPlane(part, target, x + left, y + top);
}

/**
 * Copies the part of the label that both planes hold: `target` begins at (left, top) of the label, `source` is the
 * label's rows from `sourceTop` on.
 */
export function copyWindow(source: BitPlane, sourceTop: Dots, target: BitPlane, left: Dots, top: Dots): void {
  const from = Math.max(sourceTop, top);
  const to = Math.min(sourceTop + source.height, top + target.height);
  const first = left >> 3;
  const whole = (left & 7) === 0 && left >= 0 && first + target.strideBytes <= source.strideBytes;
  const end = target.strideBytes - 1;
  for (let y = from; y < to; y++) {
    const row = (y - sourceTop) * source.strideBytes;
    const at = (y - top) * target.strideBytes;
    if (whole) {
      target.bits.set(source.bits.subarray(row + first, row + first + target.strideBytes), at);
      target.bits[at + end] = (target.bits[at + end] as number) | (0xff & ~byteMask(end, 0, target.width));
      continue;
    }
    for (let i = 0; i < target.strideBytes; i++) {
      target.bits[at + i] = dotsAt(source, left + i * 8, row) | (0xff & ~byteMask(i, 0, target.width));
    }
  }
}

/**
 * True when `area` of the plane, where it must fit, has the same dots as `expected`. `rowOf` gives for each row of the
 * area the row of `expected` that it must equal. Each row of `expected` begins with `shift` ignored dots; they put its
 * first dot at the same bit of a byte as in the area, so that whole bytes can be compared.
 */
export function sameRows(expected: BitPlane, rowOf: Uint32Array, shift: Dots, plane: BitPlane, area: DotRect): boolean {
  fitOrThrow(plane, area);
  if (shift !== (area.x & 7)) throw new Error('bytes that do not match');
  const last = expected.strideBytes - 1;
  const left = byteMask(0, shift, shift + area.width);
  const right = byteMask(last, shift, shift + area.width);
  const { bits } = plane;
  const wanted = expected.bits;
  // Four bytes at a time. A DataView can read them from any address.
  const bitWords = new DataView(bits.buffer, bits.byteOffset, bits.byteLength);
  const wantedWords = new DataView(wanted.buffer, wanted.byteOffset, wanted.byteLength);
  for (let row = 0; row < area.height; row++) {
    const from = (rowOf[row] as number) * expected.strideBytes;
    const at = (area.y + row) * plane.strideBytes + (area.x >> 3);
    if ((((wanted[from] as number) ^ (bits[at] as number)) & left) !== 0) return false;
    if ((((wanted[from + last] as number) ^ (bits[at + last] as number)) & right) !== 0) return false;
    let i = 1;
    let differing = 0;
    for (; i + 16 <= last; i += 16) {
      differing |=
        (wantedWords.getInt32(from + i, true) ^ bitWords.getInt32(at + i, true)) |
        (wantedWords.getInt32(from + i + 4, true) ^ bitWords.getInt32(at + i + 4, true)) |
        (wantedWords.getInt32(from + i + 8, true) ^ bitWords.getInt32(at + i + 8, true)) |
        (wantedWords.getInt32(from + i + 12, true) ^ bitWords.getInt32(at + i + 12, true));
    }
    for (; i + 4 <= last; i += 4) differing |= wantedWords.getInt32(from + i, true) ^ bitWords.getInt32(at + i, true);
    for (; i < last; i++) differing |= (wanted[from + i] as number) ^ (bits[at + i] as number);
    if (differing !== 0) return false;
  }
  return true;
}

/** Makes a rectangle black. It must be inside the plane. */
export function inkRect(plane: BitPlane, area: DotRect): void {
  setRect(plane, area, 0);
}

/** Makes a rectangle paper again. It must be inside the plane. */
export function eraseRect(plane: BitPlane, area: DotRect): void {
  if (area.x > 0 || area.width < plane.width) return setRect(plane, area, 0xff);
  // Whole rows are consecutive bytes, and the bits after each row are paper anyway.
  fitOrThrow(plane, area);
  plane.bits.fill(0xff, area.y * plane.strideBytes, (area.y + area.height) * plane.strideBytes);
}

function setRect(plane: BitPlane, area: DotRect, value: number): void {
  if (area.width <= 0 || area.height <= 0) return;
  fitOrThrow(plane, area);
  const first = area.x >> 3;
  const last = (area.x + area.width - 1) >> 3;
  for (let i = first; i <= last; i++) {
    const mask = byteMask(i, area.x, area.x + area.width);
    const set = value & mask;
    for (let y = area.y, at = y * plane.strideBytes + i; y < area.y + area.height; y++, at += plane.strideBytes) {
      plane.bits[at] = ((plane.bits[at] ?? 0xff) & ~mask) | set;
    }
  }
}

/** True when any dot of the rectangle is black. It must be inside the plane. */
export function hasInk(plane: BitPlane, area: DotRect): boolean {
  if (area.width <= 0 || area.height <= 0) return false;
  fitOrThrow(plane, area);
  const first = area.x >> 3;
  const last = (area.x + area.width - 1) >> 3;
  for (let i = first; i <= last; i++) {
    const mask = byteMask(i, area.x, area.x + area.width);
    for (let y = area.y, at = y * plane.strideBytes + i; y < area.y + area.height; y++, at += plane.strideBytes) {
      if ((~(plane.bits[at] ?? 0xff) & mask) !== 0) return true;
    }
  }
  return false;
}

function fitOrThrow(plane: BitPlane, { x, y, width, height }: DotRect): void {
  if (x < 0 || y < 0 || x + width > plane.width || y + height > plane.height) throw new Error('outside of the plane');
}

/** Gray bytes: 0 ink, 255 paper. */
export interface GrayCrop {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/**
 * A grid of cells of `cell` x `cell` dots as gray bytes, of each cell only the dots in its corners: two columns and two
 * rows per cell. `area`, which must be in the plane, has whole cells; `around` cells of paper are added on each side.
 * Rotated back like `uprightGray`.
 */
export function cornersGray(plane: BitPlane, area: DotRect, rotation: Rotation, cell: Dots, around: number): GrayCrop {
  fitOrThrow(plane, area);
  const across = area.width / cell + 2 * around;
  const down = area.height / cell + 2 * around;
  const turned = rotation === 90 || rotation === 270;
  const width = 2 * (turned ? down : across);
  const height = 2 * (turned ? across : down);
  const gray = new Uint8Array(width * height).fill(255);
  const { start, stepX, stepY } = turn(rotation, width, height);
  const { bits, strideBytes } = plane;
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  let row = 2 * around;
  // From the first to the last row of dots of a cell, and on to the next cell.
  for (let y = area.y; y < bottom; y += (row++ & 1) === 0 ? cell - 1 : 1) {
    const at = y * strideBytes;
    let to = start + 2 * around * stepX + row * stepY;
    for (let x = area.x; x < right; x += cell, to += 2 * stepX) {
      const last = x + cell - 1;
      // 255 where the bit is 1: a branch for each dot would take more than twice the time.
      gray[to] = -(((bits[at + (x >> 3)] as number) >> (~x & 7)) & 1);
      gray[to + stepX] = -(((bits[at + (last >> 3)] as number) >> (~last & 7)) & 1);
    }
  }
  return { width, height, gray };
}

/**
 * Target of the dots of a picture that is rotated back into `width` x `height`: (x, y) to start + x * stepX + y *
 * stepY.
 */
function turn(
  rotation: Rotation,
  width: Dots,
  height: Dots,
): { readonly start: number; readonly stepX: number; readonly stepY: number } {
  if (rotation === 0) return { start: 0, stepX: 1, stepY: width };
  if (rotation === 90) return { start: (height - 1) * width, stepX: -width, stepY: 1 };
  if (rotation === 180) return { start: width * height - 1, stepX: -1, stepY: -width };
  return { start: width - 1, stepX: width, stepY: -1 };
}

/**
 * A rectangle of the plane as gray bytes, rotated back by `rotation`: what was rotated clockwise on the label is
 * upright. Dots outside of `clip` (which is in the plane) count as paper.
 */
export function uprightGray(plane: BitPlane, area: DotRect, rotation: Rotation, clip: DotRect): GrayCrop {
  const turned = rotation === 90 || rotation === 270;
  const width = turned ? area.height : area.width;
  const height = turned ? area.width : area.height;
  const gray = new Uint8Array(width * height).fill(255);
  const right = area.x + area.width - 1;
  const bottom = area.y + area.height - 1;
  const { start, stepX, stepY } = turn(rotation, width, height);
  const fromX = Math.max(area.x, clip.x);
  const toX = Math.min(right, clip.x + clip.width - 1);
  const toY = Math.min(bottom, clip.y + clip.height - 1);
  for (let y = Math.max(area.y, clip.y); y <= toY; y++) {
    const row = y * plane.strideBytes;
    const line = start + (y - area.y) * stepY - area.x * stepX;
    let x = fromX;
    while (x <= toX) {
      const byte = plane.bits[row + (x >> 3)] as number;
      const next = Math.min(toX + 1, (x | 7) + 1);
      // Most of a label is paper, and the crop is filled with paper already.
      if (byte !== 0xff) for (; x < next; x++) if (((byte >> (7 - (x & 7))) & 1) === 0) gray[line + x * stepX] = 0;
      x = next;
    }
  }
  return { width, height, gray };
}
