import type { Mm } from '#model/kernel/units.ts';
import type { NumberField } from './label-form.ts';

/** Names of makers, which are not translated. */
export const STOCK_MAKERS = ['DYMO', 'Brother', 'Zebra', 'Avery', 'HERMA'] as const;
export type StockMaker = (typeof STOCK_MAKERS)[number];

/** A common size of label stock. Lengths in mm. */
export interface StockSize {
  readonly id: string;
  readonly paper: 'roll' | 'A4' | 'Letter' | 'sheet';
  /** Null for a size of many makers. */
  readonly maker: string | null;
  /** The maker's own name for it; empty if it has none. */
  readonly article: string;
  /** The shape of labels that are not rectangular. */
  readonly shape?: 'round' | 'ellipse';
  readonly numbers: Readonly<Record<NumberField, Mm>>;
}

export function roll(width: Mm, height: Mm): StockSize {
  return {
    id: `roll-${width}x${height}`,
    paper: 'roll',
    maker: null,
    article: '',
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

export interface SheetStock {
  readonly label: readonly [width: Mm, height: Mm];
  readonly grid: readonly [columns: number, rows: number];
  readonly columnSpacing: Mm;
  readonly sides: Mm;
  readonly ends: Mm;
}

export function sheet(paper: 'A4' | 'Letter', stock: SheetStock): StockSize {
  const [width, height] = stock.label;
  const [columns, rows] = stock.grid;
  return {
    id: `${paper}-${columns}x${rows}`,
    paper,
    maker: null,
    article: '',
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
