import { expect, test } from 'vitest';
import { createSightings } from '#services/camera/sightings.ts';

/** What is told of pictures that come every 100 ms. */
function told(pictures: readonly (string | null)[]): (string | null)[] {
  const sightings = createSightings();
  return pictures.map((text, i) => sightings.see(text, i * 100));
}

test('a code counts when two pictures say the same, and once as long as it is in sight', () => {
  expect(told(['A', 'A', 'A', null, 'A', 'A'])).toEqual([null, 'A', null, null, null, null]);
});

test('a single misread picture counts for nothing', () => {
  expect(told(['A', 'A', 'B', 'A', 'A'])).toEqual([null, 'A', null, null, null]);
});

test('another code counts at once, and the same one when it was out of sight for a second', () => {
  expect(told(['A', 'A', 'B', 'B'])).toEqual([null, 'A', null, 'B']);
  const gone = Array.from({ length: 11 }, () => null);
  expect(told(['A', 'A', ...gone, 'A', 'A']).at(-1)).toBe('A');
});
