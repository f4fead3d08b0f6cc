import type { MachineBrand } from '#protocol/api.ts';
import { STOCK_MAKERS, roll, type StockMaker, type StockSize } from './stock-size.ts';
import { STOCK_SIZES } from './stock-sizes.ts';

/** What the list of sizes is divided into. `printer`: the usual ones for the chosen model. */
export type StockGroupName = 'recent' | 'printer' | 'roll' | 'A4' | 'Letter' | StockMaker;

export interface StockGroup {
  readonly name: StockGroupName;
  readonly stock: readonly StockSize[];
}

/** Brand, series and model, or nothing. */
export type ChosenModel = readonly string[];

export type MachineModel = MachineBrand['series'][number]['models'][number];

export function modelOf(machines: readonly MachineBrand[], [brand, series, model]: ChosenModel): MachineModel | null {
  return (
    machines
      .find(({ name }) => name === brand)
      ?.series.find(({ name }) => name === series)
      ?.models.find(({ name }) => name === model) ?? null
  );
}

/**
 * The sizes to choose from. Where a printer is chosen, its own stand first, and of the others only rolls that go through
 * it: those that are no wider than it prints, upright or turned.
 */
export function stockGroups(recent: readonly StockSize[], model: MachineModel | null): readonly StockGroup[] {
  const fits = ({ paper, numbers }: StockSize): boolean =>
    model === null || (paper === 'roll' && Math.min(numbers.width, numbers.height) <= model.print_width);
  const own = (model?.sizes ?? []).map(({ width, height }) => ({
    ...roll(width, height),
    id: `printer-${width}x${height}`,
  }));
  const others: readonly StockGroup[] = (['roll', 'A4', 'Letter', ...STOCK_MAKERS] as const).map((name) => ({
    name,
    stock: STOCK_SIZES.filter((stock) => (stock.maker ?? stock.paper) === name && fits(stock)),
  }));
  return [{ name: 'recent' as const, stock: recent }, { name: 'printer' as const, stock: own }, ...others].filter(
    ({ stock }) => stock.length > 0,
  );
}
