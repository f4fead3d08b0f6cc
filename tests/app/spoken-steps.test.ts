import { expect, test } from 'vitest';
import { createSpokenSteps } from '#app/print/report/spoken-steps.ts';

/** Announced percentages, for work with this duration for each percent. */
function saidOf(msOfPercent: number): readonly number[] {
  const steps = createSpokenSteps(1_000);
  const percents = Array.from({ length: 101 }, (_, i) => i);
  return percents.filter((percent) => steps.isDue(percent / 100, 1_000 + percent * msOfPercent));
}

test('announces slow work at each tenth, and its end by a message of its own', () => {
  expect(saidOf(1_000)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('announces quick work every five seconds at most, and very short work never', () => {
  expect(saidOf(200)).toEqual([25, 50, 75]);
  expect(saidOf(10)).toEqual([]);
});
