import { deflateRawSync } from 'node:zlib';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

/** A large workbook, with its cells alone as the zip stores them. */
export interface BigWorkbook {
  readonly file: Uint8Array;
  /** The compressed parts with cells and texts, for a reader that only inflates them. */
  readonly packed: readonly Uint8Array[];
}

/** Number of rows per piece of XML: all of it would exceed the maximum length of a string. */
const PIECE_ROWS = 20_000;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const HEADINGS = ['Item', 'No', 'Price', 'Code', '名称', 'EAN', 'Date', 'SKU', 'Stock', 'Note'];

/** Ten columns of mixed texts, numbers, dates, leading zeros and Chinese, with shared texts as Excel writes them. */
export function createBigWorkbook(rowCount: number): BigWorkbook {
  const encoder = new TextEncoder();
  const shared = new Map<string, number>();
  const sheet: Uint8Array[] = [encoder.encode(`<worksheet xmlns="${MAIN}"><sheetData>`)];
  const text = (value: string): number => {
    const index = shared.get(value) ?? shared.size;
    shared.set(value, index);
    return index;
  };
  const line = (row: number, cells: readonly string[]): string => `<row r="${row}">${cells.join('')}</row>`;
  const t = (column: string, row: number, value: string): string =>
    `<c r="${column}${row}" t="s"><v>${text(value)}</v></c>`;
  const n = (column: string, row: number, value: number, style: string = ''): string =>
    `<c r="${column}${row}"${style}><v>${value}</v></c>`;
  let piece = line(
    1,
    HEADINGS.map((heading, i) => t(String.fromCharCode(65 + i), 1, heading)),
  );
  for (let i = 0; i < rowCount; i++) {
    const row = i + 2;
    piece += line(row, [
      t('A', row, `Item ${i}`),
      n('B', row, i),
      n('C', row, Math.round(i * 137.5) / 100),
      t('D', row, String(i).padStart(8, '0')),
      t('E', row, `中文名称${i % 1000}`),
      n('F', row, 6_901_234_000_000 + i),
      n('G', row, 45_000 + (i % 1000), ' s="1"'),
      t('H', row, `SKU-${i % 5000}`),
      n('I', row, i % 250),
      t('J', row, `note ${i % 777}`),
    ]);
    if (i % PIECE_ROWS !== PIECE_ROWS - 1) continue;
    sheet.push(encoder.encode(piece));
    piece = '';
  }
  sheet.push(encoder.encode(`${piece}</sheetData></worksheet>`));
  const strings: Uint8Array[] = [encoder.encode(`<sst xmlns="${MAIN}">`)];
  let items = '';
  for (const [value, index] of shared) {
    items += `<si><t>${value}</t></si>`;
    if (index % PIECE_ROWS !== 0) continue;
    strings.push(encoder.encode(items));
    items = '';
  }
  strings.push(encoder.encode(`${items}</sst>`));
  const parts = new Map<string, Uint8Array>([
    ['xl/worksheets/sheet1.xml', Buffer.concat(sheet)],
    ['xl/sharedStrings.xml', Buffer.concat(strings)],
  ]);
  const file = buildXlsx([{ name: 'Data', rows: [['x', { number: 1, format: 'yyyy-mm-dd' }]] }], {
    change: (all) => all.map((each) => ({ ...each, data: parts.get(each.name) ?? each.data })),
  });
  return { file, packed: [...parts.values()].map((part) => deflateRawSync(part)) };
}
