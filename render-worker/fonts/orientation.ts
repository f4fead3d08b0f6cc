/**
 * Characters that are upright in vertical text: those of the Chinese, Japanese and Korean scripts, their punctuation
 * (in the font's vertical forms), full-width forms, enclosed and pictorial signs. All others are rotated. From UAX #50,
 * Vertical_Orientation U, Tu and Tr.
 */
const UPRIGHT =
  /^[\u00a7\u00a9\u00ae\u00b1\u00d7\u00f7\u1100-\u11ff\u2016\u2020\u2021\u203c\u2042\u2047-\u2049\u2051\u2100\u2101\u2103-\u2109\u210f\u2113\u2114\u2116\u2117\u211e-\u2123\u2125\u2127\u2129\u212e\u2135-\u213f\u2145-\u214a\u214c\u214d\u214f-\u2189\u221e\u2234\u2235\u2300-\u2307\u230c-\u231f\u2324-\u2328\u232b\u237d-\u239a\u23be-\u23cd\u23cf\u23d1-\u23db\u23e2-\u2422\u2424-\u24ff\u25a0-\u2619\u2620-\u2767\u2776-\u2793\u2b12-\u2b2f\u2b50-\u2b59\u2e80-\u301c\u3020-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe48\ufe50-\ufe57\ufe5f-\ufe62\ufe67-\ufe6f\uff01-\uff60\uffe0-\uffe7\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/u;

export function isUpright(character: string): boolean {
  return UPRIGHT.test(character);
}

/** A piece of a text, in UTF-16 units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An upright number, with the letter spacing that makes it as wide as one character. */
export interface UprightNumber extends TextRange {
  readonly spacing: number;
}

const DIGITS = /\d+/g;
const MOST_DIGITS = 2;

/**
 * Numbers of one or two digits between upright characters are upright too, side by side in the space of one character,
 * like the 12 in a date. Longer numbers are rotated.
 */
export function uprightNumbers(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(DIGITS)) {
    const start = match.index;
    const end = start + match[0].length;
    if (end - start > MOST_DIGITS) continue;
    const before = text.slice(0, start).at(-1) ?? '\n';
    const after = text.slice(end, end + 2);
    const neighbors = [before, after === '' ? '\n' : after];
    const free = neighbors.every((c) => c.startsWith('\n') || isUpright(c));
    if (free && neighbors.some((c) => isUpright(c))) ranges.push({ start, end });
  }
  return ranges;
}
