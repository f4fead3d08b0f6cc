import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { onlyCharacters } from '../digits.ts';
import { linearSymbol } from './linear.ts';
import { POSTAL_PITCH, POSTAL_QUIET } from './four-state.ts';
import type { BarSpan, SymbolEncoder } from '../types.ts';

/** Digits of a ZIP, ZIP+4 or delivery point code. */
const LENGTHS = [5, 9, 11];
/**
 * The five bars of each digit, 1 for a tall bar. The weights of the two tall bars (of 7, 4, 2, 1 and 0) add up to the
 * digit; 11 means 0.
 */
const TALL = '11000 00011 00101 00110 01001 01010 01100 10001 10010 10100'.split(' ');
/** Publication 25, 4-4.2: bars of 0.125 and 0.050 inch on a common base line. */
const FULL_BAR: BarSpan = [0, 1];
const HALF_BAR: BarSpan = [0.6, 1];

/** USPS POSTNET. The check digit makes the sum of all digits a multiple of 10. */
export const encodePostnet: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  if (!LENGTHS.includes(content.length))
    return err(problem('symbol.length', { symbology: title, expected: LENGTHS.join(' / '), actual: content.length }));
  let sum = 0;
  for (const digit of content) sum += Number(digit);
  const full = content + String((10 - (sum % 10)) % 10);
  let tall = '1';
  for (const digit of full) tall += TALL[Number(digit)] ?? '';
  tall += '1';
  return linearSymbol({
    symbology: 'postnet',
    content: full,
    pattern: '12'.repeat(tall.length - 1) + '1',
    quiet: POSTAL_QUIET,
    wideRatio: POSTAL_PITCH - 1,
    barSpans: Array.from(tall, (bar) => (bar === '1' ? FULL_BAR : HALF_BAR)),
    fixedMm: { bar: 0.508, height: 3.175 },
  });
};
