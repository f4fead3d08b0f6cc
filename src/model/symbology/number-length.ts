import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { chosen } from './catalog/options.ts';
import { afterPrefix, gs1CheckDigit, onlyCharacters, withoutBlanks } from './digits.ts';
import type { Symbology, SymbolOptions } from './types.ts';

/** A number of a fixed count of digits, of which the last is a check digit. */
export interface NumberForm {
  /** Digits, the check digit included. */
  readonly length: number;
  /** Completes all digits but the last. Fails for one without a check digit, or that the symbology can't hold. */
  complete(body: string): Result<string>;
}

/**
 * The whole number of `content`, which holds digits only: a number that is one digit short gets its check digit, a
 * whole one is verified. The option `wrongLength` of the symbology decides on other lengths:
 *
 * - `reject`: only the two lengths are accepted, and a short number is rejected when it is valid with a leading zero:
 *   spreadsheets drop leading zeros, so it may be a whole number.
 * - `pad`: a shorter number is a whole one without its leading zeros.
 * - `cut`: digits after the last of a whole number are dropped.
 * - `checkDigit`: a number that is one digit short always lacks its check digit.
 *
 * Problems: `symbol.length`, `symbol.checkDigit`, `symbol.oneDigitShort`, those of `complete`.
 */
export function wholeNumber(
  content: string,
  { length, complete }: NumberForm,
  symbology: Symbology,
  title: string,
  options: SymbolOptions,
): Result<string> {
  const rule = lengthRule(symbology, options);
  const digits = rule === 'pad' ? content.padStart(length, '0') : rule === 'cut' ? content.slice(0, length) : content;
  if (digits.length !== length && digits.length !== length - 1)
    return err(
      problem('symbol.length', { symbology: title, expected: `${length - 1} / ${length}`, actual: digits.length }),
    );
  const completed = complete(digits.slice(0, length - 1));
  if (!completed.ok) return completed;
  if (digits.length === length) {
    if (completed.value === digits) return completed;
    const [expected = '', actual = ''] = [completed.value.at(-1), digits.at(-1)];
    return err(problem('symbol.checkDigit', { symbology: title, expected, actual }));
  }
  const padded = `0${digits}`;
  const other = complete(padded.slice(0, -1));
  if (rule !== 'checkDigit' && other.ok && other.value === padded)
    return err(oneDigitShort(title, digits, padded, completed.value));
  return completed;
}

/** The effective choice of the option `wrongLength`. */
export function lengthRule(symbology: Symbology, options: SymbolOptions): string {
  return chosen(symbology, options, 'wrongLength');
}

/** The two readings of a number that is valid with a leading zero and without its check digit. */
export function oneDigitShort(title: string, actual: string, padded: string, completed: string): Problem {
  return problem('symbol.oneDigitShort', { symbology: title, actual, padded, completed });
}

/**
 * `wholeNumber` for digits with the GS1 check digit. Spaces around them are not part of the number. Problems: those of
 * `wholeNumber`, `symbol.empty`, `symbol.character`.
 */
export function wholeGs1Number(
  content: string,
  length: number,
  symbology: Symbology,
  title: string,
  options: SymbolOptions,
): Result<string> {
  const number = withoutBlanks(content);
  const blanks = content.slice(0, content.indexOf(number));
  const complete = (body: string): Result<string> => ok(body + String(gs1CheckDigit(body)));
  return afterPrefix(blanks + number, blanks, (digits) => {
    const checked = onlyCharacters(digits, /[0-9]/, title);
    return checked.ok ? wholeNumber(digits, { length, complete }, symbology, title, options) : checked;
  });
}
