import { gs1CheckDigit } from '#model/symbology/digits.ts';
import { crc32 } from '#model/kernel/crc32.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { buildXlsx, type XlsxCell } from './xlsx-builder.ts';

/** A row as it must print, or the row number that must be rejected. */
export interface PriceRow {
  /** As the spreadsheet counts: data begin at 2. */
  readonly row: number;
  readonly name: string;
  readonly code: string;
  readonly ean: string;
  readonly link: string;
  readonly refused: boolean;
}

const NAMES = [
  'Olive oil 250 ml',
  '橄榄油 250 毫升',
  'Café moído',
  'Süßkartoffel',
  'Чай чёрный',
  '绿茶 Green tea',
  'Jalapeño',
  '米 Rice 5 kg',
];

/** Unprintable rows, by row number. */
const FAULTS: Readonly<Record<number, Partial<Pick<PriceRow, 'code' | 'ean' | 'link'>>>> = {
  18: { ean: '5901234123450' },
  131: { code: '代码-131' },
  271: { ean: '59012341234' },
  400: { code: '' },
  500: { link: '' },
};

/** Rows of mixed Latin and Chinese text, codes with leading zeros, EAN-13 with and without check digit. */
export function createPriceRows(count = 500): readonly PriceRow[] {
  return Array.from({ length: count }, (_, i) => {
    const row = i + 2;
    const body = String(590123400000 + i * 7).slice(0, 12);
    // A body that ends in its own check digit might be a full number without its leading zero.
    const isWhole = gs1CheckDigit(body.slice(0, -1)) === Number(body.at(-1));
    const ean = i % 3 === 0 && !isWhole ? body : body + String(gs1CheckDigit(body));
    return {
      row,
      name: `${NAMES[i % NAMES.length] ?? ''} ${row}`,
      code: `00${String(i).padStart(4, '0')}`,
      ean,
      link: `https://example.com/商品/${row}?q=${NAMES[i % NAMES.length] ?? ''}`,
      refused: FAULTS[row] !== undefined,
      ...FAULTS[row],
    };
  });
}

export function createPriceWorkbook(rows: readonly PriceRow[]): Uint8Array {
  const cells = rows.map(({ name, code, ean, link }, i): XlsxCell[] => [
    name,
    code === '' ? null : code,
    // Half of the numbers are stored as numbers, as in spreadsheets.
    i % 2 === 0 && /^\d+$/.test(ean) ? Number(ean) : ean,
    link === '' ? null : link,
  ]);
  return buildXlsx([
    {
      name: 'notes',
      rows: [
        ['nothing', 'here'],
        ['a', 'b'],
      ],
    },
    { name: '价格 prices', rows: [['name', 'code', 'ean', 'link'], ...cells] },
  ]);
}

/** The EAN-13 as it must print. */
export function fullEan(row: PriceRow): string {
  return row.ean.length === 12 ? row.ean + String(gs1CheckDigit(row.ean)) : row.ean;
}

/** A small gray picture. */
export function createPicture(): Uint8Array {
  const writer = createPngWriter({ width: 60, height: 40, colour: 'gray' });
  const rows = new Uint8Array(60 * 40);
  for (let i = 0; i < rows.length; i++) rows[i] = (i * 5) % 256;
  writer.rows(rows, 40);
  return writer.finish();
}

/** A PNG of 20,000 x 15,000 pixels by its header: 300 million, in a small file. */
export function createHugePicture(): Uint8Array {
  const writer = createPngWriter({ width: 1, height: 1 });
  writer.rows(Uint8Array.of(0x80), 1);
  const file = writer.finish();
  const view = new DataView(file.buffer, file.byteOffset);
  view.setUint32(16, 20_000);
  view.setUint32(20, 15_000);
  view.setUint32(29, crc32(file, 12, 29));
  return file;
}
