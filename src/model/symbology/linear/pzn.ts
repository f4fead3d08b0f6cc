import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { code39Pattern } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { wholeNumber } from '../number-length.ts';
import { chosenRatio } from '../catalog/options.ts';

/**
 * German pharmaceutical numbers (IFA, PZN8): for 7 digits the check digit is added, for 8 it is verified. They are
 * encoded in Code 39 after a `-`, which readers return as well.
 */
export const encodePzn: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const form = { length: 8, complete: (body: string): Result<string> => completed(body, title) };
  const full = wholeNumber(content, form, 'pzn', title, options);
  if (!full.ok) return full;
  return linearSymbol({
    symbology: 'pzn',
    content: `-${full.value}`,
    text: `PZN - ${full.value}`,
    pattern: code39Pattern(`-${full.value}`),
    quiet: [10, 10],
    wideRatio: chosenRatio('pzn', options),
  });
};

/** Seven digits with their check digit: the sum with weights 1 to 7, modulo 11. */
function completed(body: string, title: string): Result<string> {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number(body[i]) * (i + 1);
  // Numbers with a remainder of 10 are never assigned.
  if (sum % 11 === 10) return err(problem('symbol.noCheckDigit', { symbology: title, value: body }));
  return ok(body + String(sum % 11));
}
