import { writeFile } from 'node:fs/promises';
import { buildXlsx, type XlsxCell } from './xlsx-builder.ts';

const CITIES = ['Berlin', '北京', 'São Paulo', 'Москва', 'Madrid', 'berlin'];

export const HEADINGS: readonly XlsxCell[] = ['Name', 'Price', 'Code', 'City', 'Date'];

/** Goods with prices of .5, codes that begin with zeros, cities in several scripts, dates, and one cell with an error. */
export function createRows(count: number): XlsxCell[][] {
  return Array.from({ length: count }, (_, i): XlsxCell[] => [
    `Item ${i + 1}`,
    ((i * 37) % 1000) + 0.5,
    String(i).padStart(6, '0'),
    CITIES[i % CITIES.length] ?? '',
    i === 6 ? { error: '#N/A' } : { number: 45_000 + (i % 400), format: 'yyyy-mm-dd' },
  ]);
}

/** These rows in the sheet Goods, and two rows in the sheet Shops. */
export async function writeGoodsWorkbook(
  path: string,
  rows: readonly XlsxCell[][],
  headings: readonly XlsxCell[],
): Promise<string> {
  const shops = [
    ['Shop', 'Street'],
    ['North', 'First Street'],
    ['South', 'Second Street'],
  ];
  await writeFile(
    path,
    buildXlsx([
      { name: 'Goods', rows: [[...headings], ...rows] },
      { name: 'Shops', rows: shops },
    ]),
  );
  return path;
}
