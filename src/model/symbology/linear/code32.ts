import { ok } from '#model/kernel/result.ts';
import { code39Pattern } from './code39-characters.ts';
import { afterPrefix, luhnSum, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { type NumberForm, wholeNumber } from '../number-length.ts';
import { chosenRatio } from '../catalog/options.ts';

/** The digits of base 32: digits and letters without vowels. */
const BASE_32 = '0123456789BCDFGHJKLMNPQRSTUVWXYZ';

/** Every second digit from the left is doubled. The check digit is the sum modulo 10, not its complement to 10. */
const CODE_32: NumberForm = { length: 9, complete: (body) => ok(body + String(luhnSum(body) % 10)) };

/**
 * Italian Pharmacode: a number of 8 digits, to which the check digit is added, or of 9, with a verified check digit. It
 * is encoded as six characters of Code 39. The text has a leading `A`, the symbol doesn't.
 */
export const encodeCode32: SymbolEncoder = (content, title, options) => {
  const checked = afterPrefix(content, 'A', (rest) => onlyCharacters(rest, /[0-9]/, title));
  if (!checked.ok) return checked;
  const full = wholeNumber(checked.value, CODE_32, 'code32', title, options);
  if (!full.ok) return full;
  let value = Number(full.value);
  let characters = '';
  for (let i = 0; i < 6; i++) {
    characters = (BASE_32[value % 32] ?? '') + characters;
    value = Math.floor(value / 32);
  }
  return linearSymbol({
    symbology: 'code32',
    content: `A${full.value}`,
    pattern: code39Pattern(characters),
    quiet: [10, 10],
    wideRatio: chosenRatio('code32', options),
  });
};
