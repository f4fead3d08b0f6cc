import { tabbedCells } from './tabbed-cells.ts';
import { classRules } from '#model/data/html-cell.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { pastedCellText, type PastedPage } from './pasted-cell.ts';

/** A table from the clipboard as a text that is stored and read like a file. */
export interface PastedTable {
  readonly text: string;
  readonly reading: SpreadsheetReading | undefined;
}

const TABBED: SpreadsheetReading = { delimiter: '\t' };
/** The limit of a spreadsheet. */
const MAX_COLUMNS = 16_384;
/** LibreOffice and Google Sheets, which add no spaces inside a cell. */
const EXACT_PAGE = 'meta[name="generator"][content^="LibreOffice"], google-sheets-html-origin';

/**
 * A table copied from a spreadsheet or a web page. Its HTML is preferred: it delimits cells, even if they contain tabs,
 * quotes or line ends. Null if there is no text at all.
 */
export function pastedTable(html: string, plain: string): PastedTable | null {
  const rows = html === '' ? [] : tableRows(html);
  if (rows.length > 0) return { text: rows.map((row) => row.map(quoted).join('\t')).join('\r\n'), reading: TABBED };
  if (plain.trim() === '') return null;
  return { text: plain, reading: plain.includes('\t') ? TABBED : undefined };
}

/** The texts of the copied cells, row by row; null if there is no table of at least two cells. */
export function pastedCells(html: string, plain: string): readonly (readonly string[])[] | null {
  const rows = html === '' ? [] : tableRows(html);
  const cells = rows.length > 0 ? rows : plain.includes('\t') ? tabbedCells(plain) : [];
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The texts of the largest table, a merged cell's at its first place; no rows if there is no table. */
function tableRows(html: string): readonly (readonly string[])[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const tables = [...page.querySelectorAll('table')].filter((table) => table.parentElement?.closest('table') === null);
  const [largest] = tables.sort((a, b) => b.rows.length - a.rows.length);
  if (largest === undefined) return [];
  const around: PastedPage = { styleOf: classStyles(page), keepsBlanks: page.querySelector(EXACT_PAGE) !== null };
  const isShown = shownColumns(largest);
  const rows: string[][] = [];
  /** For each column the row below a cell that spans from above. */
  const free: number[] = [];
  for (const [at, row] of [...largest.rows].entries()) {
    const texts: string[] = [];
    let column = 0;
    for (const cell of row.cells) {
      while ((free[column] ?? 0) > at) column++;
      if (column + cell.colSpan > MAX_COLUMNS) break;
      if (isShown(column) && !isHidden(cell)) texts[column] = pastedCellText(cell, around);
      for (let end = column + cell.colSpan; column < end; column++) free[column] = at + cell.rowSpan;
    }
    if (!isHidden(row)) rows.push(texts);
  }
  // A place where no cell starts is empty.
  return rows.map((row) => Array.from(row, (text) => text ?? '').filter((_, column) => isShown(column)));
}

function isHidden(element: HTMLElement): boolean {
  return element.style.display === 'none';
}

/** The columns that the table does not hide. */
function shownColumns(table: HTMLTableElement): (column: number) => boolean {
  const hidden = new Set<number>();
  let column = 0;
  for (const col of table.querySelectorAll('col')) {
    for (const end = column + col.span; column < end; column++) if (isHidden(col)) hidden.add(column);
  }
  return (each) => !hidden.has(each);
}

/** The rules for classes in the page's own style sheets, as Excel writes them. */
function classStyles(page: Document): (element: Element) => string {
  const rules = classRules([...page.querySelectorAll('style')].map((sheet) => sheet.textContent ?? '').join('\n'));
  return (element) => [...element.classList].map((name) => rules.get(name) ?? '').join(';');
}
