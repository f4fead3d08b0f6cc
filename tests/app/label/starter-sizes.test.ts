import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { formFromSettings, type LabelForm } from '#app/library/new-label/label-form.ts';
import { keepRecentSize, recentSizes } from '#app/library/new-label/recent-sizes.ts';
import { modelOf, stockGroups } from '#app/library/new-label/stock-groups.ts';
import { STOCK_MAKERS } from '#app/library/new-label/stock-size.ts';
import { STOCK_SIZES, stockOf } from '#app/library/new-label/stock-sizes.ts';
import { listMachines } from '#server/content/designs/machines.ts';

const stored = new Map<string, string>();

function formOf(widthMm: number, heightMm: number): LabelForm {
  return formFromSettings(createLabelSettings('Label', { widthMm, heightMm }));
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
  return () => vi.unstubAllGlobals();
});

describe('recently used sizes', () => {
  test('lists the latest size first, each once, ten at most', () => {
    for (let width = 20; width < 35; width += 1) keepRecentSize(formOf(width, 10));
    keepRecentSize(formOf(30, 10));
    const widths = recentSizes().map(({ numbers }) => numbers.width);
    expect(widths).toEqual([30, 34, 33, 32, 31, 29, 28, 27, 26, 25]);
  });

  test('does not keep a size beyond the limits, and leaves out invalid sizes', () => {
    keepRecentSize(formOf(401, 10));
    expect(recentSizes()).toEqual([]);
    keepRecentSize(formOf(40, 20));
    const [kept] = JSON.parse(stored.get('recentLabelSizes') ?? '') as unknown[];
    for (const bad of ['x', '{}', '[1, null, {}]', JSON.stringify([{ ...(kept as object), rows: 21 }])]) {
      stored.set('recentLabelSizes', bad);
      expect(recentSizes(), bad).toEqual([]);
    }
    stored.set('recentLabelSizes', JSON.stringify([null, kept]));
    expect(recentSizes().map(({ numbers }) => [numbers.width, numbers.height])).toEqual([[40, 20]]);
  });
});

describe('the size list', () => {
  test('has sizes of every maker, all distinguishable', () => {
    const names = stockGroups([], null).map(({ name }) => name);
    expect(names).toEqual(['roll', 'A4', 'Letter', ...STOCK_MAKERS]);
    expect(new Set(STOCK_SIZES.map(({ id }) => id)).size).toBe(STOCK_SIZES.length);
  });

  test('lists the sizes of the printer first, then only rolls that fit it', () => {
    const machines = listMachines();
    for (const brand of machines) {
      for (const series of brand.series) {
        for (const { name } of series.models) {
          const model = modelOf(machines, [brand.name, series.name, name]);
          if (model === null) throw new Error(`${name} is not found`);
          const groups = stockGroups([], model);
          const own = groups.filter((group) => group.name === 'printer').flatMap(({ stock }) => stock);
          expect(own, name).toHaveLength(model.sizes.length);
          expect(
            groups.findIndex((group) => group.name === 'printer'),
            name,
          ).toBeLessThan(1);
          const wide = groups
            .filter((group) => group.name !== 'printer')
            .flatMap(({ stock }) => stock)
            .filter(
              ({ paper, numbers }) => paper !== 'roll' || Math.min(numbers.width, numbers.height) > model.print_width,
            );
          expect(wide, name).toEqual([]);
        }
      }
    }
    expect(modelOf(machines, ['No such brand', '', ''])).toBeNull();
  });

  test('keeps the chosen stock among stocks of the same size until a number changes', () => {
    const [dymo] = STOCK_SIZES.filter(({ article }) => article === '99012');
    if (dymo === undefined) throw new Error('it is gone');
    const recent = [{ ...dymo, id: 'recent-0' }];
    const offered = [...recent, ...STOCK_SIZES];
    const form = formOf(89, 36);
    expect(stockOf(form, offered)?.id).toBe('recent-0');
    expect(stockOf(form, offered, dymo.id)).toBe(dymo);
    expect(stockOf(formOf(89, 36.5), offered, dymo.id)).toBeNull();
  });
});
