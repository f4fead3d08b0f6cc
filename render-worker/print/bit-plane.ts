import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';

/**
 * A page in black and white. Rows follow each other without a gap, `strideBytes` each, the most significant
 * bit leftmost, 1 = paper. Bits to the right of the width are always paper, so equal pages have equal bytes.
 */
export interface BitPlane {
  readonly width: Dots;
  readonly height: Dots;
  readonly strideBytes: number;
  readonly bits: Uint8Array;
}

export function bytesPerBitRow(width: Dots): number {
  return (width + 7) >> 3;
}

/** A plane of bare paper. */
export function createBitPlane(width: Dots, height: Dots): BitPlane {
  const strideBytes = bytesPerBitRow(width);
  return { width, height, strideBytes, bits: new Uint8Array(strideBytes * height).fill(0xff) };
}

export function clearPlane(plane: BitPlane): void {
  plane.bits.fill(0xff);
}

/** True where there is ink; outside of the plane there is none. */
export function isInk(plane: BitPlane, x: Dots, y: Dots): boolean {
  if (x < 0 || y < 0 || x >= plane.width || y >= plane.height) return false;
  return (((plane.bits[y * plane.strideBytes + (x >> 3)] ?? 0xff) >> (7 - (x & 7))) & 1) === 0;
}

/**
 * Copies `source` whole to (x, y) of `target`; it must lie inside. Whatever stood there is replaced, what
 * stands beside it in the same bytes is kept.
 */
export function copyPlane(source: BitPlane, target: BitPlane, x: Dots, y: Dots): void {
  if (x < 0 || y < 0 || x + source.width > target.width || y + source.height > target.height)
    throw new Error('plane does not fit');
  const shift = x & 7;
  const firstByte = x >> 3;
  const tailBits = source.width & 7;
  const from = source.bits;
  const to = target.bits;
  for (let row = 0; row < source.height; row++) {
    const s = row * source.strideBytes;
    const t = (y + row) * target.strideBytes + firstByte;
    if (shift === 0 && tailBits === 0) {
      to.set(from.subarray(s, s + source.strideBytes), t);
      continue;
    }
    for (let i = 0; i < source.strideBytes; i++) {
      const mask = i === source.strideBytes - 1 && tailBits !== 0 ? (0xff00 >> tailBits) & 0xff : 0xff;
      const value = (from[s + i] ?? 0) & mask;
      const high = mask >> shift;
      to[t + i] = ((to[t + i] ?? 0) & ~high) | (value >> shift);
      const low = (mask << (8 - shift)) & 0xff;
      if (shift !== 0 && low !== 0) to[t + i + 1] = ((to[t + i + 1] ?? 0) & ~low) | ((value << (8 - shift)) & 0xff);
    }
  }
}

/** Makes a rectangle bare paper again. */
export function erasePlane(target: BitPlane, area: Rect): void {
  copyPlane(createBitPlane(area.width, area.height), target, area.x, area.y);
}

/**
 * A rectangle of the plane as grey bytes (0 ink, 255 paper), turned back by `rotation`, so that what was
 * turned clockwise on the label stands upright. Outside of the plane is paper.
 */
export function uprightGray(
  plane: BitPlane,
  area: Rect,
  rotation: Rotation,
): { readonly width: number; readonly height: number; readonly gray: Uint8Array } {
  const swap = rotation === 90 || rotation === 270;
  const width = swap ? area.height : area.width;
  const height = swap ? area.width : area.height;
  const gray = new Uint8Array(width * height).fill(255);
  // Where the upright pixel (u, v) is found on the label: origin + u * (ux, uy) + v * (vx, vy).
  const right = area.x + area.width - 1;
  const bottom = area.y + area.height - 1;
  const [x0, y0, ux, uy, vx, vy] =
    rotation === 0
      ? ([area.x, area.y, 1, 0, 0, 1] as const)
      : rotation === 90
        ? ([right, area.y, 0, 1, -1, 0] as const)
        : rotation === 180
          ? ([right, bottom, -1, 0, 0, -1] as const)
          : ([area.x, bottom, 0, -1, 1, 0] as const);
  const { bits, strideBytes } = plane;
  for (let v = 0; v < height; v++) {
    let x = x0 + v * vx;
    let y = y0 + v * vy;
    const row = v * width;
    for (let u = 0; u < width; u++) {
      if (x >= 0 && y >= 0 && x < plane.width && y < plane.height) {
        const byte = bits[y * strideBytes + (x >> 3)] ?? 0xff;
        if (((byte >> (7 - (x & 7))) & 1) === 0) gray[row + u] = 0;
      }
      x += ux;
      y += uy;
    }
  }
  return { width, height, gray };
}
