import { withGs1CheckDigit } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15420. 7 digits get their check digit, 8 have it verified. */
export const encodeEan8: SymbolEncoder = (content, title) => {
  const full = withGs1CheckDigit(content, 8, title);
  if (!full.ok) return full;
  // Quiet zone: GS1 General Specifications 5.2.3.4.
  return encodeLinear(
    { symbology: 'ean8', encoder: 'ean8', content: full.value, text: full.value, quiet: [7, 7] },
    full.value,
  );
};
