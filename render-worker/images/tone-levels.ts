const WHITE = 255;
const GRID = 8;
/** The kernel compares 16 dots at once. */
const LEVELS = 16;

/**
 * For each of 16 dots the gray from which on it is paper. The rows are used in turn for the rows y, y + 1 … of a
 * picture.
 */
export type ToneLevels = readonly Uint8Array[];

/** The same level everywhere. 0 leaves no ink, 255 nothing but pure white. */
export function oneLevel(paperFrom: number): ToneLevels {
  return [new Uint8Array(LEVELS).fill(paperFrom)];
}

/** Bayer's matrix of 8 x 8: the order in which the dots of a square become paper as it gets lighter. */
function bayerRank(x: number, y: number): number {
  let rank = 0;
  for (let bit = 0; bit < 3; bit++) {
    const across = (x >> bit) & 1;
    const down = (y >> bit) & 1;
    rank |= (((across ^ down) << 1) | down) << (2 * (2 - bit));
  }
  return rank;
}

/** A fixed grid of 8 x 8 dots: no dot depends on another, and even gray is an even pattern. */
export const ORDERED_LEVELS: ToneLevels = Array.from({ length: GRID }, (_, y) =>
  Uint8Array.from({ length: LEVELS }, (_, x) => {
    // Paper where gray / 255 is above (2 * rank + 1) / 128.
    return Math.floor(((2 * bayerRank(x % GRID, y) + 1) * WHITE) / (2 * GRID * GRID)) + 1;
  }),
);
