import type { Size } from '#model/kernel/geometry.ts';

/** Rotation of a picture on the label: first x and y are exchanged, then it is mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** Rows of bits, in the order of the label. */
interface Bits extends Size {
  readonly strideBytes: number;
  readonly bits: Uint8Array;
  /** The value for dots that are set; all others are unchanged. */
  readonly value: 0 | 1;
}

/**
 * Takes the rows of an upright picture one by one from the top, and sets a dot for each byte that equals `dot`. Eight
 * dots that share a byte are collected first, at any rotation of the picture.
 */
export function createBitRows(into: Bits, orientation: Orientation): (row: Uint8Array, dot: number) => void {
  return orientation.transpose ? columnsOf(into, orientation) : rowsOf(into, orientation);
}

function rowsOf(
  { width, height, strideBytes, bits, value }: Bits,
  { flipX, flipY }: Orientation,
): (row: Uint8Array, dot: number) => void {
  let y = 0;
  return (row: Uint8Array, dot: number): void => {
    const start = (flipY ? height - 1 - y : y) * strideBytes;
    const [first, step] = flipX ? [width - 1, -1] : [0, 1];
    let from = first;
    for (let i = 0; i < strideBytes; i++) {
      let put = 0;
      for (let bit = 0x80, left = width - i * 8; bit > 0 && left > 0; bit >>= 1, left--) {
        if (row[from] === dot) put |= bit;
        from += step;
      }
      if (put !== 0) putByte(bits, start + i, put, value);
    }
    y++;
  };
}

function columnsOf(
  { width, height, strideBytes, bits, value }: Bits,
  { flipX, flipY }: Orientation,
): (row: Uint8Array, dot: number) => void {
  const collected = new Uint8Array(height);
  let y = 0;
  return (row: Uint8Array, dot: number): void => {
    const x = flipX ? width - 1 - y : y;
    const bit = 0x80 >> (x & 7);
    for (let i = 0; i < height; i++) if (row[i] === dot) collected[i] = (collected[i] as number) | bit;
    y++;
    if (y < width && (x & 7) !== (flipX ? 0 : 7)) return;
    for (let i = 0, at = x >> 3; i < height; i++, at += strideBytes) {
      const put = collected[flipY ? height - 1 - i : i] as number;
      if (put !== 0) putByte(bits, at, put, value);
    }
    collected.fill(0);
  };
}

function putByte(bits: Uint8Array, at: number, put: number, value: 0 | 1): void {
  bits[at] = value === 1 ? (bits[at] as number) | put : (bits[at] as number) & ~put;
}
