import { expect, test } from 'vitest';
import { createScanDebouncer } from '#services/camera/scan-debouncer.ts';

/** Notifications for pictures every `everyMs`. */
function told(pictures: readonly (string | null)[], everyMs = 100): (string | null)[] {
  const sightings = createScanDebouncer();
  return pictures.map((text, i) => sightings.see(text, i * everyMs));
}

test('a code counts when two pictures agree, and once as long as it is in view', () => {
  expect(told(['A', 'A', 'A', null, 'A', 'A'])).toEqual([null, 'A', null, null, null, null]);
});

test('a single misread picture counts for nothing', () => {
  expect(told(['A', 'A', 'B', 'A', 'A'])).toEqual([null, 'A', null, null, null]);
});

test('another code counts at once, and the same one after it was out of view for a second', () => {
  expect(told(['A', 'A', 'B', 'B'])).toEqual([null, 'A', null, 'B']);
  const gone = Array.from({ length: 11 }, () => null);
  expect(told(['A', 'A', ...gone, 'A', 'A']).at(-1)).toBe('A');
});

test('on a slow machine a code in view is not a new one in each picture, nor after a blurred one', () => {
  expect(told(['A', 'A', 'A', 'A', null, 'A', 'A', null, null, 'A', 'A'], 1500).slice(2)).toEqual(Array(9).fill(null));
  expect(told(['A', 'A', null, null, null, 'A', 'A'], 1500).at(-1)).toBe('A');
});
