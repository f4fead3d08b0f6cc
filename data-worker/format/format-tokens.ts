/** One piece of a number format code (ECMA-376 part 1, 18.8.31). */
export type FormatToken =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'digit'; readonly mark: '0' | '#' | '?' }
  | { readonly type: 'point' }
  | { readonly type: 'comma' }
  | { readonly type: 'percent' }
  | { readonly type: 'exponent'; readonly plus: boolean }
  | { readonly type: 'general' }
  | { readonly type: 'text' }
  /** A run of `y`, `m`, `d`, `h`, `s`, `e` (a year) or `a` (a Chinese weekday). */
  | { readonly type: 'date'; readonly letter: string; readonly length: number }
  | { readonly type: 'elapsed'; readonly letter: string; readonly length: number }
  | { readonly type: 'halfDay'; readonly am: string; readonly pm: string }
  /** The Windows language id of `[$-804]`: the language of month and weekday names. */
  | { readonly type: 'language'; readonly id: number };

const HALF_DAYS: readonly (readonly [string, string, string])[] = [
  ['am/pm', 'AM', 'PM'],
  ['a/p', 'A', 'P'],
  ['上午/下午', '上午', '下午'],
];

/** Splits a code at its semicolons, except at quoted, escaped and bracketed ones. */
export function splitSections(code: string): string[] {
  const sections = code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]?|[^;"\\[])*(?:;|$)/gs) ?? [];
  const texts = sections.map((section) => (section.endsWith(';') ? section.slice(0, -1) : section));
  // The pattern also matches the empty end.
  return texts.length > 1 && !code.endsWith(';') ? texts.slice(0, -1) : texts;
}

/**
 * The tokens of a section; null when it contains something that is not supported (conditions, fractions, other
 * calendars).
 */
export function tokenizeSection(section: string): FormatToken[] | null {
  const tokens: FormatToken[] = [];
  let i = 0;
  while (i < section.length) {
    const c = section.charAt(i);
    const lower = section.slice(i).toLowerCase();
    const half = HALF_DAYS.find(([mark]) => lower.startsWith(mark));
    if (half !== undefined) {
      tokens.push({ type: 'halfDay', am: half[1], pm: half[2] });
      i += half[0].length;
    } else if (lower.startsWith('general')) {
      tokens.push({ type: 'general' });
      i += 7;
    } else if (c === '"') {
      const end = section.indexOf('"', i + 1);
      tokens.push({ type: 'literal', text: section.slice(i + 1, end < 0 ? undefined : end) });
      i = end < 0 ? section.length : end + 1;
    } else if (c === '\\') {
      tokens.push({ type: 'literal', text: section.charAt(i + 1) });
      i += 2;
    } else if (c === '_' || c === '*') {
      // `_` leaves room as wide as the next character and `*` fills with it: both lay out a cell and are not part of
      // its text.
      i += 2;
    } else if (c === '[') {
      const end = section.indexOf(']', i);
      const token = end < 0 ? null : bracketToken(section.slice(i + 1, end));
      if (token === null) return null;
      tokens.push(token);
      i = end + 1;
    } else if (/[Ee]/.test(c) && /[+-]/.test(section.charAt(i + 1))) {
      tokens.push({ type: 'exponent', plus: section.charAt(i + 1) === '+' });
      i += 2;
    } else if (/[ymdhsea]/i.test(c)) {
      const length = runLength(lower);
      tokens.push({ type: 'date', letter: lower.charAt(0), length });
      i += length;
    } else {
      const token = simpleToken(c);
      if (token === null) return null;
      tokens.push(token);
      i++;
    }
  }
  return tokens;
}

function simpleToken(c: string): FormatToken | null {
  switch (c) {
    case '0':
    case '#':
    case '?':
      return { type: 'digit', mark: c };
    case '.':
      return { type: 'point' };
    case ',':
      return { type: 'comma' };
    case '%':
      return { type: 'percent' };
    case '@':
      return { type: 'text' };
    default:
      return /[A-Za-z1-9]/.test(c) ? null : { type: 'literal', text: c };
  }
}

function bracketToken(inside: string): FormatToken | null {
  if (/^(?:h+|m+|s+)$/i.test(inside)) {
    return { type: 'elapsed', letter: inside.charAt(0).toLowerCase(), length: inside.length };
  }
  const currency = /^\$([^-]*)(?:-([0-9A-F]+))?$/i.exec(inside);
  if (currency !== null) {
    const id = Number.parseInt(currency[2] ?? '0', 16);
    // Higher bytes ask for another calendar or other digits.
    if (id > 0xffff) return null;
    return currency[1] === '' ? { type: 'language', id } : { type: 'literal', text: currency[1] ?? '' };
  }
  const colour = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|颜色 ?\d+)$/i.test(inside);
  return colour ? { type: 'literal', text: '' } : null;
}

function runLength(text: string): number {
  let length = 1;
  while (text.charAt(length) === text.charAt(0)) length++;
  return length;
}
