import { withGs1CheckDigit } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear, WIDE_RATIO } from './linear.ts';

/** ISO/IEC 16390 with the GTIN rules. 13 digits get their check digit, 14 have it verified. Without bearer bars. */
export const encodeItf14: SymbolEncoder = (content, title) => {
  const full = withGs1CheckDigit(content, 14, title);
  if (!full.ok) return full;
  // Quiet zone: GS1 General Specifications 5.3.2.2: 10 X.
  return encodeLinear(
    {
      symbology: 'itf14',
      encoder: 'itf14',
      content: full.value,
      text: full.value,
      quiet: [10, 10],
      wideRatio: WIDE_RATIO,
    },
    full.value,
  );
};
