import type { TextPart } from '../types.ts';

/** Set A of ISO/IEC 15420, table 1: space, bar, space, bar of each digit. C has the same widths from a bar on, B reversed. */
const SET_A = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
const SET_B = SET_A.map((widths) => [...widths].reverse().join(''));

export const SIDE_GUARD = '111';
export const CENTRE_GUARD = '11111';
/** The right guard of UPC-E. */
export const SPECIAL_GUARD = '111111';

/** Digits in sets A and B, as `parity` says digit by digit. */
export function mixedDigits(digits: string, parity: string): string {
  let pattern = '';
  for (let i = 0; i < digits.length; i++) pattern += (parity[i] === 'A' ? SET_A : SET_B)[Number(digits[i])] ?? '';
  return pattern;
}

/** In set A on the left of the centre guard, in set C on its right: the widths are the same. */
export function evenDigits(digits: string): string {
  let pattern = '';
  for (const digit of digits) pattern += SET_A[Number(digit)] ?? '';
  return pattern;
}

/** Parity of the six left digits by the first one (ISO/IEC 15420, table 3). */
export const EAN13_PARITY: readonly string[] =
  'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** Two groups of digits of seven modules each. */
export function digitGroup(digits: string, fromModule: number): TextPart {
  return { text: digits, fromModule, toModule: fromModule + 7 * digits.length };
}
