import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '#app/library/new-label/stock-catalogue.ts';
import { centredBits, stockPlace } from '#model/document/split/placement.ts';
import { stockGridsOf } from '#model/document/split/stock-grids.ts';
import { ROOT } from '#tests/support/source-imports.ts';

const DOTS_PER_MM = 4;
const A4 = { width: 210, height: 297 };

/** Cuts at places with white around them, in mm. */
function cutsAt(places: readonly number[], white: number): readonly { at: number; white: number }[] {
  return places.map((place) => ({ at: place * DOTS_PER_MM, white }));
}

describe('the grids of stock', () => {
  const catalogue = parseCatalogue(
    readFileSync(join(ROOT, 'src/app/library/new-label/stock-catalogue.tsv'), 'utf8'),
  ).filter(({ numbers: { columns, rows, width, height } }) => columns * rows > 1 && Math.min(width, height) >= 12);

  test.each([
    ['A4', 210, 297],
    ['Letter', 215.9, 279.4],
  ] as const)('are those of the catalog for %s', (paper, width, height) => {
    const grids = stockGridsOf(width, height);
    const stock = catalogue.filter((each) => each.paper === paper).map(({ numbers }) => cutPlacesOf(numbers));
    const places = grids.map(({ columns, rows, left, top, ...cell }) => [
      ...Array.from({ length: columns - 1 }, (_, i) => left + (i + 1) * cell.width),
      ...Array.from({ length: rows - 1 }, (_, i) => top + (i + 1) * cell.height),
    ]);
    const isSame = (one: readonly number[], other: readonly number[]): boolean =>
      one.length === other.length && one.every((place, i) => Math.abs(place - (other[i] ?? 0)) <= 1);
    expect(stock.filter((one) => !places.some((other) => isSame(one, other)))).toEqual([]);
    expect(places.filter((one) => !stock.some((other) => isSame(one, other)))).toEqual([]);
  });

  test('are rotated for a page in landscape, and unknown for pages of other sizes', () => {
    expect(stockGridsOf(297, 210)).toHaveLength(stockGridsOf(210, 297).length);
    expect(stockGridsOf(297, 210)).toContainEqual({ columns: 3, rows: 1, left: 0, top: 0, width: 99, height: 210 });
    expect(stockGridsOf(100, 150)).toEqual([]);
  });
});

type Numbers = ReturnType<typeof parseCatalogue>[number]['numbers'];

/** The middles of the white between columns, then between rows, in mm. */
function cutPlacesOf(numbers: Numbers): readonly number[] {
  const along = (count: number, before: number, size: number, space: number): readonly number[] =>
    Array.from({ length: count - 1 }, (_, i) => before + (i + 1) * (size + space) - space / 2);
  return [
    ...along(numbers.columns, numbers.paddingLeft, numbers.width, numbers.columnSpacing),
    ...along(numbers.rows, numbers.paddingTop, numbers.height, numbers.rowSpacing),
  ];
}

describe('cuts in the middle of a page', () => {
  const bitsOf = (places: readonly number[], white: number): number =>
    centredBits(cutsAt(places, white), A4.width * DOTS_PER_MM, DOTS_PER_MM);

  test('are evidence, the more the narrower the white around them', () => {
    expect(bitsOf([105], 3)).toBeGreaterThan(bitsOf([105], 12));
    expect(bitsOf([107], 12)).toBeGreaterThan(1);
    expect(bitsOf([75, 135], 3)).toBeGreaterThan(3);
  });

  test('are none elsewhere, except in step with the middle where cells at one side are unused', () => {
    expect(bitsOf([95], 3)).toBe(0);
    expect(bitsOf([65, 125], 3)).toBe(0);
    expect(bitsOf([55, 105], 3)).toBeGreaterThan(1);
  });
});

describe('a grid of stock', () => {
  const grids = stockGridsOf(A4.width, A4.height);

  test('matches cuts of some of its rows, and has the place of their first cells', () => {
    // Three columns of 63.5 mm, 2.5 mm apart, 7.2 mm from the edge; rows of 38.1 mm from 15.1 mm: rows 2 to 4 are used.
    const place = stockPlace(grids, cutsAt([71.95, 137.95], 3), cutsAt([91.3, 129.4], 2), DOTS_PER_MM);
    expect(place?.bits).toBeGreaterThan(3);
    expect(Math.abs((place?.left ?? 0) / DOTS_PER_MM - 5.95)).toBeLessThan(1);
    expect(Math.abs((place?.top ?? 0) / DOTS_PER_MM - 53.2)).toBeLessThan(1);
  });

  test('does not match cuts that no maker has', () => {
    expect(stockPlace(grids, cutsAt([52, 137.95], 1), cutsAt([91.3, 129.4], 1), DOTS_PER_MM)).toBeNull();
  });
});
