import fc from 'fast-check';
import { createRandom } from './symbol-values.ts';

/** Rows of a picture without gaps between them. */
export interface ImageRows {
  readonly rowBytes: number;
  readonly rows: number;
  readonly pixels: Uint8Array;
}

/** Rows as labels have them: often the row above, often runs, some noise. */
export function imageRowsOf(rowBytes: fc.Arbitrary<number>): fc.Arbitrary<ImageRows> {
  return fc
    .record({
      rowBytes,
      rows: fc.integer({ min: 1, max: 24 }),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      above: fc.double({ min: 0, max: 1, noNaN: true }),
      run: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ rowBytes, rows, seed, above, run }) => {
      const random = createRandom(seed);
      const pixels = new Uint8Array(rowBytes * rows);
      for (let i = 0; i < pixels.length; i++) {
        const up = i >= rowBytes ? pixels[i - rowBytes] : undefined;
        const left = i > 0 ? pixels[i - 1] : undefined;
        if (up !== undefined && random() < above ** 0.05) pixels[i] = up;
        else if (left !== undefined && random() < run ** 0.2) pixels[i] = left;
        else pixels[i] = Math.floor(random() * 256);
      }
      return { rowBytes, rows, pixels };
    });
}
