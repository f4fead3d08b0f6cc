import type { Pace } from '../pace.ts';

const BITS = 11;
const BUCKETS = 1 << BITS;
const MASK = BUCKETS - 1;
/** A double has 64 bits: six digits of 11 bits cover both halves. */
const LOW_DIGITS = 3;
const DIGITS = 6;

/**
 * Sorts by a number for each: returns `items` in the order of `keys[item]`, stable, in time linear in their number.
 * Null when the pace cancels.
 */
export async function orderByNumbers(items: Uint32Array, keys: Float64Array, pace: Pace): Promise<Uint32Array | null> {
  const count = items.length;
  let from = { items: Uint32Array.from(items), low: new Uint32Array(count), high: new Uint32Array(count) };
  let to = { items: new Uint32Array(count), low: new Uint32Array(count), high: new Uint32Array(count) };
  const histograms = Array.from({ length: DIGITS }, () => new Uint32Array(BUCKETS));
  splitKeys(items, keys, from.low, from.high, histograms);
  for (let digit = 0; digit < DIGITS; digit++) {
    if (pace.due() && !(await pace.rest())) return null;
    const histogram = histograms[digit] as Uint32Array;
    // A digit that is the same everywhere orders nothing. Whole numbers have several of those.
    if (histogram.includes(count)) continue;
    toStarts(histogram);
    if (digit < LOW_DIGITS) scatter(from, to, from.low, digit * BITS, histogram);
    else scatter(from, to, from.high, (digit - LOW_DIGITS) * BITS, histogram);
    [from, to] = [to, from];
  }
  return from.items;
}

interface Columns {
  readonly items: Uint32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** The bits of the keys, changed so that comparing them as whole numbers gives the order of the numbers. */
function splitKeys(
  items: Uint32Array,
  keys: Float64Array,
  low: Uint32Array,
  high: Uint32Array,
  histograms: readonly Uint32Array[],
): void {
  const value = new Float64Array(1);
  const bits = new Uint32Array(value.buffer);
  const [h0, h1, h2, h3, h4, h5] = histograms as unknown as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let i = 0; i < items.length; i++) {
    // Adding 0 makes the negative zero a positive one.
    value[0] = (keys[items[i] as number] as number) + 0;
    let l = bits[0] as number;
    let h = bits[1] as number;
    if (h >>> 31 === 1) {
      l = ~l >>> 0;
      h = ~h >>> 0;
    } else {
      h = (h ^ 0x80000000) >>> 0;
    }
    low[i] = l;
    high[i] = h;
    h0[l & MASK] = (h0[l & MASK] as number) + 1;
    h1[(l >>> BITS) & MASK] = (h1[(l >>> BITS) & MASK] as number) + 1;
    h2[l >>> (2 * BITS)] = (h2[l >>> (2 * BITS)] as number) + 1;
    h3[h & MASK] = (h3[h & MASK] as number) + 1;
    h4[(h >>> BITS) & MASK] = (h4[(h >>> BITS) & MASK] as number) + 1;
    h5[h >>> (2 * BITS)] = (h5[h >>> (2 * BITS)] as number) + 1;
  }
}

function toStarts(histogram: Uint32Array): void {
  let sum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = histogram[bucket] as number;
    histogram[bucket] = sum;
    sum += size;
  }
}

function scatter(from: Columns, to: Columns, digits: Uint32Array, shift: number, starts: Uint32Array): void {
  for (let i = 0; i < digits.length; i++) {
    const bucket = ((digits[i] as number) >>> shift) & MASK;
    const at = starts[bucket] as number;
    starts[bucket] = at + 1;
    to.items[at] = from.items[i] as number;
    to.low[at] = from.low[i] as number;
    to.high[at] = from.high[i] as number;
  }
}

/** 0, 1, 2 and so on. */
export function countedUp(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
