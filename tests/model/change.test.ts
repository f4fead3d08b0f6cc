import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange, diffTemplates, invertChange } from '#model/template/change.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

test('the change between two templates leads from one to the other, and its inverse back', () => {
  const pool = Array.from({ length: 12 }, () => createTestElement('rectangle'));
  const anyList = fc
    .shuffledSubarray(pool)
    .chain((list) =>
      fc
        .array(fc.boolean(), { minLength: list.length, maxLength: list.length })
        .map((moved) => list.map((element, i) => (moved[i] === true ? { ...element, xMm: element.xMm + 1 } : element))),
    );
  fc.assert(
    fc.property(anyList, anyList, (from, to) => {
      const before = createTestTemplate(from);
      const after = { ...createTestTemplate(to), label: before.label };
      const change = diffTemplates(before, after);
      expect(applyChange(before, change).elements).toEqual(after.elements);
      expect(applyChange(after, invertChange(change)).elements).toEqual(before.elements);
    }),
    { numRuns: 500 },
  );
});

test('a change of order moves only the necessary elements', () => {
  const elements = Array.from({ length: 5 }, () => createTestElement('line'));
  const [a, b, c, d, e] = elements;
  if (!a || !b || !c || !d || !e) throw new Error('five elements');
  const change = diffTemplates(createTestTemplate(elements), createTestTemplate([b, c, d, e, a]));
  expect(change.removed.map((r) => r.element.id)).toEqual([a.id]);
  expect(change.added).toEqual([{ index: 4, element: a }]);
});
