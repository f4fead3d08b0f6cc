import { afterPrefix, withGs1CheckDigit } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { gs1128Symbol } from './gs1-128.ts';

/**
 * A GTIN in GS1-128 (GS1 General Specifications 3.3.2): to 13 digits the check digit is added, in 14 it is verified.
 */
export const encodeEan14: SymbolEncoder = (content, title) => {
  const full = afterPrefix(content, '(01)', (digits) => withGs1CheckDigit(digits, 14, title));
  return full.ok ? gs1128Symbol('ean14', `(01)${full.value}`, title) : full;
};
