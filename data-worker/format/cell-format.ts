import { currencyIn } from '#model/data/currency.ts';
import { compileDateFormat, formatDate, type DateFormat } from './date-format.ts';
import { digitsToDecimal, isZero, plainNumber, toDecimal, type Decimal } from './decimal.ts';
import { splitSections, tokenizeSection, type Condition, type FormatToken } from './format-tokens.ts';
import { compileFraction, fillFraction, type FractionSection } from './fraction-format.ts';
import { compileNumberSection, fillNumber, type NumberSection } from './number-format.ts';

/**
 * How a cell becomes text. `general` gives the raw value. A format is `unknown` when its code is not supported: it then
 * shows the raw value, or a plain date, and not what the spreadsheet shows.
 */
export type CellFormat = ({ readonly type: 'general' } | SectionedFormat) & { readonly unknown?: true };

export interface SectionedFormat {
  readonly type: 'sections';
  /** The first section whose condition is true applies; a number without a section is shown raw. */
  readonly sections: readonly FormatSection[];
  /** Text around or instead of a text cell; null when texts are shown unchanged. */
  readonly text: readonly FormatToken[] | null;
  /** Whether numbers are shown as dates or times. */
  readonly date: boolean;
}

interface FormatSection {
  readonly condition: Condition | null;
  /** Whether a negative number has a minus in this section. */
  readonly signed: boolean;
  /** The currency in the texts around the number; null for none. */
  readonly currency: string | null;
  readonly body: DateFormat | NumberSection | FractionSection;
}

export const GENERAL: CellFormat = { type: 'general' };
const UNKNOWN: CellFormat = { type: 'general', unknown: true };

/** Fallback for a date whose format is not supported: a number of days would not help. */
const PLAIN_DATE = 'yyyy/mm/dd';
const ANY_SECTION = 3;
/** Excel allows 255 characters. Longer codes are attacks. */
const MAX_CODE_LENGTH = 1000;

/** Parses a format code. */
export function compileFormat(code: string): CellFormat {
  if (code === '' || code === '@' || code.toLowerCase() === 'general') return GENERAL;
  if (code.length > MAX_CODE_LENGTH) return UNKNOWN;
  const compiled = compileSections(code);
  if (compiled !== null) return compiled;
  const date = isDateCode(code) ? compileSections(PLAIN_DATE) : null;
  return date === null ? UNKNOWN : { ...date, unknown: true };
}

/** The text of a number in a cell of this format. */
export function formatNumber(format: CellFormat, value: number, date1904: boolean): string {
  if (format.type === 'general' || !Number.isFinite(value)) return plainNumber(value);
  const section = sectionFor(format, value);
  if (section === undefined) return plainNumber(value);
  if (section.body.type === 'date') return formatDate(section.body, value, date1904) ?? plainNumber(value);
  return fillSection(section.body, toDecimal(value), section.signed);
}

/** Formats a whole number of more than 15 digits, which no double can hold, from its digits. */
export function formatDigits(format: CellFormat | undefined, digits: string): string {
  if (format?.type !== 'sections') return digits;
  const section = sectionFor(format, Number(digits));
  if (section === undefined || section.body.type === 'date') return digits;
  return fillSection(section.body, digitsToDecimal(digits), section.signed);
}

/** The currency shown with a number in a cell of this format; null for none. */
export function currencyShown(format: CellFormat | undefined, value: number): string | null {
  return format?.type === 'sections' ? (sectionFor(format, value)?.currency ?? null) : null;
}

/** The text of a text in a cell of this format, such as `"No. "@`. */
export function formatText(format: CellFormat | undefined, text: string): string {
  if (format?.type !== 'sections' || format.text === null) return text;
  let shown = '';
  for (const token of format.text) {
    if (token.type === 'text') shown += text;
    else if (token.type === 'literal' || token.type === 'numeral') shown += token.text;
    else if (token.type === 'slash') shown += '/';
  }
  return shown;
}

function sectionFor({ sections }: SectionedFormat, value: number): FormatSection | undefined {
  // Nearly all formats have one section for everything.
  if (sections[0]?.condition === null) return sections[0];
  return sections.find(({ condition }) => condition === null || holds(condition, value));
}

