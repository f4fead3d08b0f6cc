import { withGs1CheckDigit } from '../digits.ts';
import { CENTRE_GUARD, digitGroup, evenDigits, SIDE_GUARD } from './ean-upc.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';

/** ISO/IEC 15420. 7 digits get their check digit, 8 have it verified. An add-on is for EAN-13 and UPC only. */
export const encodeEan8: SymbolEncoder = (content, title) => {
  const full = withGs1CheckDigit(content, 8, title);
  if (!full.ok) return full;
  const [left, right] = [full.value.slice(0, 4), full.value.slice(4)];
  return linearSymbol({
    symbology: 'ean8',
    content: full.value,
    pattern: SIDE_GUARD + evenDigits(left) + CENTRE_GUARD + evenDigits(right) + SIDE_GUARD,
    // GS1 General Specifications 5.2.3.4 and 5.2.5.
    quiet: [7, 7],
    textParts: [digitGroup(left, 3), digitGroup(right, 36)],
    longBars: { down: [0, 1, 10, 11, 20, 21], up: [] },
  });
};
