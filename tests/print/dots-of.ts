import type { OneBitMode } from '#model/elements/base/display-op.ts';
import type { OneBitImage } from '#render-worker/images/one-bit-image.ts';
import { toOneBit } from '#tests/support/to-one-bit.ts';

export const INK = 0;
export const PAPER = 255;
const CLEAR = 1;

/** A byte for each dot: INK, PAPER, or 1 where the image is transparent. */
export function dotsOf({ width, height, strideBytes, paper, clear }: OneBitImage): Uint8Array {
  const isSet = (bits: Uint8Array | null, x: number, y: number): boolean =>
    ((bits?.[y * strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return isSet(clear, x, y) ? CLEAR : isSet(paper, x, y) ? PAPER : INK;
  });
}

/** A whole picture of gray bytes, dithered: INK or PAPER for each. */
export function ditherAll(oneBit: OneBitMode, gray: Uint8Array, width: number, threshold?: number): Uint8Array {
  const height = gray.length / width;
  const look = { oneBit, ...(threshold === undefined ? {} : { threshold }) };
  return dotsOf(toOneBit({ width, height, gray, alpha: null }, width, height, look));
}
