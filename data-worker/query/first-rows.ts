import { compareSimpleTexts } from './simple-text-order.ts';
import { CLASS, type SortValues } from './sort-values.ts';

/** How many rows the first screen has at most. */
const FIRST = 200;

/**
 * The places of the first rows in the order, without sorting the others: a screen full is there long before all is sorted.
 * Null when it cannot be told quickly, because some texts need the collator.
 */
export function firstPlaces(by: SortValues, descending: boolean): Uint32Array | null {
  const { classes, values, sorted } = by;
  if (sorted.hard.length > 0) return null;
  const compare = comparison(by, descending);
  let best: number[] = [];
  let worst = -1;
  for (let i = 0; i < values.length; i++) {
    if (worst >= 0) {
      // The commonest case first: a number that is no better than the last one of the screen.
      if (classes[i] === CLASS.number && classes[worst] === CLASS.number) {
        const difference = (values[i] as number) - (values[worst] as number);
        if (descending ? difference <= 0 : difference >= 0) continue;
      } else if (compare(i, worst) >= 0) {
        continue;
      }
    }
    best.push(i);
    if (best.length < 2 * FIRST) continue;
    best = best.sort(compare).slice(0, FIRST);
    worst = best[FIRST - 1] as number;
  }
  return Uint32Array.from(best.sort(compare).slice(0, FIRST));
}

function comparison(
  { classes, values, texts, sorted }: SortValues,
  descending: boolean,
): (a: number, b: number) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const classA = classes[a] as number;
    const classB = classes[b] as number;
    if (classA !== classB) {
      // Empty cells are last in both directions.
      if (classA === CLASS.empty || classB === CLASS.empty) return classA - classB;
      return sign * (classA - classB);
    }
    if (classA === CLASS.error || classA === CLASS.empty) return a - b;
    const valueA = values[a] as number;
    const valueB = values[b] as number;
    const difference =
      classA === CLASS.text ? compareSimpleTexts(texts, sorted.alphabet, valueA, valueB) : valueA - valueB;
    return sign * difference || a - b;
  };
}
