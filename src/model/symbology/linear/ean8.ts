import { CENTRE_GUARD, digitGroup, evenDigits, SIDE_GUARD } from './ean-upc.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { wholeGs1Number } from '../number-length.ts';

/**
 * ISO/IEC 15420. For 7 digits the check digit is added, for 8 it is verified. Only EAN-13 and UPC may have an add-on.
 */
export const encodeEan8: SymbolEncoder = (content, title, options) => {
  const full = wholeGs1Number(content, 8, 'ean8', title, options);
  if (!full.ok) return full;
  const [left, right] = [full.value.slice(0, 4), full.value.slice(4)];
  return linearSymbol({
    symbology: 'ean8',
    content: full.value,
    pattern: SIDE_GUARD + evenDigits(left) + CENTRE_GUARD + evenDigits(right) + SIDE_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5.
    quiet: [7, 7],
    textParts: [digitGroup(left, 3), digitGroup(right, 36)],
    longBars: { down: [0, 1, 10, 11, 20, 21], up: [] },
  });
};
