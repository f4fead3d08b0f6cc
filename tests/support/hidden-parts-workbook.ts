import { buildXlsx } from './xlsx-builder.ts';

/** Forty goods and a sheet of shops; row 3 and column B of the first sheet are hidden. No two names give the same file. */
export function createHiddenPartsWorkbook(name: string, heading: string): Uint8Array {
  const rows = Array.from({ length: 40 }, (_, i) => [`Item ${i + 1}`, i % 3, ['red', 'blue'][i % 2] ?? '']);
  return buildXlsx(
    [
      { name: 'Goods', rows: [[heading, 'Qty', 'Colour'], ...rows] },
      {
        name: 'Shops',
        rows: [
          ['Shop', 'Town'],
          [name, 'Kiel'],
        ],
      },
    ],
    {
      change: (parts) =>
        parts.map((part) => {
          if (!part.name.endsWith('sheet1.xml')) return part;
          const xml = new TextDecoder()
            .decode(part.data)
            .replace('<row r="3"', '<row r="3" hidden="1"')
            .replace('<sheetData>', '<cols><col min="2" max="2" width="9" hidden="1"/></cols><sheetData>');
          return { ...part, data: new TextEncoder().encode(xml) };
        }),
    },
  );
}
