import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_SPACE_PX,
  offsetToShow,
  placeAfterScroll,
  placeAt,
  scaleOf,
  spaceOf,
  type ScrollPlace,
} from '#app/ui/table-grid/scroll-scale.ts';

const VISIBLE = 200;

test('a short list scrolls natively', () => {
  const extent = { content: 5000, visible: VISIBLE };
  expect(spaceOf(extent)).toBe(5000);
  expect(scaleOf(extent)).toBe(1);
  expect(placeAfterScroll({ offset: 0, scrollTop: 0 }, 1234.5, extent)).toEqual({ offset: 1234.5, scrollTop: 1234.5 });
});

test('a list longer than an element can be scrolls in small steps, jumps with the bar, and reaches both ends', () => {
  const extent = { content: 3_000_000 * 28, visible: VISIBLE };
  const last = extent.content - VISIBLE;
  const bottom = MAX_SPACE_PX - VISIBLE;
  expect(spaceOf(extent)).toBe(MAX_SPACE_PX);
  const middle = placeAt(40_000_000, extent);
  expect(placeAfterScroll(middle, middle.scrollTop + 60, extent).offset).toBe(40_000_060);
  expect(placeAfterScroll(middle, middle.scrollTop - 60, extent).offset).toBe(39_999_940);
  expect(placeAfterScroll(middle, bottom / 2, extent).offset).toBeCloseTo(last / 2, 0);
  expect(placeAfterScroll(middle, bottom, extent).offset).toBeCloseTo(last, 3);
  expect(placeAfterScroll(middle, 0, extent).offset).toBe(0);
  const end = placeAt(last + 500, extent);
  expect(end.offset).toBe(last);
  expect(end.scrollTop).toBeCloseTo(bottom, 3);
});

test('the position stays within the list and the bar within its track', () => {
  const move = fc.oneof(
    fc.record({ type: fc.constant('bar' as const), to: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ type: fc.constant('step' as const), to: fc.integer({ min: -VISIBLE, max: VISIBLE }) }),
    fc.record({ type: fc.constant('show' as const), to: fc.double({ min: -1, max: 2, noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000 }), fc.array(move, { maxLength: 40 }), (rows, moves) => {
      const extent = { content: rows * 28, visible: VISIBLE };
      const bottom = Math.max(0, spaceOf(extent) - VISIBLE);
      let place: ScrollPlace = { offset: 0, scrollTop: 0 };
      for (const { type, to } of moves) {
        if (type === 'show') place = placeAt(to * extent.content, extent);
        else {
          const wanted = type === 'bar' ? to * bottom : place.scrollTop + to;
          place = placeAfterScroll(place, Math.min(bottom, Math.max(0, wanted)), extent);
        }
        expect(place.offset).toBeGreaterThanOrEqual(0);
        expect(place.offset).toBeLessThanOrEqual(Math.max(0, extent.content - VISIBLE) + 1e-6);
        expect(place.scrollTop).toBeGreaterThanOrEqual(0);
        expect(place.scrollTop).toBeLessThanOrEqual(bottom + 1e-6);
      }
    }),
  );
});

test('scrolls a row into view by the shortest way', () => {
  expect(offsetToShow(100, VISIBLE, 28, 28)).toBe(28);
  expect(offsetToShow(100, VISIBLE, 150, 28)).toBe(100);
  expect(offsetToShow(100, VISIBLE, 280, 28)).toBe(108);
});
