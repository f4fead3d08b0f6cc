import { PAPER_FROM } from '../print/one-bit.ts';
import { INK, PAPER } from './dot-values.ts';

/** Ways to make grey bytes INK or PAPER, in whole numbers only: the same dots on every machine. */

/** Grey from `paperFrom` on is paper: 0 leaves no ink, 255 nothing but pure white. */
export function threshold(gray: Uint8Array, paperFrom: number = PAPER_FROM): Uint8Array {
  return gray.map((g) => (g >= paperFrom ? PAPER : INK));
}

/** Error diffusion in sixteenths, left to right in every row. */
export function floydSteinberg(gray: Uint8Array, width: number, height: number): Uint8Array {
  const dots = new Uint8Array(gray.length);
  // One cell beside each end saves the tests for the borders.
  let here = new Int32Array(width + 2);
  let below = new Int32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const value = (gray[row + x] as number) + (((here[x + 1] as number) + 8) >> 4);
      const paper = value >= PAPER_FROM;
      dots[row + x] = paper ? PAPER : INK;
      const error = paper ? value - PAPER : value;
      here[x + 2] = (here[x + 2] as number) + error * 7;
      below[x] = (below[x] as number) + error * 3;
      below[x + 1] = (below[x + 1] as number) + error * 5;
      below[x + 2] = (below[x + 2] as number) + error;
    }
    [here, below] = [below, here];
    below.fill(0);
  }
  return dots;
}

/** Error diffusion of six eighths, left to right: two are dropped, so light and dark parts come out clean. */
export function atkinson(gray: Uint8Array, width: number, height: number): Uint8Array {
  const dots = new Uint8Array(gray.length);
  // One cell before and two after each row save the tests for the borders.
  let here = new Int32Array(width + 3);
  let below = new Int32Array(width + 3);
  let next = new Int32Array(width + 3);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const value = (gray[row + x] as number) + (((here[x + 1] as number) + 4) >> 3);
      const paper = value >= PAPER_FROM;
      dots[row + x] = paper ? PAPER : INK;
      const error = paper ? value - PAPER : value;
      here[x + 2] = (here[x + 2] as number) + error;
      here[x + 3] = (here[x + 3] as number) + error;
      below[x] = (below[x] as number) + error;
      below[x + 1] = (below[x + 1] as number) + error;
      below[x + 2] = (below[x + 2] as number) + error;
      next[x + 1] = (next[x + 1] as number) + error;
    }
    [here, below, next] = [below, next, here];
    next.fill(0);
  }
  return dots;
}

/** Bayer's matrix of 8 x 8: in which order the dots of a square become paper as it gets lighter. */
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

/** A fixed grid of 8 x 8 dots: no dot depends on another, and even grey is an even pattern. */
export function ordered(gray: Uint8Array, width: number, height: number): Uint8Array {
  const dots = new Uint8Array(gray.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const grid = (y & 7) << 3;
    for (let x = 0; x < width; x++) {
      const rank = BAYER[grid | (x & 7)] as number;
      dots[row + x] = (gray[row + x] as number) * 128 > (2 * rank + 1) * PAPER ? PAPER : INK;
    }
  }
  return dots;
}
