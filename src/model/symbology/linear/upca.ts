import { splitAddOn, withAddOn } from './add-on.ts';
import { CENTRE_GUARD, digitGroup, evenDigits, SIDE_GUARD } from './ean-upc.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { wholeGs1Number } from '../number-length.ts';

/** ISO/IEC 15420. For 11 digits the check digit is added, for 12 it is verified. An add-on follows after a space. */
export const encodeUpca: SymbolEncoder = (content, title, options) => {
  const parts = splitAddOn(content, title);
  if (!parts.ok) return parts;
  const full = wholeGs1Number(parts.value.main, 12, 'upca', title, options);
  if (!full.ok) return full;
  const digits = full.value;
  const main = {
    content: digits,
    pattern: SIDE_GUARD + evenDigits(digits.slice(0, 6)) + CENTRE_GUARD + evenDigits(digits.slice(6)) + SIDE_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5. The two outer digits are small.
    quiet: [9, 9] as const,
    textParts: [
      { text: digits.slice(0, 1), fromModule: -9, toModule: -5, small: true as const },
      digitGroup(digits.slice(1, 6), 10),
      digitGroup(digits.slice(6, 11), 50),
      { text: digits.slice(11), fromModule: 100, toModule: 104, small: true as const },
    ],
    // The bars of the first and the last digit are as long as the guard bars.
    guards: [0, 1, 2, 3, 14, 15, 26, 27, 28, 29],
  };
  const { guards: _, ...whole } = withAddOn(main, parts.value.addOn);
  return linearSymbol({ symbology: 'upca', ...whole });
};
