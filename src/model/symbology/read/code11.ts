import { wideBits } from './two-widths.ts';

const CHARACTERS = '0123456789-';
/**
 * The wide elements among bar, space, bar, space, bar of each character, the first in the highest bit (USS Code 11,
 * table 1).
 */
const PATTERNS: readonly number[] = [
  0b00001, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b10000, 0b00100,
];
const START_STOP = 0b00110;
/** Elements from one character to the next: five, and the gap. */
const PITCH = 6;

/** The characters between start and stop, including check characters; null when it is not Code 11. */
export function readCode11(widths: readonly number[]): string | null {
  const count = (widths.length + 1) / PITCH;
  if (!Number.isInteger(count) || count < 3) return null;
  let text = '';
  for (let i = 0; i < count; i++) {
    const bits = wideBits(widths, i * PITCH, 5);
    if (i === 0 || i === count - 1) {
      if (bits !== START_STOP) return null;
      continue;
    }
    const at = bits === null ? -1 : PATTERNS.indexOf(bits);
    if (at < 0) return null;
    text += CHARACTERS[at];
  }
  return text;
}
