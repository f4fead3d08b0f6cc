import type { Pace } from '../pace.ts';
import { collatorOf } from './alphabet.ts';
import { createScreenEnd } from './screen-end.ts';
import { compareSimpleTexts } from './simple-text-order.ts';
import { CLASS, type OrderedColumn } from './sort-values.ts';

/** Maximum number of rows of the first screen. */
const FIRST = 200;
/** Rows between two checks of the pace. */
const PIECE = 4096;

/**
 * The places of the first rows in the order of some columns, most significant first, without sorting the others: a
 * screen of rows is known long before all is sorted. They equal the beginning of the whole order. Null when the pace
 * cancels.
 */
export async function firstPlaces(
  columns: readonly [OrderedColumn, ...OrderedColumn[]],
  language: string,
  pace: Pace,
): Promise<Uint32Array | null> {
  const comparisons = columns.map((column) => comparison(column, language));
  const compare = (a: number, b: number): number => {
    for (const each of comparisons) {
      const difference = each(a, b);
      if (difference !== 0) return difference;
    }
    return a - b;
  };
  const end = createScreenEnd(columns[0], columns.length === 1);
  const count = columns[0].by.values.length;
  let best: number[] = [];
  let last = -1;
  for (let from = 0; from < count; from += PIECE) {
    if (pace.due() && !(await pace.rest())) return null;
    const to = Math.min(count, from + PIECE);
    for (let place = from; place < to; place++) {
      if (last >= 0) {
        place = end.next(place, to);
        if (place === to) break;
        if (compare(place, last) > 0) continue;
      }
      best.push(place);
      if (best.length < 2 * FIRST) continue;
      best = best.sort(compare).slice(0, FIRST);
      last = best[FIRST - 1] as number;
      end.moveTo(last);
    }
  }
  return Uint32Array.from(best.sort(compare).slice(0, FIRST));
}

function comparison(
  { by: { classes, values, texts, sorted }, descending }: OrderedColumn,
  language: string,
): (a: number, b: number) => number {
  const sign = descending ? -1 : 1;
  const { compare } = collatorOf(language);
  const { hard, hardPlaces, alphabet } = sorted;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (item: number): string =>
    hard[(hardPlaces[item] as number) - 1]?.text ??
    decoder.decode(texts.bytes.subarray(texts.starts[item], texts.ends[item]));
  const compareTexts = (a: number, b: number): number =>
    hardPlaces[a] === 0 && hardPlaces[b] === 0
      ? compareSimpleTexts(texts, alphabet, a, b)
      : compare(textOf(a), textOf(b));
  return (a, b) => {
    const classA = classes[a] as number;
    const classB = classes[b] as number;
    if (classA !== classB) {
      // Empty cells are last in both directions.
      if (classA === CLASS.empty || classB === CLASS.empty) return classA - classB;
      return sign * (classA - classB);
    }
    if (classA === CLASS.error || classA === CLASS.empty) return 0;
    const valueA = values[a] as number;
    const valueB = values[b] as number;
    if (valueA === valueB) return 0;
    return sign * (classA === CLASS.text ? compareTexts(valueA, valueB) : valueA - valueB);
  };
}
