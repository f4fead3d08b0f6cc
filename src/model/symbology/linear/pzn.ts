import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { code39Pattern } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { chosenRatio } from '../catalog/options.ts';

/**
 * German pharmaceutical numbers (IFA, PZN8): to 7 digits the check digit is added, in 8 it is verified. They are
 * encoded in Code 39 after a `-`, which readers return as well.
 */
export const encodePzn: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  if (content.length !== 7 && content.length !== 8)
    return err(problem('symbol.length', { symbology: title, expected: '7 / 8', actual: content.length }));
  const body = content.slice(0, 7);
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number(body[i]) * (i + 1);
  // Numbers with a remainder of 10 are never assigned.
  if (sum % 11 === 10) return err(problem('symbol.noCheckDigit', { symbology: title, value: body }));
  const check = sum % 11;
  if (content.length === 8 && Number(content.at(7)) !== check)
    return err(problem('symbol.checkDigit', { symbology: title, expected: check, actual: content.at(7) ?? '' }));
  return linearSymbol({
    symbology: 'pzn',
    content: `-${body}${check}`,
    text: `PZN - ${body}${check}`,
    pattern: code39Pattern(`-${body}${check}`),
    quiet: [10, 10],
    wideRatio: chosenRatio('pzn', options),
  });
};
