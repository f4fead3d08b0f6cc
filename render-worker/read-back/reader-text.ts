import { mod43 } from '#model/symbology/linear/code39-characters.ts';
import { unpairCode39 } from '#model/symbology/read/code39-pairs.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { ZxingResult } from './zxing.ts';
import { gs1ElementString, GS1_SEPARATOR, parseGs1 } from '#model/symbology/gs1/gs1-data.ts';

/**
 * The content of a symbol from a reader's text. Readers report check digits, leading zeros and brackets differently
 * from how users write them.
 */
export function contentOf(result: ZxingResult, expected: EncodedSymbol): string {
  const addOn = /"EanAddOn":"(\d+)"/.exec(result.extra)?.[1];
  if (addOn === undefined) return mainContent(result, result.text, expected);
  // The reader appends the digits of an add-on to those of the main symbol.
  return `${mainContent(result, result.text.slice(0, -addOn.length), expected)} ${addOn}`;
}

function mainContent(result: ZxingResult, text: string, expected: EncodedSymbol): string {
  switch (expected.symbology) {
    case 'upca':
      // The reader reports it as the EAN-13 that it also is.
      return text.length === 13 && text.startsWith('0') ? text.slice(1) : text;
    case 'upce':
      // The reader reports it as the EAN-13 that it also is, with the short form in `extra`.
      return /"UPCE":"?(\d{8})/.exec(result.extra)?.[1] ?? text;
    case 'code39ext':
      return unpaired(text, expected.content);
    case 'gs1-128':
    case 'sscc18':
    case 'ean14':
    case 'databar':
    case 'databar-truncated':
    case 'databar-limited':
    case 'databar-expanded':
    case 'databar-stacked':
    case 'databar-stacked-omni':
    case 'databar-expanded-stacked':
    case 'gs1-datamatrix':
    case 'gs1-qr':
      return readGs1(result.symbologyIdentifier, text, expected.content);
    default:
      // Check digits are in the encoded content already.
      return text;
  }
}

/**
 * Converts the pairs of full ASCII back. A check character counts over the pairs and is not part of the text: a right
 * one is removed.
 */
function unpaired(text: string, expected: string): string {
  const whole = unpairCode39(text);
  if (whole === expected) return whole;
  const data = text.slice(0, -1);
  const checked = mod43(data) === text.at(-1) ? unpairCode39(data) : null;
  return checked === expected ? checked : (whole ?? text);
}

/** Symbology identifiers of symbols with FNC1 in the first place, or that contain only GS1 data (ISO/IEC 15424). */
const GS1_IDENTIFIERS = new Set([']C1', ']d2', ']Q3', ']z1', ']e0', ']e1', ']e2']);

/**
 * Returns `expected` (with brackets) when the reader's text has exactly those fields, otherwise the text as it was read
 * with its separators made visible.
 */
function readGs1(symbologyIdentifier: string, text: string, expected: string): string {
  const fields = parseGs1(expected);
  const isGs1 = GS1_IDENTIFIERS.has(symbologyIdentifier);
  if (isGs1 && fields.ok && text === gs1ElementString(fields.value)) return expected;
  return text.replaceAll(GS1_SEPARATOR, ' | ');
}
