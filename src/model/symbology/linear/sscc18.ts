import { afterPrefix, withGs1CheckDigit } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { gs1128Symbol } from './gs1-128.ts';

/**
 * The number of a logistic unit (GS1 General Specifications 3.3.1): to 17 digits the check digit is added, in 18 it is
 * verified.
 */
export const encodeSscc18: SymbolEncoder = (content, title) => {
  const full = afterPrefix(content, '(00)', (digits) => withGs1CheckDigit(digits, 18, title));
  return full.ok ? gs1128Symbol('sscc18', `(00)${full.value}`, title) : full;
};
