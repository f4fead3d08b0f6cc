import { parseFormatLocale, type FormatLocale } from './format-locale.ts';

/** Condition of a section, such as `[>=100]`. */
export interface Condition {
  readonly operator: '<' | '<=' | '>' | '>=' | '=' | '<>';
  readonly operand: number;
}

/** One piece of a number format code (ECMA-376 part 1, 18.8.31). */
export type FormatToken =
  /** `isCurrency`: it is written as `[$€-407]`, which is only for currencies. */
  | { readonly type: 'literal'; readonly text: string; readonly isCurrency?: true }
  | { readonly type: 'digit'; readonly mark: '0' | '#' | '?' }
  /** A literal digit from 1 to 9 in the code, as in the fraction `# ?/8`. */
  | { readonly type: 'numeral'; readonly text: string }
  | { readonly type: 'slash' }
  | { readonly type: 'point' }
  | { readonly type: 'comma' }
  | { readonly type: 'percent' }
  | { readonly type: 'exponent'; readonly plus: boolean }
  | { readonly type: 'general' }
  | { readonly type: 'text' }
  /**
   * A run of `y`, `m`, `d`, `h`, `s`, `e` (the year of an era), `g` (an era), `b` (a Buddhist year) or `a` (an East
   * Asian weekday).
   */
  | { readonly type: 'date'; readonly letter: string; readonly length: number }
  | { readonly type: 'elapsed'; readonly letter: string; readonly length: number }
  /** `null` for `AM/PM`, whose texts depend on the language. */
  | { readonly type: 'halfDay'; readonly names: readonly [string, string] | null }
  | { readonly type: 'locale'; readonly locale: FormatLocale }
  | { readonly type: 'condition'; readonly condition: Condition };

const HALF_DAYS: readonly (readonly [string, readonly [string, string] | null])[] = [
  ['am/pm', null],
  ['a/p', ['A', 'P']],
  ['上午/下午', ['上午', '下午']],
];
/** Names of General; programs in Chinese write `G/通用格式`. */
const GENERALS: readonly string[] = ['general', 'g/通用格式'];

/** Splits a code at its semicolons, except at quoted, escaped and bracketed ones. */
export function splitSections(code: string): string[] {
  const sections = code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]?|[^;"\\[])*(?:;|$)/gs) ?? [];
  const texts = sections.map((section) => (section.endsWith(';') ? section.slice(0, -1) : section));
  // The pattern also matches the empty end.
  return texts.length > 1 && !code.endsWith(';') ? texts.slice(0, -1) : texts;
}

/** The tokens of a section; null when it contains something unsupported. */
export function tokenizeSection(section: string): FormatToken[] | null {
  const tokens: FormatToken[] = [];
  let i = 0;
  while (i < section.length) {
    const c = section.charAt(i);
    const lower = section.slice(i).toLowerCase();
    const half = HALF_DAYS.find(([mark]) => lower.startsWith(mark));
    const general = GENERALS.find((mark) => lower.startsWith(mark));
    if (half !== undefined) {
      tokens.push({ type: 'halfDay', names: half[1] });
      i += half[0].length;
    } else if (general !== undefined) {
      tokens.push({ type: 'general' });
      i += general.length;
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
    } else if (/^b[12]/.test(lower)) {
      // `B1` is the Gregorian calendar and `B2` a lunar one.
      if (lower.charAt(1) === '2') return null;
      i += 2;
    } else if (/[ymdhseagb]/i.test(c)) {
      const length = runLength(lower);
      tokens.push({ type: 'date', letter: lower.charAt(0), length });
      i += length;
    } else {
      tokens.push(simpleToken(c));
      i++;
    }
  }
  return tokens;
}

function simpleToken(c: string): FormatToken {
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
    case '/':
      return { type: 'slash' };
    default:
      return /[1-9]/.test(c) ? { type: 'numeral', text: c } : { type: 'literal', text: c };
  }
}

function bracketToken(inside: string): FormatToken | null {
  if (/^(?:h+|m+|s+)$/i.test(inside)) {
    return { type: 'elapsed', letter: inside.charAt(0).toLowerCase(), length: inside.length };
  }
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?\d*\.?\d+(?:E[+-]?\d+)?)$/i.exec(inside);
  if (condition !== null) {
    const operator = condition[1] as Condition['operator'];
    return { type: 'condition', condition: { operator, operand: Number(condition[2]) } };
  }
  if (inside.startsWith('$-')) {
    const locale = parseFormatLocale(inside.slice(2));
    return locale === null ? null : { type: 'locale', locale };
  }
  // The currency sign is followed by a place, which changes nothing else on a number.
  if (inside.startsWith('$')) {
    const text = inside.slice(1).split('-')[0] ?? '';
    return { type: 'literal', text, ...(text.trim() === '' ? {} : { isCurrency: true }) };
  }
  const colour = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|颜色 ?\d+)$/i.test(inside);
  return colour ? { type: 'literal', text: '' } : null;
}

function runLength(text: string): number {
  let length = 1;
  while (text.charAt(length) === text.charAt(0)) length++;
  return length;
}
