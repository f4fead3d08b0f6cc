import { expect, test } from 'vitest';
import { createScanDebouncer } from '#services/camera/scan-debouncer.ts';

/** Notifications for pictures every `everyMs`. */
function reported(pictures: readonly (string | null)[], everyMs = 100): (string | null)[] {
  const sightings = createScanDebouncer();
  return pictures.map((text, i) => sightings.see(text, i * everyMs));
}

test('a code counts when two pictures agree, and once as long as it is in view', () => {
  expect(reported(['A', 'A', 'A', null, 'A', 'A'])).toEqual([null, 'A', null, null, null, null]);
});

test('a single misread picture counts for nothing', () => {
  expect(reported(['A', 'A', 'B', 'A', 'A'])).toEqual([null, 'A', null, null, null]);
});

test('another code counts at once, and the same one after it was out of view for a second', () => {
  expect(reported(['A', 'A', 'B', 'B'])).toEqual([null, 'A', null, 'B']);
  const empty = Array.from({ length: 11 }, () => null);
  expect(reported(['A', 'A', ...empty, 'A', 'A']).at(-1)).toBe('A');
});

test('on a slow machine a code in view is not a new one in each picture, nor after a blurred one', () => {
  expect(reported(['A', 'A', 'A', 'A', null, 'A', 'A', null, null, 'A', 'A'], 1500).slice(2)).toEqual(
    Array(9).fill(null),
  );
  expect(reported(['A', 'A', null, null, null, 'A', 'A'], 1500).at(-1)).toBe('A');
});
