import type { TextPart } from '../types.ts';

/**
 * Set A of ISO/IEC 15420, table 1: space, bar, space, bar of each digit. Set C has the same widths but starts with a
 * bar; set B has them in reverse order.
 */
const SET_A = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
const SET_B = SET_A.map((widths) => [...widths].reverse().join(''));

export const SIDE_GUARD = '111';
export const CENTRE_GUARD = '11111';
/** The right guard of UPC-E. */
export const SPECIAL_GUARD = '111111';

/** The digits in sets A and B; `parity` names the set of each digit. */
export function mixedDigits(digits: string, parity: string): string {
  let pattern = '';
  for (let i = 0; i < digits.length; i++) pattern += (parity[i] === 'A' ? SET_A : SET_B)[Number(digits[i])] ?? '';
  return pattern;
}

/** The digits in set A, left of the center guard, or in set C, right of it: both have the same widths. */
export function evenDigits(digits: string): string {
  let pattern = '';
  for (const digit of digits) pattern += SET_A[Number(digit)] ?? '';
  return pattern;
}

/** The parity of the six left digits, by the first digit (ISO/IEC 15420, table 3). */
export const EAN13_PARITY: readonly string[] =
  'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** The text of a group of digits, each seven modules wide. */
export function digitGroup(digits: string, fromModule: number): TextPart {
  return { text: digits, fromModule, toModule: fromModule + 7 * digits.length };
}
