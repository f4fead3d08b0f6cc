import { expect, test } from 'vitest';
import { sparingly } from '#data-worker/pace.ts';

test('of many values at once the first is reported immediately, and later ones at intervals', () => {
  let clock = 1000;
  const reported: number[] = [];
  const report = sparingly(
    (value: number) => reported.push(value),
    100,
    () => clock,
  );
  for (let i = 0; i < 500; i++) {
    report(i);
    clock += 1;
  }
  expect(reported).toEqual([0, 100, 200, 300, 400]);
  clock += 1000;
  report(500);
  expect(reported.at(-1)).toBe(500);
});
