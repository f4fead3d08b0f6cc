import type { Rect } from '#model/kernel/geometry.ts';
import type { CssPx } from '#model/kernel/units.ts';

/** The side of a bucket, in CSS pixels: a few badges wide. */
const SIDE_PX: CssPx = 64;
/** A rectangle over more buckets than this is checked for every place, as without buckets. */
const MOST_BUCKETS = 64;

/** A spatial index that finds the rectangles near a place. */
export interface RectBuckets {
  /** The indexes of all rectangles that touch the place, and of some more; those over many buckets are first. */
  near(place: Rect): Iterable<number>;
}

/** The index of rectangles in any order. */
export function createRectBuckets(rects: readonly Rect[]): RectBuckets {
  const wide: number[] = [];
  const buckets = new Map<string, number[]>();
  rects.forEach((rect, index) => {
    const { columns, rows } = spanOf(rect);
    if ((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > MOST_BUCKETS) {
      wide.push(index);
      return;
    }
    for (const key of keysOf(rect)) {
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [index]);
      else bucket.push(index);
    }
  });
  return {
    *near(place) {
      yield* wide;
      for (const key of keysOf(place)) yield* buckets.get(key) ?? [];
    },
  };
}

interface Span {
  /** The first and the last. */
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

function spanOf({ x, y, width, height }: Rect): Span {
  const at = (px: CssPx): number => Math.floor(px / SIDE_PX);
  return { columns: [at(x), at(x + width)], rows: [at(y), at(y + height)] };
}

function* keysOf(rect: Rect): Generator<string> {
  const { columns, rows } = spanOf(rect);
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) yield `${column} ${row}`;
  }
}
