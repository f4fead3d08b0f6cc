import { wideBits } from './two-widths.ts';

/** The wide bars of each digit, the first in the highest bit: two of five. */
const DIGITS: readonly number[] = [
  0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
];
/** The three bars of the start (wide, wide, narrow) and of the stop (wide, narrow, wide). */
const START = 0b110;
const STOP = 0b101;

/** Reads Industrial 2 of 5, in which only bars carry data and all spaces are narrow. Null when it is something else. */
export function readCode25(widths: readonly number[]): string | null {
  const bars = (widths.length + 1) / 2;
  const digits = (bars - 6) / 5;
  if (!Number.isInteger(digits) || digits < 1) return null;
  if (wideBits(widths, 0, 3, 2) !== START || wideBits(widths, 2 * (bars - 3), 3, 2) !== STOP) return null;
  if (!spacesAreNarrow(widths)) return null;
  let text = '';
  for (let i = 0; i < digits; i++) {
    const bits = wideBits(widths, 2 * (3 + 5 * i), 5, 2);
    const digit = bits === null ? -1 : DIGITS.indexOf(bits);
    if (digit < 0) return null;
    text += String(digit);
  }
  return text;
}

/** Whether all spaces are alike and narrower than the wide bars of the start. */
function spacesAreNarrow(widths: readonly number[]): boolean {
  const wide = widths[0] ?? 0;
  let least = Infinity;
  let most = 0;
  for (let i = 1; i < widths.length; i += 2) {
    least = Math.min(least, widths[i] ?? 0);
    most = Math.max(most, widths[i] ?? 0);
  }
  return most < wide && most <= least * 1.5;
}
