import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import { ean13Symbol } from './ean13.ts';
import type { SymbolEncoder } from '../types.ts';
import { lengthRule, oneDigitShort } from '../number-length.ts';
import { mod11Character } from './isbn.ts';

/**
 * ISO 3297 in EAN-13: `0311-175X`, also without hyphen or check character. Two digits for the sequence variant may
 * follow after a space (00 when left out), and after another space the issue, as an add-on of two or five digits.
 */
export const encodeIssn: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9X -]/, title);
  if (!checked.ok) return checked;
  const [typed = '', variant = '00', addOn = '', ...more] = content.split(' ');
  const rule = lengthRule('issn', options);
  // A number with a hyphen has its zeros: a spreadsheet treats it as text.
  const bare = !typed.includes('-');
  const number = bare && rule === 'pad' ? typed.padStart(8, '0') : typed;
  const parts = /^(\d{4})-?(\d{3})([0-9X]?)$/.exec(number);
  if (parts === null || more.length > 0 || !/^\d{2}$/.test(variant))
    return err(problem('symbol.form', { symbology: title, expected: '0311-175X 00 17' }));
  if (!/^(\d{2}|\d{5})?$/.test(addOn)) return err(problem('symbol.addOn', { symbology: title, actual: addOn }));
  const [, first = '', second = '', given = ''] = parts;
  const digits = first + second;
  const check = mod11Character(digits);
  const isWhole = mod11Character(`0${digits.slice(0, -1)}`) === digits.at(-1);
  if (bare && given === '' && rule !== 'checkDigit' && isWhole)
    return err(oneDigitShort(title, number, `0${digits}`, digits + check));
  if (given !== '' && given !== check)
    return err(problem('symbol.checkDigit', { symbology: title, expected: check, actual: given }));
  const body = `977${first}${second}${variant}`;
  const caption = {
    text: `ISSN ${first}-${second}${check}`,
    fromModule: 0,
    toModule: 95,
    above: true,
    whole: true,
  } as const;
  return ean13Symbol('issn', body + String(gs1CheckDigit(body)), addOn, caption);
};
