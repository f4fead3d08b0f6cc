import type { Rect } from '#model/kernel/geometry.ts';

/** Sheets of labels with their makers' measures, in mm: the position of the first label, its size, and the pitch. */
export interface Stock {
  readonly name: string;
  readonly page: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  readonly first: readonly [x: number, y: number];
  readonly label: readonly [width: number, height: number];
  readonly pitch: readonly [x: number, y: number];
}

const A4 = [210, 297] as const;
const LETTER = [215.9, 279.4] as const;

function stock(
  name: string,
  page: Stock['page'],
  [columns, rows]: readonly [number, number],
  first: Stock['first'],
  label: Stock['label'],
  pitch: Stock['pitch'] = label,
): Stock {
  return { name, page, columns, rows, first, label, pitch };
}

export const SMALL_STOCK: readonly Stock[] = [
  stock('Avery L7160', A4, [3, 7], [7.2, 15.1], [63.5, 38.1], [66, 38.1]),
  stock('Avery L7159', A4, [3, 8], [6.4, 12.9], [64, 33.9], [66.6, 33.9]),
  stock('Avery L7162', A4, [2, 8], [4.7, 13], [99.1, 33.9], [101.6, 33.9]),
  stock('Avery L7163', A4, [2, 7], [4.7, 15.2], [99.1, 38.1], [101.6, 38.1]),
  stock('Avery L7164', A4, [3, 4], [7.2, 4.5], [63.5, 72], [66, 72]),
  stock('Avery L7165', A4, [2, 4], [4.7, 13.1], [99.1, 67.7], [101.6, 67.7]),
  stock('Avery L7173', A4, [2, 5], [4.7, 6], [99.1, 57], [101.6, 57]),
  stock('Avery 5160', LETTER, [3, 10], [4.8, 12.7], [66.7, 25.4], [69.8, 25.4]),
  stock('Avery 5161', LETTER, [2, 10], [4, 12.7], [101.6, 25.4], [106.4, 25.4]),
  stock('Avery 5162', LETTER, [2, 7], [3.9, 21.2], [101.6, 33.9], [106.2, 33.9]),
  stock('Avery 5163', LETTER, [2, 5], [4, 12.7], [101.6, 50.8], [106.2, 50.8]),
  stock('Avery 5164', LETTER, [2, 3], [4, 12.7], [101.6, 84.7], [106.2, 84.7]),
  stock('HERMA 4360', A4, [3, 8], [0, 0], [70, 37.1]),
  stock('HERMA 4474', A4, [3, 8], [0, 0], [70, 37.1]),
  stock('HERMA 4428', A4, [2, 4], [0, 10], [105, 69.2], [105, 69.2]),
  stock('HERMA 4626', A4, [2, 6], [0, 0], [105, 49.5]),
  stock('HERMA 5063', A4, [2, 2], [5.5, 10], [99.1, 139], [100, 139]),
];

/** Parts of a sheet, each for a shipping label. */
export const LARGE_STOCK: readonly Stock[] = [
  stock('A4/2', A4, [1, 2], [0, 0], [210, 148.5]),
  stock('A4/4', A4, [2, 2], [0, 0], [105, 148.5]),
  stock('A4/4 of 100x150', A4, [2, 2], [3, -0.5], [100, 148], [104, 149]),
  stock('Letter/2', LETTER, [1, 2], [0, 0], [215.9, 139.7]),
  stock('Letter/4', LETTER, [2, 2], [0, 0], [107.95, 139.7]),
  stock('Avery L7168', A4, [1, 2], [5.2, 5], [199.6, 143.5]),
  stock('Avery L7169', A4, [2, 2], [4.6, 9.5], [99.1, 139], [101.6, 139]),
  stock('Avery 5168', LETTER, [2, 2], [12.7, 12.7], [88.9, 127], [101.6, 127]),
  stock('Avery 5126', LETTER, [1, 2], [0, 0], [215.9, 139.7]),
];

/** Positions of all labels, row by row. */
export function placesOf({ columns, rows, first, label, pitch }: Stock): readonly Rect[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: first[0] + (i % columns) * pitch[0],
    y: first[1] + Math.floor(i / columns) * pitch[1],
    width: label[0],
    height: label[1],
  }));
}
