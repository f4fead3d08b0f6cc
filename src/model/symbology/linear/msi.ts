import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { shortEnough } from '../characters.ts';
import { luhnDigit, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosen } from '../catalog/options.ts';

const LONGEST = 40;
/**
 * Each bit is three modules wide: 1 is a wide bar and a narrow space, 0 a narrow bar and a wide space. A digit has four
 * bits.
 */
const ONE = '21';
const ZERO = '12';
const START = ONE;
const STOP = '121';

/** MSI (Modified Plessey) with no, one or two check digits. */
export const encodeMsi: SymbolEncoder = (content, title, options) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const full = withCheckDigits(content, chosen('msi', options, 'checkDigit'), title);
  if (!full.ok) return full;
  let pattern = START;
  for (const digit of full.value) {
    const value = digit.charCodeAt(0) - 48;
    for (const bit of [8, 4, 2, 1]) pattern += (value & bit) === 0 ? ZERO : ONE;
  }
  return linearSymbol({ symbology: 'msi', content: full.value, pattern: pattern + STOP, quiet: [12, 12] });
};

function withCheckDigits(digits: string, kind: string, title: string): Result<string> {
  if (kind === 'none') return ok(digits);
  if (kind === 'mod10') return ok(digits + luhnDigit(digits));
  if (kind === 'mod1010') {
    const once = digits + luhnDigit(digits);
    return ok(once + luhnDigit(once));
  }
  const eleven = mod11(digits);
  // A remainder of 10 has no check digit: such numbers can't be encoded with this check (MSI Data Corporation).
  if (eleven === 10) return err(problem('symbol.noCheckDigit', { symbology: title, value: digits }));
  const once = digits + eleven;
  return ok(kind === 'mod1110' ? once + luhnDigit(once) : once);
}

/** IBM's modulo 11 check: weights 2 to 7, repeated, from the right. */
function mod11(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += (digits.charCodeAt(digits.length - 1 - i) - 48) * ((i % 6) + 2);
  return (11 - (sum % 11)) % 11;
}
