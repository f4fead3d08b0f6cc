import { GS1_SEPARATOR, gs1ElementString, parseGs1 } from '#model/symbology/gs1/gs1-data.ts';

/** How readers mark a symbol with FNC1 in the first place (ISO/IEC 15424). */
const GS1_MARKS: ReadonlySet<string> = new Set([']C1', ']d2', ']Q3', ']e0']);

/**
 * Gives `expected` (with brackets) when the reader's text has those very fields, else the text as it was read,
 * with visible separators.
 */
export function readGs1(symbologyIdentifier: string, text: string, expected: string): string {
  const fields = parseGs1(expected);
  if (GS1_MARKS.has(symbologyIdentifier) && fields.ok && text === gs1ElementString(fields.value)) return expected;
  return text.replaceAll(GS1_SEPARATOR, ' | ');
}
