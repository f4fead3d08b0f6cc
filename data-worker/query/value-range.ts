import { TESTS_OF_ORDER, type FilterTest } from '#protocol/table-query.ts';

/** A range that includes both ends; empty when an end is NaN. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

export type OrderTest = Extract<FilterTest, 'less' | 'atMost' | 'greater' | 'atLeast'>;

export function isOrderTest(test: FilterTest): test is OrderTest {
  return TESTS_OF_ORDER.has(test);
}

/** The doubles that pass a test. */
export function rangeOf(test: OrderTest, limit: number): ValueRange {
  switch (test) {
    case 'less':
      return { low: -Infinity, high: -nextAbove(-limit) };
    case 'atMost':
      return { low: -Infinity, high: limit };
    case 'greater':
      return { low: nextAbove(limit), high: Infinity };
    case 'atLeast':
      return { low: limit, high: Infinity };
  }
}

/** The intersection of both. */
export function intersection(a: ValueRange, b: ValueRange): ValueRange {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The smallest double above this one; NaN above infinity. */
function nextAbove(value: number): number {
  // Both zeros are followed by the same double.
  double[0] = value === 0 ? 0 : value;
  bits[0] = (bits[0] as bigint) + (value < 0 ? -1n : 1n);
  return double[0];
}
