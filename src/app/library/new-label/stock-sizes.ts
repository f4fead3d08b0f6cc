import type { LabelForm, NumberField } from './label-form.ts';
import { MAKER_STOCK } from './maker-stock.ts';
import { roll, sheet, type StockSize } from './stock-size.ts';

/** Thermal rolls, then common office sheets, whose grids add up to A4 (210 x 297) and Letter (215.9 x 279.4). */
const COMMON_SIZES: readonly StockSize[] = [
  roll(100, 150),
  roll(101.6, 152.4),
  roll(100, 100),
  roll(100, 80),
  roll(100, 50),
  roll(80, 60),
  roll(70, 50),
  roll(60, 40),
  roll(50, 30),
  roll(40, 30),
  roll(40, 20),
  roll(30, 20),
  sheet('A4', { label: [99.1, 38.1], grid: [2, 7], columnSpacing: 2.5, sides: 4.65, ends: 15.1 }),
  sheet('A4', { label: [63.5, 38.1], grid: [3, 7], columnSpacing: 2.5, sides: 7.2, ends: 15.1 }),
  sheet('A4', { label: [38.1, 21.2], grid: [5, 13], columnSpacing: 2.5, sides: 4.75, ends: 10.7 }),
  sheet('Letter', { label: [66.675, 25.4], grid: [3, 10], columnSpacing: 3.175, sides: 4.763, ends: 12.7 }),
  sheet('Letter', { label: [101.6, 50.8], grid: [2, 5], columnSpacing: 4.763, sides: 3.969, ends: 12.7 }),
];

/** The common sizes, then those of the makers. */
export const STOCK_SIZES: readonly StockSize[] = [...COMMON_SIZES, ...MAKER_STOCK];

/** The stock that matches the form's sizes, preferably the chosen one; null for none. */
export function stockOf(
  form: LabelForm,
  offered: readonly StockSize[] = STOCK_SIZES,
  chosen: string | null = null,
): StockSize | null {
  const fits = offered.filter((stock) =>
    (Object.keys(stock.numbers) as NumberField[]).every((field) => stock.numbers[field] === form.numbers[field]),
  );
  return fits.find(({ id }) => id === chosen) ?? fits[0] ?? null;
}
