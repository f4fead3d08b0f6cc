import { withGs1CheckDigit } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15420. 11 digits get their check digit, 12 have it verified. */
export const encodeUpca: SymbolEncoder = (content, title) => {
  const full = withGs1CheckDigit(content, 12, title);
  if (!full.ok) return full;
  // Quiet zone: GS1 General Specifications 5.2.3.4.
  return encodeLinear(
    { symbology: 'upca', encoder: 'upca', content: full.value, text: full.value, quiet: [9, 9] },
    full.value,
  );
};
