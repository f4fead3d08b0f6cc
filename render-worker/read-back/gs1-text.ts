import { gs1ElementString, GS1_SEPARATOR, parseGs1 } from '#model/symbology/gs1/gs1-data.ts';

/** Symbology identifiers of symbols with FNC1 in the first place, or that contain only GS1 data (ISO/IEC 15424). */
const GS1_IDENTIFIERS = new Set([']C1', ']d2', ']Q3', ']z1', ']e0', ']e1', ']e2']);

/**
 * Returns `expected` (with brackets) when the reader's text has exactly those fields, otherwise the text as it was read
 * with its separators made visible.
 */
export function readGs1(symbologyIdentifier: string, text: string, expected: string): string {
  const fields = parseGs1(expected);
  const isGs1 = GS1_IDENTIFIERS.has(symbologyIdentifier);
  if (isGs1 && fields.ok && text === gs1ElementString(fields.value)) return expected;
  return text.replaceAll(GS1_SEPARATOR, ' | ');
}
