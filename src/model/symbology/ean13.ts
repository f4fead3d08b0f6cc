import { withGs1CheckDigit } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15420. 12 digits get their check digit, 13 have it verified. */
export const encodeEan13: SymbolEncoder = (content, title) => {
  const full = withGs1CheckDigit(content, 13, title);
  if (!full.ok) return full;
  // Quiet zone: GS1 General Specifications 5.2.3.4.
  return encodeLinear(
    { symbology: 'ean13', encoder: 'ean13', content: full.value, text: full.value, quiet: [11, 7] },
    full.value,
  );
};
