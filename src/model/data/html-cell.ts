/** Placeholders in the text of an HTML cell: significant spaces and line breaks. */
export const HTML_BLANK = '\u00a0';
export const HTML_LINE_END = '\u2028';

/** A cell of an HTML table, as spreadsheets write it. */
export interface HtmlCell {
  /** Its text. Collapsible spaces of the markup are ordinary white space. */
  readonly text: string;
  /** Excel has padded it with spaces (`mso-spacerun`). */
  readonly isFilled: boolean;
  /** The cell's value, if the markup has it: a number, or a text with all its spaces; else ''. */
  readonly stored: string;
  /** Its number format in the markup. */
  readonly numberFormat: string;
}

/** A number in exponential form only because of a narrow column, unless the cell has such a format. */
const EXPONENT = /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i;
const SCIENTIFIC = /E\\?[+-]|scientific/i;
const AMOUNT = /^[(+-]*\p{Sc}?[(+-]*\d[\d.,]*\)?\p{Sc}?$/u;

/**
 * A cell's shown text. If a narrow column shows a long number as `6.9E+12` and the markup has the number itself, it is
 * that number.
 */
export function htmlCellText({ text, isFilled, stored, numberFormat }: HtmlCell): string {
  const trimmed = text
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/ ?\u2028 ?/g, '\n')
    .replace(/^[ \n]+/, '');
  let end = trimmed.length;
  while (end > 0 && (trimmed[end - 1] === ' ' || trimmed[end - 1] === '\n')) end--;
  const found = trimmed.slice(0, end);
  // Excel pads an amount with spaces between its currency and its digits, and leaves room for a bracket.
  const dense = isFilled ? found.replaceAll(/[ \u00a0]/g, '') : '';
  const shown = AMOUNT.test(dense) ? dense : found.replaceAll(HTML_BLANK, ' ');
  if (stored === '') return shown;
  if (EXPONENT.test(shown) && /^-?\d+(?:\.\d+)?$/.test(stored) && !SCIENTIFIC.test(numberFormat)) return stored;
  // The exact text, with the spaces that the markup collapses.
  return collapsed(stored) === collapsed(shown) ? stored : shown;
}

function collapsed(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
}

/** The number format in an Excel style, such as `mso-number-format:"0\.00E+00"`; '' when it has none. */
export function excelFormatOf(style: string): string {
  return /mso-number-format:\s*("[^"]*"|[^;]*)/.exec(style)?.[1] ?? '';
}

/** The rules of a style sheet, by class name. */
export function classRules(sheet: string): ReadonlyMap<string, string> {
  return new Map(Array.from(sheet.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g), ([, name = '', rule = '']) => [name, rule]));
}

/** Whether a style hides its row, column or cell. */
export function isHiddenStyle(style: string): boolean {
  return /(?:^|[;\s])(?:display:\s*none|mso-hide:\s*all)/i.test(style);
}
