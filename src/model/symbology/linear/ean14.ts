import { afterPrefix } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { gs1128Symbol } from './gs1-128.ts';
import { wholeGs1Number } from '../number-length.ts';

/**
 * A GTIN in GS1-128 (GS1 General Specifications 3.3.2): for 13 digits the check digit is added, for 14 it is verified.
 */
export const encodeEan14: SymbolEncoder = (content, title, options) => {
  const full = afterPrefix(content, '(01)', (digits) => wholeGs1Number(digits, 14, 'ean14', title, options));
  return full.ok ? gs1128Symbol('ean14', `(01)${full.value}`, title) : full;
};
