import { expect, test } from 'vitest';
import { createPaceMeter, roughTime } from '#model/kernel/pace.ts';

test('a pace is known after two seconds, and does not count earlier work', () => {
  const meter = createPaceMeter();
  expect(meter.add(1_000, 2_000, 0)).toBeNull();
  expect(meter.add(1_010, 2_000, 1_000)).toBeNull();
  expect(meter.add(1_020, 2_000, 2_000)).toEqual({ perSecond: 10, remainingS: 98 });
});

test('it follows the last twenty seconds, and one slow second changes it little', () => {
  const meter = createPaceMeter();
  for (let s = 0; s <= 60; s++) meter.add(s * 10, 10_000, s * 1_000);
  expect(meter.add(600, 10_000, 61_000)?.perSecond).toBeCloseTo(9.5, 1);
  let pace = null;
  for (let s = 62; s <= 100; s++) pace = meter.add(600 + (s - 61), 10_000, s * 1_000);
  expect(pace?.perSecond).toBeCloseTo(1, 6);
});

test('there is no pace when nothing was done for all of that time', () => {
  const meter = createPaceMeter();
  for (let s = 0; s <= 3; s++) meter.add(s, 100, s * 1_000);
  expect(meter.add(3, 100, 10_000)).not.toBeNull();
  expect(meter.add(3, 100, 40_000)).toBeNull();
});

test('a million reports are kept as a few', () => {
  const meter = createPaceMeter();
  for (let i = 0; i < 1_000_000; i++) meter.add(i, 1_000_000, i / 10);
  expect(meter.add(1_000_000, 1_000_000, 100_000)).toMatchObject({ remainingS: 0 });
});

test.each([
  [0.2, 5, 'second'],
  [41, 45, 'second'],
  [86, 2, 'minute'],
  [3_000, 50, 'minute'],
  [5_401, 1.6, 'hour'],
] as const)('%d seconds are %d of a %s', (seconds, value, unit) => {
  expect(roughTime(seconds)).toEqual({ value, unit });
});
