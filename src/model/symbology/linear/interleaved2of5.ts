import { shortEnough } from '../characters.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';

/** The five elements of each digit; the two wide ones are 2 (ISO/IEC 16390, table 1). */
export const TWO_OF_FIVE: readonly string[] = '11221 21112 12112 22111 11212 21211 12211 11122 21121 12121'.split(' ');

/** Start, pairs of digits and stop. The bars encode the first digit of a pair, the spaces the second one. */
export function interleavedPattern(digits: string): string {
  let pattern = '1111';
  for (let i = 0; i < digits.length; i += 2) {
    const bars = TWO_OF_FIVE[digits.charCodeAt(i) - 48] ?? '';
    const spaces = TWO_OF_FIVE[digits.charCodeAt(i + 1) - 48] ?? '';
    for (let e = 0; e < 5; e++) pattern += bars.charAt(e) + spaces.charAt(e);
  }
  return `${pattern}211`;
}

const LONGEST = 80;

/**
 * ISO/IEC 16390, with a modulo 10 check digit if chosen. Digits are encoded in pairs: an odd number of them gets a
 * leading 0 (specification 2, section 5).
 */
export const encodeInterleaved2of5: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const digits = content + (chosen('interleaved2of5', options, 'checkDigit') === 'mod10' ? gs1CheckDigit(content) : '');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  // Quiet zone of 10 X: ISO/IEC 16390, 4.3.
  return linearSymbol({
    symbology: 'interleaved2of5',
    content: even,
    pattern: interleavedPattern(even),
    quiet: [10, 10],
    wideRatio: chosenRatio('interleaved2of5', options),
  });
};
