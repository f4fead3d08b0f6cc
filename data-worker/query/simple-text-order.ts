import type { Alphabet } from './alphabet.ts';
import type { Pace } from '../pace.ts';
import { orderByNumbers } from './radix-order.ts';
import { unitAt, type TextItems } from './text-collector.ts';

/** Fewer than this are sorted by comparing: the radix sort iterates over all its buckets first. */
const FEW = 1500;

/**
 * Sorts texts of simple characters: some characters at a time as one number, then the next ones within those that are
 * equal so far. Creates no strings. Null when the pace cancels.
 */
export async function orderSimpleTexts(
  items: TextItems,
  simple: Uint32Array,
  alphabet: Alphabet,
  pace: Pace,
): Promise<Uint32Array | null> {
  const order = Uint32Array.from(simple);
  const cursors = Uint32Array.from(items.starts.subarray(0, items.count));
  const keys = new Float64Array(items.count);
  /** Ranges of `order` that are equal so far, as from, to. */
  const open: number[] = [0, order.length];
  while (open.length > 0) {
    if (pace.due() && !(await pace.rest())) return null;
    const to = open.pop() as number;
    const from = open.pop() as number;
    const range = order.subarray(from, to);
    for (const item of range) keys[item] = nextKey(items, item, cursors, alphabet);
    if (range.length < FEW) {
      range.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
    } else {
      const sorted = await orderByNumbers(range, keys, pace);
      if (sorted === null) return null;
      range.set(sorted);
    }
    for (let start = 0; start < range.length;) {
      const key = keys[range[start] as number] as number;
      let end = start + 1;
      while (end < range.length && keys[range[end] as number] === key) end++;
      if (end - start > 1) {
        // A key that ends with the weight 0 belongs to texts that have ended.
        if (key % alphabet.base === 0) sortByCase(items, range.subarray(start, end));
        else open.push(from + start, from + end);
      }
      start = end;
    }
  }
  return order;
}

/** The next characters of a text as one number; 0 in the places after its end. */
export function nextKey(items: TextItems, item: number, cursors: Uint32Array, alphabet: Alphabet): number {
  const { bytes, ends } = items;
  const { weights, base, charactersInKey } = alphabet;
  const end = ends[item] as number;
  let at = cursors[item] as number;
  let key = 0;
  for (let i = 0; i < charactersInKey; i++) {
    key *= base;
    if (at >= end) continue;
    const first = bytes[at] as number;
    if (first < 0x80) {
      key += weights[first] as number;
      at++;
    } else {
      const unit = unitAt(bytes, at);
      key += weights[unit >> 2] as number;
      at += 1 + (unit & 3);
    }
  }
  cursors[item] = at;
  return key;
}

/** Sorts texts of the same letters: at the first place where the case differs, lower case comes first. */
function sortByCase(items: TextItems, range: Uint32Array): void {
  range.sort((a, b) => compareCase(items, a, b) || a - b);
}

/** Below 0, 0 or above 0 for two texts that consist of the same letters in any case. */
export function compareCase({ bytes, starts, ends }: TextItems, a: number, b: number): number {
  const startA = starts[a] as number;
  const startB = starts[b] as number;
  const length = (ends[a] as number) - startA;
  for (let i = 0; i < length; i++) {
    // Lower case comes after upper case in Unicode, and UTF-8 keeps that order.
    const difference = (bytes[startB + i] as number) - (bytes[startA + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Below 0, 0 or above 0 for two texts of simple characters. */
export function compareSimpleTexts(items: TextItems, { weights }: Alphabet, a: number, b: number): number {
  const { bytes, starts, ends } = items;
  const endA = ends[a] as number;
  const endB = ends[b] as number;
  let atA = starts[a] as number;
  let atB = starts[b] as number;
  while (atA < endA && atB < endB) {
    const unitA = unitAt(bytes, atA);
    const unitB = unitAt(bytes, atB);
    const difference = (weights[unitA >> 2] as number) - (weights[unitB >> 2] as number);
    if (difference !== 0) return difference;
    atA += 1 + (unitA & 3);
    atB += 1 + (unitB & 3);
  }
  const longer = endA - atA - (endB - atB);
  return longer === 0 ? compareCase(items, a, b) : longer;
}
