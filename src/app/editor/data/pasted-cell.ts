import { excelFormatOf, HTML_BLANK, HTML_LINE_END, htmlCellText } from '#model/data/html-cell.ts';

/** Excel's mark for spaces that belong to the cell. */
const FILL = '[style*="mso-spacerun"]';

/** Properties of the page around the cells. */
export interface PastedPage {
  /** The style sheet's rules for a cell. */
  styleOf(cell: HTMLTableCellElement): string;
  /** Whether the program writes a cell's spaces unchanged, without adding any. */
  readonly keepsBlanks: boolean;
}

/** A cell's text as shown (see `htmlCellText`). */
export function pastedCellText(cell: HTMLTableCellElement, page: PastedPage): string {
  return htmlCellText({
    text: textOf(cell, page.keepsBlanks),
    isFilled: cell.querySelector(FILL) !== null,
    stored: storedValue(cell),
    numberFormat: numberFormat(cell, page),
  });
}

/** The stored value of the cell, as written by LibreOffice, Excel or Google Sheets; '' if there is none. */
function storedValue(cell: HTMLTableCellElement): string {
  const declared = cell.getAttribute('sdval') ?? cell.getAttribute('x:num') ?? cell.getAttribute('x:str');
  if (declared !== null) return declared;
  // {"1": 2, "2": "a text"} or {"1": 3, "3": 12.5}.
  const value = jsonOf(cell.getAttribute('data-sheets-value'));
  const found = value['2'] ?? value['3'];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

function numberFormat(cell: HTMLTableCellElement, { styleOf }: PastedPage): string {
  const sheets = jsonOf(cell.getAttribute('data-sheets-numberformat'));
  const excel = excelFormatOf(`${cell.getAttribute('style') ?? ''};${styleOf(cell)}`);
  return [cell.getAttribute('sdnum') ?? '', excel, String(sheets['2'] ?? '')].join(' ');
}

function jsonOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The inner text, with marks for line ends and significant spaces. */
function textOf(parent: Node, keepsBlanks: boolean): string {
  let text = '';
  for (const node of parent.childNodes) {
    if (node instanceof Text) text += node.data.replaceAll(/[ \u00a0]/g, keepsBlanks ? HTML_BLANK : ' ');
    else if (node instanceof HTMLBRElement) text += HTML_LINE_END;
    // Ruby text above a word.
    else if (!(node instanceof HTMLElement) || /^(?:RT|RP|STYLE|SCRIPT)$/.test(node.tagName)) continue;
    else {
      const inner = textOf(node, keepsBlanks || node.matches(FILL));
      text += /^(?:P|DIV|LI)$/.test(node.tagName) ? inner + HTML_LINE_END : inner;
    }
  }
  return text;
}
