import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import { lumaOf, packRow, rgbOf } from './kernel.wasm';
import { kernelBytes, withRoom } from './memory.ts';

/** Gray values from 128 on become paper. */
export const PAPER_FROM = 128;

const LEVELS: Uint8Array = new Uint8Array(16).fill(PAPER_FROM);

/** Target of rows of bits: `bits` from `offset` on, each row `strideBytes` after the previous one. */
export interface BitRows {
  readonly bits: Uint8Array;
  readonly offset: number;
  readonly strideBytes: number;
}

/** Packs rows of gray bytes into bits: 1 = paper, most significant bit leftmost. Bits beyond the width become paper. */
export function packGrayRows(gray: Uint8Array, grayStride: number, width: number, rows: number, to: BitRows): void {
  const bytes = grayStride * (rows - 1) + width;
  withRoom((room) => packRows(room, room.put(gray.subarray(0, bytes)), grayStride, width, rows, to));
}

function packRows(room: Room, gray: Pointer, grayStride: number, width: number, rows: number, to: BitRows): void {
  const levels = room.put(LEVELS);
  const stride = 2 * Math.ceil(width / 16);
  const bytes = (width + 7) >> 3;
  const packed = room.take(stride * rows);
  for (let row = 0; row < rows; row++) packRow(gray + row * grayStride, width, levels, packed + row * stride);
  const memory = kernelBytes();
  for (let row = 0; row < rows; row++) {
    const from = packed + row * stride;
    to.bits.set(memory.subarray(from, from + bytes), to.offset + row * to.strideBytes);
  }
}

/** Bytes of pixels that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 20;

/**
 * Splits opaque RGBA rows without gaps into bits by their luminance (1 = paper) and into `pixels`, which gets their
 * luminance (`gray`) or red, green and blue (`rgb`), also without gaps.
 */
export function packRgbaRows(
  rgba: Uint8Array,
  width: number,
  rows: number,
  to: BitRows,
  colour: 'gray' | 'rgb',
  pixels: Uint8Array,
): void {
  const rowsAtOnce = Math.max(1, Math.floor(PIECE_BYTES / (width * 4)));
  const channels = colour === 'gray' ? 1 : 3;
  for (let first = 0; first < rows; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows - first);
    const dots = count * width;
    withRoom((room) => {
      const from = room.put(rgba.subarray(first * width * 4, (first + count) * width * 4));
      const gray = room.take(dots);
      lumaOf(from, dots, 0, gray);
      packRows(room, gray, width, width, count, { ...to, offset: to.offset + first * to.strideBytes });
      const sent = colour === 'gray' ? gray : room.take(dots * 3 + 1);
      if (colour === 'rgb') rgbOf(from, dots, sent);
      pixels.set(kernelBytes().subarray(sent, sent + dots * channels), first * width * channels);
    });
  }
}
