import type { OneBitMode } from '#model/elements/base/display-op.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { PAPER_FROM } from './one-bit.ts';

/**
 * Turns rows of gray bytes into black and white, from the top, in whole numbers only, so that every machine gives the
 * same dots. `paper` gets 1 for paper and 0 for ink.
 */
export type RowDither = (gray: Uint8Array, paper: Uint8Array) => void;

const WHITE = 255;

export function createDither(mode: OneBitMode, width: number, paperFrom: number = PAPER_FROM): RowDither {
  switch (mode) {
    case 'threshold':
      return threshold(paperFrom);
    case 'floydSteinberg':
      return floydSteinberg(width);
    case 'atkinson':
      return atkinson(width);
    case 'ordered':
      return ordered();
    default:
      return assertNever(mode);
  }
}

/** Gray from `paperFrom` up becomes paper: with 0 there is no ink, with 255 only pure white is paper. */
function threshold(paperFrom: number): RowDither {
  return (gray, paper) => {
    for (let x = 0; x < paper.length; x++) paper[x] = (gray[x] as number) >= paperFrom ? 1 : 0;
  };
}

/**
 * Error diffusion in sixteenths, left to right in every row. The errors that a dot passes down are kept in variables
 * until the sum for the dot below is complete. So each sum is written once, in place of the one that was just read.
 */
function floydSteinberg(width: number): RowDither {
  // One cell before each row saves the test for the border.
  const row = new Int32Array(width + 1);
  return (gray, paper) => {
    let last = 0;
    let secondLast = 0;
    for (let x = 0; x < width; x++) {
      const value = (gray[x] as number) + (((row[x + 1] as number) + last * 7 + 8) >> 4);
      const isPaper = value >= PAPER_FROM;
      paper[x] = isPaper ? 1 : 0;
      const error = isPaper ? value - WHITE : value;
      row[x] = error * 3 + last * 5 + secondLast;
      secondLast = last;
      last = error;
    }
    row[width] = last * 5 + secondLast;
  };
}

/** Error diffusion left to right. Only six eighths of each error are passed on: light and dark parts stay clean. */
function atkinson(width: number): RowDither {
  // One cell before each row saves the test for the border.
  const row = new Int32Array(width + 1);
  /** The errors that the row above passes to the row after this one. */
  const above = new Int32Array(width + 1);
  return (gray, paper) => {
    let last = 0;
    let secondLast = 0;
    for (let x = 0; x < width; x++) {
      const value = (gray[x] as number) + (((row[x + 1] as number) + last + secondLast + 4) >> 3);
      const isPaper = value >= PAPER_FROM;
      paper[x] = isPaper ? 1 : 0;
      const error = isPaper ? value - WHITE : value;
      row[x] = error + last + secondLast + (above[x] as number);
      above[x] = last;
      secondLast = last;
      last = error;
    }
    row[width] = last + secondLast + (above[width] as number);
    above[width] = last;
  };
}

/** Bayer's 8 x 8 matrix: the order in which the dots of a square become paper as the gray gets lighter. */
const BAYER = Uint8Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3];
  let rank = 0;
  for (let bit = 0; bit < 3; bit++) {
    const across = (x >> bit) & 1;
    const down = (y >> bit) & 1;
    rank |= (((across ^ down) << 1) | down) << (2 * (2 - bit));
  }
  return rank;
});

/** Ordered dithering by the 8 x 8 matrix: no dot depends on another, and even gray becomes an even pattern. */
function ordered(): RowDither {
  let y = 0;
  return (gray, paper) => {
    const grid = (y & 7) << 3;
    for (let x = 0; x < paper.length; x++) {
      const rank = BAYER[grid | (x & 7)] as number;
      paper[x] = (gray[x] as number) * 128 > (2 * rank + 1) * WHITE ? 1 : 0;
    }
    y++;
  };
}