function fillSection(body: NumberSection | FractionSection, value: Decimal, signed: boolean): string {
  const shown = isZero(value) ? { ...value, negative: false } : value;
  return body.type === 'fraction' ? fillFraction(body, shown, signed) : fillNumber(body, shown, signed);
}

function holds({ operator, operand }: Condition, value: number): boolean {
  switch (operator) {
    case '<':
      return value < operand;
    case '<=':
      return value <= operand;
    case '>':
      return value > operand;
    case '>=':
      return value >= operand;
    case '=':
      return value === operand;
    case '<>':
      return value !== operand;
  }
}

function compileSections(code: string): SectionedFormat | null {
  const sections: (readonly FormatToken[])[] = [];
  for (const section of splitSections(code)) {
    const tokens = tokenizeSection(section);
    if (tokens === null) return null;
    sections.push(tokens);
  }
  const text = textSection(sections);
  const numbers = sections.filter((tokens) => tokens !== text).slice(0, ANY_SECTION);
  // `"No. "@` alone is for texts and does not define numbers.
  if (numbers.length === 0) return { type: 'sections', sections: [], text, date: false };
  const conditions = numbers.map((tokens) => tokens.find((token) => token.type === 'condition')?.condition ?? null);
  const compiled: FormatSection[] = [];
  for (const [i, tokens] of numbers.entries()) {
    const body = compileBody(tokens);
    if (body === null) return null;
    compiled.push({ body, currency: currencyOf(tokens), ...usedFor(i, conditions) });
  }
  return { type: 'sections', sections: compiled, text, date: compiled[0]?.body.type === 'date' };
}

/** The fourth section is for texts, and so is a last one with a placeholder for the text. */
function textSection(sections: readonly (readonly FormatToken[])[]): readonly FormatToken[] | null {
  const last = sections.at(-1);
  const isText = sections.length > ANY_SECTION || last?.some((token) => token.type === 'text') === true;
  return isText ? (last ?? null) : null;
}

function currencyOf(tokens: readonly FormatToken[]): string | null {
  const named = tokens.find((token) => token.type === 'literal' && token.isCurrency === true);
  if (named?.type === 'literal') return named.text.trim();
  return currencyIn(tokens.map((token) => (token.type === 'literal' ? token.text : '0')).join(''));
}

function compileBody(tokens: readonly FormatToken[]): FormatSection['body'] | null {
  if (tokens.some((token) => token.type === 'date' || token.type === 'elapsed')) return compileDateFormat(tokens);
  return compileFraction(tokens) ?? compileNumberSection(tokens);
}

/**
 * The numbers of a section, and whether they have a minus there: without conditions the second section is for negative
 * numbers and the third for zero (ECMA-376 part 1, 18.8.31).
 */
function usedFor(index: number, conditions: readonly (Condition | null)[]): Omit<FormatSection, 'body' | 'currency'> {
  const own = conditions[index] ?? null;
  const count = conditions.length;
  if (conditions.every((condition) => condition === null)) {
    if (count === 1) return { condition: null, signed: true };
    if (index === 1) return { condition: { operator: '<', operand: 0 }, signed: false };
    // The last one takes the rest.
    return { condition: index === 0 ? { operator: count === 2 ? '>=' : '>', operand: 0 } : null, signed: false };
  }
  const [first = null] = conditions;
  if (own !== null) return { condition: own, signed: !isNegativeOnly(own) };
  if (index === 0) return { condition: { operator: '>', operand: 0 }, signed: false };
  if (index === 1 && count === ANY_SECTION) return { condition: { operator: '<', operand: 0 }, signed: false };
  // After `[<100]`, a second section without a condition contains the sign itself, as in Excel.
  const saysSign = count === 2 && first !== null && !isFromZero(first) && first.operator !== '=';
  return { condition: null, signed: !saysSign };
}

function isNegativeOnly({ operator, operand }: Condition): boolean {
  return operand < 0 ? ['<', '<=', '='].includes(operator) : operand === 0 && operator === '<';
}

function isFromZero({ operator, operand }: Condition): boolean {
  return operand >= 0 && (operator === '>' || operator === '>=');
}

/** Whether a code has days or years outside of its quoted parts, and no digit placeholders. */
function isDateCode(code: string): boolean {
  const bare = code.replace(/"[^"]*"?|\\.|\[[^\]]*\]/g, '');
  return /[yd]/i.test(bare) && !/[0#?]/.test(bare);
}
