/** How the parts of a cell's text are marked while it is taken from HTML: blanks and line ends that count. */
export const HTML_BLANK = '\u00a0';
export const HTML_LINE_END = '\u2028';

/** A cell of an HTML table, as spreadsheets write it. */
export interface HtmlCell {
  /** Its text. Blanks of the markup, which a page collapses, are ordinary white space. */
  readonly text: string;
  /** Excel has filled it up with blanks (`mso-spacerun`). */
  readonly isFilled: boolean;
  /** What stands in the cell, where the markup says it: a number, or a text with all its blanks; else ''. */
  readonly stored: string;
  /** What the markup says of its number format. */
  readonly numberFormat: string;
}

/** Only how many digits fit into the column, unless the cell has such a format. */
const EXPONENT = /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i;
const SCIENTIFIC = /E\\?[+-]|scientific/i;
const AMOUNT = /^[(+-]*\p{Sc}?[(+-]*\d[\d.,]*\)?\p{Sc}?$/u;

/**
 * A cell's text as it is shown. Only where a long number is shown as `6.9E+12` because its column is narrow, and the markup
 * has the number itself, it is that number.
 */
export function htmlCellText({ text, isFilled, stored, numberFormat }: HtmlCell): string {
  const trimmed = text
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/ ?\u2028 ?/g, '\n')
    .replace(/^[ \n]+/, '');
  let end = trimmed.length;
  while (end > 0 && (trimmed[end - 1] === ' ' || trimmed[end - 1] === '\n')) end--;
  const found = trimmed.slice(0, end);
  // Excel fills an amount up with blanks between its currency and its digits, and leaves room for a bracket.
  const dense = isFilled ? found.replaceAll(/[ \u00a0]/g, '') : '';
  const shown = AMOUNT.test(dense) ? dense : found.replaceAll(HTML_BLANK, ' ');
  if (stored === '') return shown;
  if (EXPONENT.test(shown) && /^-?\d+(?:\.\d+)?$/.test(stored) && !SCIENTIFIC.test(numberFormat)) return stored;
  // The exact text, whose blanks the markup has lost.
  return collapsed(stored) === collapsed(shown) ? stored : shown;
}

function collapsed(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
}

/** The number format in a style of Excel's, such as `mso-number-format:"0\.00E+00"`; '' when it has none. */
export function excelFormatOf(style: string): string {
  return /mso-number-format:\s*("[^"]*"|[^;]*)/.exec(style)?.[1] ?? '';
}

/** The rules of a style sheet, by the name of the class that they are for. */
export function classRules(sheet: string): ReadonlyMap<string, string> {
  return new Map(Array.from(sheet.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g), ([, name = '', rule = '']) => [name, rule]));
}

/** Whether a style hides its row, column or cell. */
export function isHiddenStyle(style: string): boolean {
  return /(?:^|[;\s])(?:display:\s*none|mso-hide:\s*all)/i.test(style);
}
