import { wideBits } from './two-widths.ts';

const CHARACTERS = '0123456789-';
/** Wide elements of bar, space, bar, space, bar: first element in the highest bit (USS Code 11, table 1). */
const PATTERNS: readonly number[] = [
  0b00001, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b10000, 0b00100,
];
const START_STOP = 0b00110;
/** Five elements and the gap. */
const PITCH = 6;

/** The characters between start and stop, check characters included; null when it is not Code 11. */
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

/** The data in front of so many right check characters (C, then K); null when one of them is wrong. */
export function code11Data(text: string, checks: number): string | null {
  const data = text.slice(0, text.length - checks);
  let checked = data;
  if (checks >= 1) checked += checkCharacter(checked, 10);
  if (checks >= 2) checked += checkCharacter(checked, 9);
  return checked === text ? data : null;
}

/** Weights from 1 at the right end up to `cycle` and again from 1, modulo 11. */
function checkCharacter(text: string, cycle: number): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const weight = ((text.length - 1 - i) % cycle) + 1;
    sum += weight * CHARACTERS.indexOf(text[i] ?? '');
  }
  return CHARACTERS[sum % 11] ?? '';
}
