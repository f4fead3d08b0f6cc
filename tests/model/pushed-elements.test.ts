import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementBox } from '#model/elements/base/box.ts';
import { moved } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { elementsBelow, pushesOf, type Pushing } from '#model/page/pushed-elements.ts';
import { createTestElement } from '../support/create-elements.ts';

const WIDTH_MM = 100;
/** What may be lost to floating point. */
const NOISE_MM = 1e-6;

function createBox(name: string, rect: Partial<Rect>, over: Partial<LabelElement> = {}): LabelElement {
  const { x = 0, y = 0, width = 20, height = 10 } = rect;
  const box = { xMm: x, yMm: y, widthMm: width, heightMm: height };
  return createTestElement('rectangle', { name, ...box, ...(over as object) });
}

const mm = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: max * 2 }).map((halves) => halves / 2);

/** Few different places, so that edges often meet. */
const pushing: fc.Arbitrary<Pushing> = fc
  .record({
    rect: fc.record({ x: mm(80), y: mm(60), width: mm(30), height: mm(20) }),
    pushed: fc.constantFrom(true as const, true as const, undefined),
    growthMm: fc.oneof(fc.constant(0), mm(20)),
    hidden: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  })
  .map(({ rect, pushed, growthMm, hidden }) => ({
    element: createBox('box', rect, { pushed }),
    growthMm: hidden ? 0 : growthMm,
    hidden,
  }));
const label = fc.array(pushing, { maxLength: 12 });

interface Shown {
  readonly drawn: Rect;
  readonly shown: Rect;
  readonly moves: boolean;
}

function shownOf(elements: readonly Pushing[]): readonly Shown[] {
  const pushes = pushesOf(elements, WIDTH_MM);
  return elements
    .filter(({ hidden }) => !hidden)
    .map(({ element, growthMm }) => {
      const drawn = elementBox(element);
      const y = drawn.y + (pushes.get(element.id) ?? 0);
      return { drawn, shown: { ...drawn, y, height: drawn.height + growthMm }, moves: element.pushed === true };
    });
}

const areInOneColumn = (a: Rect, b: Rect): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.01;

describe('pushed elements', () => {
  test('never come nearer to what is above them than drawn', () => {
    fc.assert(
      fc.property(label, (elements) => {
        const all = shownOf(elements);
        for (const upper of all) {
          for (const lower of all) {
            if (!lower.moves || !areInOneColumn(upper.drawn, lower.drawn)) continue;
            const gapMm = lower.drawn.y - upper.drawn.y - upper.drawn.height;
            if (gapMm >= 0 && upper !== lower && lower.drawn.y > upper.drawn.y) {
              expect(lower.shown.y - upper.shown.y - upper.shown.height).toBeGreaterThanOrEqual(gapMm - NOISE_MM);
            }
            // What begins inside a moved box moves with it.
            if (lower.drawn.y > upper.drawn.y || (lower.drawn.y === upper.drawn.y && upper.moves)) {
              expect(lower.shown.y - upper.shown.y).toBeGreaterThanOrEqual(lower.drawn.y - upper.drawn.y - NOISE_MM);
            }
          }
        }
      }),
    );
  });

  test('only move down, only when they are set to, and by no more than all texts grow together', () => {
    fc.assert(
      fc.property(label, (elements) => {
        const most = elements.reduce((sum, { growthMm }) => sum + growthMm, 0);
        for (const [id, pushMm] of pushesOf(elements, WIDTH_MM)) {
          expect(elements.find(({ element }) => element.id === id)?.element.pushed).toBe(true);
          expect(pushMm).toBeGreaterThan(0);
          expect(pushMm).toBeLessThanOrEqual(most + NOISE_MM);
        }
      }),
    );
  });

  test('move equally far in every painting order, wherever the label is, and stay once nothing grows', () => {
    fc.assert(
      fc.property(label, mm(30), (elements, downMm) => {
        const pushes = pushesOf(elements, WIDTH_MM);
        expect(pushesOf(elements.toReversed(), WIDTH_MM)).toEqual(pushes);
        const lower = elements.map((one) => ({ ...one, element: moved(one.element, 0, downMm) }));
        expect(pushesOf(lower, WIDTH_MM)).toEqual(pushes);
        expect(
          pushesOf(
            elements.map((one) => ({ ...one, growthMm: 0 })),
            WIDTH_MM,
          ).size,
        ).toBe(0);
      }),
    );
  });

  test('move with a frame that they are on, and not by themselves', () => {
    const text = createBox('text', { y: 0 });
    const frame = createBox('frame', { x: 10, y: 20, width: 60, height: 30 }, { pushed: true });
    const inFrame = createBox('inside', { x: 50, y: 25 }, { pushed: true });
    const own = createBox('own', { y: 5 }, { pushed: true });
    const all = [inFrame, frame, text, own].map((element) => ({
      element,
      growthMm: element === text || element === own ? 4 : 0,
      hidden: false,
    }));
    const pushes = pushesOf(all, WIDTH_MM);
    expect(pushes.get(inFrame.id)).toBe(4);
    expect(pushes.get(frame.id)).toBe(4);
    // It begins in the middle of the first text, and is not below it.
    expect(pushes.get(own.id)).toBeUndefined();
  });

  test('that begin at one height move together where they share a column', () => {
    const text = createBox('text', { y: 0 });
    const left = createBox('left', { x: 10, y: 20, width: 30 }, { pushed: true });
    const middle = createBox('middle', { x: 30, y: 20, width: 30 }, { pushed: true });
    const right = createBox('right', { x: 50, y: 20, width: 30 }, { pushed: true });
    const apart = createBox('apart', { x: 80, y: 20 }, { pushed: true });
    const all = [right, middle, left, apart, text].map((element) => ({
      element,
      growthMm: element === text ? 4 : 0,
      hidden: false,
    }));
    expect(pushesOf(all, WIDTH_MM)).toEqual(new Map([left, middle, right].map(({ id }) => [id, 4])));
  });

  test('that share columns one after the other move together, however many they are', () => {
    const text = createBox('text', { y: 0, width: 1 });
    const chain = Array.from({ length: 2_000 }, (_, i) =>
      createBox(`link ${i}`, { x: i * 0.04, y: 20, width: 0.05 }, { pushed: true }),
    );
    const all = [...chain.toReversed(), text].map((element) => ({
      element,
      growthMm: element === text ? 4 : 0,
      hidden: false,
    }));
    // Never ends where each link takes a pass over all pairs.
    const pushes = pushesOf(all, WIDTH_MM);
    expect(pushes.size).toBe(chain.length);
    expect(new Set(pushes.values())).toEqual(new Set([4]));
  });

  test('may overlap the text above by a millimeter, and half of a low one', () => {
    const text = createBox('text', { y: 0, height: 10 });
    const near = createBox('near', { y: 9 });
    const inside = createBox('inside', { y: 8.9 });
    const other = createBox('other', { x: 20, y: 30 });
    const low = createBox('low', { y: 10, height: 1 });
    const elements = [text, near, inside, other, low];
    expect(elementsBelow(text, elements, WIDTH_MM).map(({ name }) => name)).toEqual(['near', 'low']);
    expect(elementsBelow(low, [text, createBox('next', { y: 10.5 }), createBox('on', { y: 10.4 })], 100)).toMatchObject(
      [{ name: 'next' }],
    );
  });
});
