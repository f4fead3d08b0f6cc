import type { SpreadsheetReading } from '#model/elements/base/reading.ts';

/** A table from the clipboard as a text that is kept and read like a file. */
export interface PastedTable {
  readonly text: string;
  readonly reading: SpreadsheetReading | undefined;
}

const TABBED: SpreadsheetReading = { delimiter: '\t' };

/**
 * What was copied in a spreadsheet or on a web page. Its HTML is preferred: it says where a cell ends, also when there are
 * tabs, quotes or line ends within. Null when there is no text at all.
 */
export function pastedTable(html: string, plain: string): PastedTable | null {
  const rows = html === '' ? [] : tableRows(html);
  if (rows.length > 0) return { text: rows.map((row) => row.map(quoted).join('\t')).join('\r\n'), reading: TABBED };
  if (plain.trim() === '') return null;
  return { text: plain, reading: plain.includes('\t') ? TABBED : undefined };
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The texts of the largest table, a merged cell's at its first place; no rows when there is no table. */
function tableRows(html: string): readonly (readonly string[])[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const tables = [...page.querySelectorAll('table')].filter((table) => table.parentElement?.closest('table') === null);
  const [largest] = tables.sort((a, b) => b.rows.length - a.rows.length);
  const rows: string[][] = [];
  for (const [at, row] of [...(largest?.rows ?? [])].entries()) {
    if (row.style.display === 'none') continue;
    const texts = (rows[at] ??= []);
    let column = 0;
    for (const cell of row.cells) {
      while (texts[column] !== undefined) column++;
      for (let down = 0; down < Math.max(1, cell.rowSpan) && at + down < (largest?.rows.length ?? 0); down++) {
        for (let right = 0; right < cell.colSpan; right++) {
          (rows[at + down] ??= [])[column + right] = down + right === 0 ? cellText(cell) : '';
        }
      }
    }
  }
  // A place that no cell covers is empty.
  return rows.filter((row) => row !== undefined).map((row) => Array.from(row, (text) => text ?? ''));
}

/** A cell's text as it is shown: white space collapsed, but line breaks kept. */
function cellText(cell: HTMLTableCellElement): string {
  for (const each of cell.querySelectorAll('br')) each.replaceWith('\u2028');
  for (const each of cell.querySelectorAll('p, div, li')) each.append('\u2028');
  const lines = (cell.textContent ?? '').split('\u2028').map((line) => line.replaceAll(/[\s\u00a0]+/g, ' ').trim());
  const text = lines.join('\n').trim();
  // LibreOffice says the number itself; an exponent is only what fits into the column.
  const stored = cell.getAttribute('sdval') ?? '';
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(text) && /^\d+$/.test(stored) ? stored : text;
}
