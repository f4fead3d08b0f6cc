import type { Mm } from '#model/kernel/units.ts';
import type { LabelForm, NumberField } from './label-form.ts';

/** A common size of label stock. Lengths in mm. */
export interface StockSize {
  readonly id: string;
  readonly paper: 'roll' | 'A4' | 'Letter';
  readonly numbers: Readonly<Record<NumberField, Mm>>;
}

function roll(width: Mm, height: Mm): StockSize {
  return {
    id: `roll-${width}x${height}`,
    paper: 'roll',
    numbers: {
      width,
      height,
      columns: 1,
      rows: 1,
      columnSpacing: 0,
      rowSpacing: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    },
  };
}

interface SheetStock {
  readonly label: readonly [width: Mm, height: Mm];
  readonly grid: readonly [columns: number, rows: number];
  readonly columnSpacing: Mm;
  readonly sides: Mm;
  readonly ends: Mm;
}

function sheet(paper: 'A4' | 'Letter', stock: SheetStock): StockSize {
  const [width, height] = stock.label;
  const [columns, rows] = stock.grid;
  return {
    id: `${paper}-${columns}x${rows}`,
    paper,
    numbers: {
      width,
      height,
      columns,
      rows,
      columnSpacing: stock.columnSpacing,
      rowSpacing: 0,
      paddingLeft: stock.sides,
      paddingRight: stock.sides,
      paddingTop: stock.ends,
      paddingBottom: stock.ends,
    },
  };
}

/** Thermal rolls, then common office sheets, whose grids add up to A4 (210 x 297) and Letter (215.9 x 279.4). */
export const STOCK_SIZES: readonly StockSize[] = [
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

/** The stock that matches the form's sizes; null when none does. */
export function stockOf(form: LabelForm): StockSize | null {
  return (
    STOCK_SIZES.find((stock) =>
      (Object.keys(stock.numbers) as NumberField[]).every((field) => stock.numbers[field] === form.numbers[field]),
    ) ?? null
  );
}
