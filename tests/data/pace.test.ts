import { expect, test } from 'vitest';
import { sparingly } from '#data-worker/pace.ts';

test('of many values at once the first is reported immediately, and later ones at intervals', () => {
  let clock = 1000;
  const told: number[] = [];
  const tell = sparingly(
    (value: number) => told.push(value),
    100,
    () => clock,
  );
  for (let i = 0; i < 500; i++) {
    tell(i);
    clock += 1;
  }
  expect(told).toEqual([0, 100, 200, 300, 400]);
  clock += 1000;
  tell(500);
  expect(told.at(-1)).toBe(500);
});
