import type { Dots } from '#model/kernel/units.ts';

/** Packed bits, row by row, most significant bit leftmost, 1 = paper; each row starts at a byte. */
export interface Bitmap {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly rowBytes: number;
  readonly bits: Uint8Array;
}
