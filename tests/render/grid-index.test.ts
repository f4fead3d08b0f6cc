import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rectsOverlap, type Rect } from '#model/kernel/geometry.ts';
import { GridIndex, type Placed } from '#render-worker/view/grid-index.ts';

const rects = fc.record({
  x: fc.integer({ min: -60, max: 160 }),
  y: fc.integer({ min: -60, max: 160 }),
  width: fc.integer({ min: 0, max: 90 }),
  height: fc.integer({ min: 0, max: 90 }),
});

describe('grid index', () => {
  test('finds the same as a full search, each once, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(rects, fc.boolean()), { maxLength: 60 }),
        fc.array(rects, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (places, searched, cell) => {
          const index = new GridIndex<Placed>(cell);
          const all = places.map(([place, stays]) => ({ place, stays, stamp: 0 }));
          for (const entry of all) index.insert(entry);
          for (const entry of all) if (!entry.stays) index.remove(entry);
          const wanted = all.filter((e) => e.stays && searched.some((rect: Rect) => rectsOverlap(rect, e.place)));
          const found = index.find(searched);
          expect(found).toHaveLength(wanted.length);
          expect(new Set(found)).toEqual(new Set(wanted));
          expect(index.find(searched)).toHaveLength(wanted.length);
        },
      ),
    );
  });
});
