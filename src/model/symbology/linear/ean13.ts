import type { Result } from '#model/kernel/result.ts';
import { splitAddOn, withAddOn } from './add-on.ts';
import { CENTRE_GUARD, digitGroup, EAN13_PARITY, evenDigits, mixedDigits, SIDE_GUARD } from './ean-upc.ts';
import { linearSymbol } from './linear.ts';
import { wholeGs1Number } from '../number-length.ts';
import type { LinearSymbol, LinearSymbology, TextPart, SymbolEncoder } from '../types.ts';

/** ISO/IEC 15420. For 12 digits the check digit is added, for 13 it is verified. An add-on follows after a space. */
export const encodeEan13: SymbolEncoder = (content, title, options) => {
  const parts = splitAddOn(content, title);
  if (!parts.ok) return parts;
  const full = wholeGs1Number(parts.value.main, 13, 'ean13', title, options);
  return full.ok ? ean13Symbol('ean13', full.value, parts.value.addOn) : full;
};

/** The symbol of 13 verified digits. ISBN and ISSN use it with a caption above. */
export function ean13Symbol(
  symbology: LinearSymbology,
  digits: string,
  addOn: string,
  caption?: TextPart,
): Result<LinearSymbol> {
  const left = mixedDigits(digits.slice(1, 7), EAN13_PARITY[Number(digits[0])] ?? '');
  const main = {
    content: digits,
    pattern: SIDE_GUARD + left + CENTRE_GUARD + evenDigits(digits.slice(7)) + SIDE_GUARD,
    // Quiet zones and the digits' places: GS1 General Specifications 5.2.3.4 and 5.2.5.
    quiet: [11, 7] as const,
    textParts: [
      ...(caption === undefined ? [] : [caption]),
      digitGroup(digits.slice(0, 1), -11),
      digitGroup(digits.slice(1, 7), 3),
      digitGroup(digits.slice(7), 50),
    ],
    guards: [0, 1, 14, 15, 28, 29],
  };
  const { guards: _, longBars, ...whole } = withAddOn(main, addOn);
  // The caption needs the space into which long bars would extend.
  return linearSymbol({ symbology, ...whole, longBars: caption === undefined ? longBars : { ...longBars, up: [] } });
}
