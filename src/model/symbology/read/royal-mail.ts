import type { BarState } from './bar-heights.ts';

/**
 * The characters in a table: the ascenders determine the row, the descenders the column. Every character has two of
 * each (Royal Mail 4-state).
 */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The bars that ascend (by row) or descend (by column): two of four, the first bar in the highest bit. */
const PAIRS: readonly number[] = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100];

/** The characters between start and stop, the check character last; null when it is not the Royal Mail code. */
export function readRoyalMail(states: readonly BarState[]): string | null {
  const count = (states.length - 2) / 4;
  if (!Number.isInteger(count) || count < 2) return null;
  if (states[0] !== 'ascender' || states.at(-1) !== 'full') return null;
  return fourStateCharacters(states.slice(1, -1));
}

/** Reads KIX: the same characters, without start bar, stop bar and check character. */
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
