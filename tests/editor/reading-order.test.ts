import { describe, expect, test } from 'vitest';
import { readingOrder } from '#editor/reading-order.ts';
import { neighbourUnit } from '#editor/groups.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

function createBox(name: string, xMm: number, yMm: number, size: readonly [number, number] = [10, 6], group?: string) {
  const [widthMm, heightMm] = size;
  const grouped = group === undefined ? {} : { group };
  return createTestElement('rectangle', { name, xMm, yMm, widthMm, heightMm, filled: true, ...grouped });
}

function namesOf(elements: readonly LabelElement[]): string {
  return readingOrder(elements, new Map())
    .map(({ name }) => name)
    .join('');
}

describe('the reading order of a label', () => {
  test('is line by line from the top, in a line from the left, whatever the order of insertion', () => {
    const elements = [createBox('d', 40, 21), createBox('b', 50, 5.5), createBox('c', 2, 20), createBox('a', 3, 4)];
    expect(namesOf(elements)).toBe('abcd');
  });

  test('an element that begins above the center of its neighbor is in its line, one that begins below it is not', () => {
    expect(namesOf([createBox('b', 40, 0), createBox('a', 2, 2.9)])).toBe('ab');
    expect(namesOf([createBox('b', 40, 0), createBox('a', 2, 3.1)])).toBe('ba');
  });

  test('a frame around all comes first, and does not merge its content into one line', () => {
    const frame = createBox('f', 1, 1, [98, 78]);
    expect(namesOf([createBox('c', 2, 30), createBox('b', 60, 6), createBox('a', 4, 6), frame])).toBe('fabc');
  });

  test('a group is read as one unit, and so are the groups in it', () => {
    const elements = [
      createBox('x', 30, 0),
      createBox('b', 60, 12, undefined, 'g'),
      createBox('a', 2, 0, undefined, 'g'),
      createBox('d', 60, 24, undefined, 'g/h'),
      createBox('c', 2, 12, undefined, 'g/h'),
    ];
    // Next to the group is x, which otherwise is read between two of its elements.
    expect(namesOf(elements)).toBe('acdbx');
  });

  test('measured bounds count, not the boxes of the file', () => {
    const [a, b] = [createBox('a', 0, 0), createBox('b', 0, 20)];
    const measured = new Map([[a.id, { x: 0, y: 40, width: 10, height: 6 }]]);
    expect(readingOrder([a, b], measured).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  test('Tab follows it, forwards and back, and ends after either end', () => {
    const [c, a, b] = [createBox('c', 0, 40), createBox('a', 0, 0), createBox('b', 0, 20)];
    const template = { elements: [c, a, b] };
    const order = readingOrder(template.elements, new Map());
    const next = (from: LabelElement | null, step: 1 | -1): readonly string[] | null =>
      neighbourUnit({ template, selection: from === null ? [] : [from.id] }, order, step);
    expect(next(null, 1)).toEqual([a.id]);
    expect(next(a, 1)).toEqual([b.id]);
    expect(next(b, 1)).toEqual([c.id]);
    expect(next(c, 1)).toBeNull();
    expect(next(null, -1)).toEqual([c.id]);
    expect(next(a, -1)).toBeNull();
  });
});
