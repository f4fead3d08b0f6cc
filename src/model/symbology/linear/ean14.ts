import { afterPrefix, withGs1CheckDigit } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { gs1128Symbol } from './gs1-128.ts';

/** A GTIN in GS1-128 (GS1 General Specifications 3.3.2): 13 digits get their check digit, 14 have it verified. */
export const encodeEan14: SymbolEncoder = (content, title) => {
  const full = afterPrefix(content, '(01)', (digits) => withGs1CheckDigit(digits, 14, title));
  return full.ok ? gs1128Symbol('ean14', `(01)${full.value}`, title) : full;
};
