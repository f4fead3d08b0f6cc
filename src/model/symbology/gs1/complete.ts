import { gs1CheckDigit } from '../digits.ts';
import { checkPair } from './check-pair.ts';
import type { Gs1Field } from './gs1-data.ts';
import { gs1Identifier } from './identifiers.ts';

const GTIN_LENGTH = 14;

/**
 * The value with its check characters corrected or added; null for an identifier without check characters, or a value
 * that is too short for them. A shorter GTIN that is already correct only gets leading zeros, as the identifiers
 * require.
 */
export function withCheckCharacters({ ai, value }: Gs1Field): string | null {
  let at = 0;
  for (const part of gs1Identifier(ai)?.parts ?? []) {
    if (part.rules.includes('checkPair')) {
      const bare = checkPair(value.slice(0, -2)) === value.slice(-2) ? value.slice(0, -2) : value;
      const pair = bare === '' ? '' : checkPair(bare);
      return pair === '' ? null : bare + pair;
    }
    if (part.rules.includes('check')) {
      if (part.most === GTIN_LENGTH && isShortGtin(value)) return value.padStart(GTIN_LENGTH, '0');
      const data = value.slice(at, at + part.most - 1);
      // A character in place of the check digit is replaced only if it is a digit.
      if (data.length !== part.most - 1 || /\D/.test(value.slice(at, at + part.most))) return null;
      return value.slice(0, at) + data + gs1CheckDigit(data) + value.slice(at + part.most);
    }
    at += part.most;
  }
  return null;
}

/** Whether values of the identifier end in check characters. */
export function hasCheckCharacters(ai: string): boolean {
  const rules = gs1Identifier(ai)?.parts.flatMap((part) => part.rules) ?? [];
  return rules.includes('check') || rules.includes('checkPair');
}

/** Whether it is a correct GTIN-8, GTIN-12 or GTIN-13. */
function isShortGtin(value: string): boolean {
  return /^(\d{8}|\d{12}|\d{13})$/.test(value) && gs1CheckDigit(value.slice(0, -1)) === Number(value.at(-1));
}
