import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { splitAddOn, withAddOn } from './add-on.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import { digitGroup, mixedDigits, SIDE_GUARD, SPECIAL_GUARD } from './ean-upc.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { wholeNumber } from '../number-length.ts';

/**
 * The parity of the six digits, by the check digit (ISO/IEC 15420, table 4), for number system 0. Number system 1 has
 * the opposite parity.
 */
const PARITY = 'BBBAAA BBABAA BBAABA BBAAAB BABBAA BAABBA BAAABB BABABA BABAAB BAABAB'.split(' ');

/**
 * ISO/IEC 15420: a UPC-A number of number system 0 or 1 with its zeros left out. For 7 digits the check digit is added,
 * for 8 it is verified. An add-on follows after a space.
 */
export const encodeUpce: SymbolEncoder = (content, title, options) => {
  const parts = splitAddOn(content, title);
  if (!parts.ok) return parts;
  const checked = onlyCharacters(parts.value.main, /[0-9]/, title);
  if (!checked.ok) return checked;
  const form = { length: 8, complete: (body: string): Result<string> => completed(body, title) };
  const full = wholeNumber(checked.value, form, 'upce', title, options);
  if (!full.ok) return full;
  const digits = full.value;
  const parity = PARITY[Number(digits[7])] ?? '';
  const body = digits.slice(1, 7);
  const main = {
    content: digits,
    pattern: SIDE_GUARD + mixedDigits(body, digits.startsWith('0') ? parity : opposite(parity)) + SPECIAL_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5. The two outer digits are small.
    quiet: [9, 7] as const,
    textParts: [
      { text: digits.slice(0, 1), fromModule: -9, toModule: -5, small: true as const },
      digitGroup(body, 3),
      { text: digits.slice(7), fromModule: 54, toModule: 58, small: true as const },
    ],
    guards: [0, 1, 14, 15, 16],
  };
  const { guards: _, ...whole } = withAddOn(main, parts.value.addOn);
  return linearSymbol({ symbology: 'upce', ...whole });
};

function opposite(parity: string): string {
  return Array.from(parity, (set) => (set === 'A' ? 'B' : 'A')).join('');
}

/** Seven digits with their check digit. Fails for a number system above 1, and for any form but the shortest. */
function completed(body: string, title: string): Result<string> {
  if (!/^[01]/.test(body))
    return err(problem('symbol.character', { symbology: title, position: 1, character: body.charAt(0) }));
  const long = expanded(body);
  const check = gs1CheckDigit(long);
  // A number must have only one short form, because readers return the shortest one: a product must not get two
  // symbols.
  const canonical = shortened(long);
  if (canonical !== body)
    return err(problem('symbol.otherForm', { symbology: title, expected: canonical + check, actual: body + check }));
  return ok(body + check);
}

/**
 * The 11 digits of a 7-digit number: the last digit determines the places of the zeros (GS1 General Specifications
 * 5.2.2.4.2).
 */
function expanded(digits: string): string {
  const [system = '', a = '', b = '', c = '', d = '', e = '', f = ''] = digits;
  if (f <= '2') return `${system}${a}${b}${f}0000${c}${d}${e}`;
  if (f === '3') return `${system}${a}${b}${c}00000${d}${e}`;
  if (f === '4') return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${f}`;
}

/** The 7 digits of an 11-digit number, by the first rule that applies. */
function shortened(long: string): string {
  const [system, maker, product] = [long.slice(0, 1), long.slice(1, 6), long.slice(6)];
  if (/^..[012]00$/.test(maker)) return `${system}${maker.slice(0, 2)}${product.slice(2)}${maker.charAt(2)}`;
  if (maker.endsWith('00')) return `${system}${maker.slice(0, 3)}${product.slice(3)}3`;
  if (maker.endsWith('0')) return `${system}${maker.slice(0, 4)}${product.slice(4)}4`;
  return `${system}${maker}${product.slice(4)}`;
}
