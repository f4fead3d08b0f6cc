import type { BarState } from './bar-heights.ts';

/** Rows by ascenders, columns by descenders (Royal Mail 4-state: two of each in every character). */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Which two of four bars ascend (or descend), by row (or column), the first bar in the highest bit. */
const PAIRS: readonly number[] = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100];

/** The characters between start and stop, the check character last; null when it is not Royal Mail's code. */
export function readRoyalMail(states: readonly BarState[]): string | null {
  const count = (states.length - 2) / 4;
  if (!Number.isInteger(count) || count < 2) return null;
  if (states[0] !== 'ascender' || states.at(-1) !== 'full') return null;
  return fourStateCharacters(states.slice(1, -1));
}

/** KIX: the same characters without start, stop and check character. */
export function fourStateCharacters(states: readonly BarState[]): string | null {
  let text = '';
  for (let i = 0; i < states.length; i += 4) {
    let up = 0;
    let down = 0;
    for (const state of states.slice(i, i + 4)) {
      up = up * 2 + (state === 'ascender' || state === 'full' ? 1 : 0);
      down = down * 2 + (state === 'descender' || state === 'full' ? 1 : 0);
    }
    const [row, column] = [PAIRS.indexOf(up), PAIRS.indexOf(down)];
    if (row < 0 || column < 0) return null;
    text += CHARACTERS[row * 6 + column];
  }
  return text;
}
