import { afterPrefix } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { gs1128Symbol } from './gs1-128.ts';
import { wholeGs1Number } from '../number-length.ts';

/**
 * The number of a logistic unit (GS1 General Specifications 3.3.1): for 17 digits the check digit is added, for 18 it
 * is verified.
 */
export const encodeSscc18: SymbolEncoder = (content, title, options) => {
  const full = afterPrefix(content, '(00)', (digits) => wholeGs1Number(digits, 18, 'sscc18', title, options));
  return full.ok ? gs1128Symbol('sscc18', `(00)${full.value}`, title) : full;
};
