/** FNC1 as readers give it between two fields. */
const GS = '\u001d';
/** GS1-128 with FNC1 in the first place (ISO/IEC 15424). */
const GS1_128 = ']C1';

/** First two digits of the identifiers whose length is fixed, so that no separator follows (GS1 General Specifications, figure 7.8.5-2). */
const FIXED_LENGTH = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '));

/**
 * Gives `expected` (with brackets) when the reader's text has those very fields, else the text as it was read,
 * with visible separators.
 */
export function readGs1(symbologyIdentifier: string, text: string, expected: string): string {
  if (symbologyIdentifier === GS1_128 && text === plainGs1(expected)) return expected;
  return text.replaceAll(GS, ' | ');
}

/** `(01)…(10)…(21)…` as a reader reports it. */
function plainGs1(content: string): string {
  const fields = [...content.matchAll(/\((\d{2,4})\)([^(]*)/g)];
  return fields
    .map(([, identifier = '', value = ''], i) => {
      const separated = i < fields.length - 1 && !FIXED_LENGTH.has(identifier.slice(0, 2));
      return identifier + value + (separated ? GS : '');
    })
    .join('');
}
