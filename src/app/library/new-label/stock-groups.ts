import type { MachineBrand } from '#protocol/api.ts';
import { STOCK_MAKERS, roll, type StockSize } from './stock-size.ts';
import { STOCK_SIZES } from './stock-sizes.ts';

export interface StockGroup {
  /**
   * The group of the list of sizes: `recent`, `printer` (common ones for the chosen model), `roll`, `A4`, `Letter`, or a
   * maker's name.
   */
  readonly name: string;
  readonly stock: readonly StockSize[];
}

/** Brand, series and model, or empty. */
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
 * The sizes to choose from. For a chosen printer, its own sizes are first, and of the others only rolls that fit: those
 * that are no wider than it prints, upright or turned. The catalog adds makers and their other articles.
 */
export function stockGroups(
  recent: readonly StockSize[],
  model: MachineModel | null,
  catalogue: readonly StockSize[] = [],
): readonly StockGroup[] {
  const fits = ({ paper, numbers }: StockSize): boolean =>
    model === null || (paper === 'roll' && Math.min(numbers.width, numbers.height) <= model.print_width);
  const own = (model?.sizes ?? []).map(({ width, height }) => ({
    ...roll(width, height),
    id: `printer-${width}x${height}`,
  }));
  const known = new Set(STOCK_SIZES.map(articleOf));
  const all = [...STOCK_SIZES, ...catalogue.filter((stock) => !known.has(articleOf(stock)))].filter(fits);
  const byName = Map.groupBy(all, ({ maker, paper }) => maker ?? paper);
  const names = new Set(['roll', 'A4', 'Letter', ...STOCK_MAKERS, ...byName.keys()]);
  const others: readonly StockGroup[] = [...names].map((name) => ({ name, stock: byName.get(name) ?? [] }));
  return [{ name: 'recent' as const, stock: recent }, { name: 'printer' as const, stock: own }, ...others].filter(
    ({ stock }) => stock.length > 0,
  );
}

function articleOf({ maker, article }: StockSize): string {
  return `${maker} ${article}`;
}
