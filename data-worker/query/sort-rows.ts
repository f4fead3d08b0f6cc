import { firstPlaces } from './first-rows.ts';
import type { Pace } from '../pace.ts';
import type { QueryTable } from './query-table.ts';
import { countedUp, orderByNumbers } from './radix-order.ts';
import { CLASS, orderingNumbers, readSortValues, type OrderedColumn, type SortValues } from './sort-values.ts';

/** A column to sort by, as its index in the sheet. */
export interface PlacedKey {
  readonly column: number;
  readonly descending: boolean;
}

/**
 * Sorts `rows`, which are ascending, by some columns. `onFirst` receives the first rows as soon as they are known,
 * before all the others. Null when the pace cancels.
 */
export async function sortRows(
  table: QueryTable,
  rows: Uint32Array,
  keys: readonly PlacedKey[],
  language: string,
  pace: Pace,
  onFirst: (rows: Uint32Array) => void,
): Promise<Uint32Array | null> {
  const columns: OrderedColumn[] = [];
  for (const { column, descending } of keys) {
    const by = await readSortValues(table, column, rows, language, pace);
    if (by === null) return null;
    columns.push({ by, descending });
  }
  const [most, ...others] = columns;
  if (most === undefined) return rows;
  const first = await firstPlaces([most, ...others], language, pace);
  if (first === null) return null;
  onFirst(rowsAt(rows, first));
  if (!(await pace.rest())) return null;
  /** Indexes in `rows`. Sorting stably by the last column first keeps the order of the others in equal rows. */
  let order = countedUp(rows.length);
  for (const { by, descending } of columns.toReversed()) {
    const next = await orderByColumn(order, by, descending, language, pace);
    if (next === null) return null;
    order = next;
  }
  return rowsAt(rows, order);
}

function rowsAt(rows: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(places.length);
  for (let i = 0; i < found.length; i++) found[i] = rows[places[i] as number] as number;
  return found;
}

async function orderByColumn(
  order: Uint32Array,
  by: SortValues,
  descending: boolean,
  language: string,
  pace: Pace,
): Promise<Uint32Array | null> {
  const numbers = await orderingNumbers(by, language, pace);
  if (numbers === null) return null;
  const { classes } = by;
  // With reversed signs, equal rows stay in the order of the sheet.
  const keys = descending ? turnedRound(numbers) : numbers;
  const sorted = await orderByNumbers(order, keys, pace);
  return sorted === null ? null : byClass(sorted, classes, descending);
}

function turnedRound(numbers: Float64Array): Float64Array {
  const turned = new Float64Array(numbers.length);
  for (let i = 0; i < turned.length; i++) turned[i] = -(numbers[i] as number);
  return turned;
}

/** Groups by class; the order within each class stays. */
function byClass(order: Uint32Array, classes: Uint8Array, descending: boolean): Uint32Array {
  const { number, text, boolean, error, empty } = CLASS;
  const sequence = descending ? [error, boolean, text, number, empty] : [number, text, boolean, error, empty];
  const sizes = new Uint32Array(sequence.length);
  for (let i = 0; i < classes.length; i++) {
    const place = classes[i] as number;
    sizes[place] = (sizes[place] as number) + 1;
  }
  if (sizes.includes(order.length)) return order;
  const starts = new Uint32Array(sequence.length);
  let at = 0;
  for (const place of sequence) {
    starts[place] = at;
    at += sizes[place] as number;
  }
  const sorted = new Uint32Array(order.length);
  for (const item of order) {
    const place = classes[item] as number;
    const to = starts[place] as number;
    sorted[to] = item;
    starts[place] = to + 1;
  }
  return sorted;
}
