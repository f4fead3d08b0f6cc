import { compileDateFormat, formatDate, type DateFormat } from './date-format.ts';
import { digitsToDecimal, plainNumber, toDecimal } from './decimal.ts';
import { splitSections, tokenizeSection, type FormatToken } from './format-tokens.ts';
import { compileNumberSection, formatDecimal, type NumberFormat, type NumberSection } from './number-format.ts';

/**
 * How the number of a cell becomes text. `general` gives the raw value, and is also used for format codes that are not
 * supported.
 */
export type CellFormat = { readonly type: 'general' } | DateFormat | NumberFormat;

export const GENERAL: CellFormat = { type: 'general' };

/** Reads a format code. What is not supported (conditions, fractions, other calendars) gives the raw value. */
export function compileFormat(code: string): CellFormat {
  if (code === '' || code === '@' || code.toLowerCase() === 'general') return GENERAL;
  const sections: (readonly FormatToken[])[] = [];
  // The fourth section is for texts.
  for (const section of splitSections(code).slice(0, 3)) {
    const tokens = tokenizeSection(section);
    if (tokens === null) return GENERAL;
    sections.push(tokens);
  }
  const [first = []] = sections;
  if (first.some((token) => token.type === 'date' || token.type === 'elapsed')) {
    return compileDateFormat(first) ?? GENERAL;
  }
  const numbers: NumberSection[] = [];
  for (const tokens of sections) {
    // `0;-0;@`: the text section may stand third.
    if (numbers.length > 0 && tokens.some((token) => token.type === 'text')) break;
    const section = compileNumberSection(tokens);
    if (section === null) return GENERAL;
    numbers.push(section);
  }
  return { type: 'number', sections: numbers };
}

export function formatNumber(format: CellFormat, value: number, date1904: boolean): string {
  if (format.type === 'date') return formatDate(format, value, date1904) ?? plainNumber(value);
  return format.type === 'number' && Number.isFinite(value)
    ? formatDecimal(format, toDecimal(value))
    : plainNumber(value);
}

/** Formats a whole number of more than 15 digits, which no double can hold, from its digits. */
export function formatDigits(format: CellFormat | undefined, digits: string): string {
  return format?.type === 'number' ? formatDecimal(format, digitsToDecimal(digits)) : digits;
}
