import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';
import { NUMBER_FIELDS, numberFault, type LabelForm, type NumberField } from './label-form.ts';
import type { StockSize } from './stock-size.ts';

/** Deleted when the user of the browser changes (session.ts). */
const KEY = 'recentLabelSizes';
const MOST = 10;

type Sizes = StockSize['numbers'];

/** The sizes last used in this browser, latest first. Skips invalid stored values. */
export function recentSizes(): readonly StockSize[] {
  const stored = parseStored(readStored(KEY));
  const all = Array.isArray(stored) ? stored.map(sizesIn).filter((one) => one !== null) : [];
  return all
    .slice(0, MOST)
    .map((numbers, i) => ({ id: `recent-${i}`, paper: 'roll', maker: null, article: '', numbers }));
}

/** Moves a used size to the front. */
export function keepRecentSize({ numbers }: LabelForm): void {
  const sizes = sizesIn(numbers);
  if (sizes === null) return;
  const key = keyOf(sizes);
  const others = recentSizes()
    .map((stock) => stock.numbers)
    .filter((other) => keyOf(other) !== key);
  writeStored(KEY, JSON.stringify([sizes, ...others].slice(0, MOST)));
}

function keyOf(sizes: Sizes): string {
  return NUMBER_FIELDS.map((field) => sizes[field]).join(' ');
}

function sizesIn(value: unknown): Sizes | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Readonly<Partial<Record<NumberField, unknown>>>;
  const pairs = NUMBER_FIELDS.flatMap((field) => {
    const number = given[field];
    return typeof number === 'number' && numberFault(field, number) === null ? [[field, number] as const] : [];
  });
  return pairs.length === NUMBER_FIELDS.length ? (Object.fromEntries(pairs) as Sizes) : null;
}
