import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LayeredMap } from '#editor/layered-map.ts';

test('equals a plain map, and does not change the maps it was made from', () => {
  const keys = fc.array(fc.nat(200), { maxLength: 120 });
  fc.assert(
    fc.property(keys, fc.array(fc.tuple(keys, keys), { maxLength: 12 }), (first, steps) => {
      let plain = new Map(first.map((key) => [key, -key] as const));
      let layered = LayeredMap.of<number, number>(new Map(plain));
      steps.forEach(([set, removed], step) => {
        const before = layered;
        const kept = [...layered].toSorted((a, b) => a[0] - b[0]);
        const entries = set.map((key) => [key, step] as const);
        layered = layered.with(entries, removed);
        plain = new Map(plain);
        for (const key of removed) plain.delete(key);
        for (const [key, value] of entries) plain.set(key, value);

        expect(layered.size).toBe(plain.size);
        expect(new Map(layered)).toEqual(plain);
        for (let key = 0; key <= 200; key++) {
          expect(layered.get(key)).toBe(plain.get(key));
          expect(layered.has(key)).toBe(plain.has(key));
        }
        expect([...before].toSorted((a, b) => a[0] - b[0])).toEqual(kept);
      });
    }),
    { numRuns: 60 },
  );
});
