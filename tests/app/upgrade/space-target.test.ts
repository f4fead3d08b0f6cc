import { expect, test } from 'vitest';
import { spaceTarget } from '#app/ui/space-target.ts';

test.each([
  ['Your space is full. Members have more cloud space.', 'Members have more cloud space.', '/member'],
  ['Your space is full.', 'Members have more cloud space.', '/expansion'],
  ['Your space is full.', '', '/expansion'],
] as const)('“%s” leads to the configured address', (message, memberSpace, target) => {
  expect(spaceTarget(message, memberSpace)).toBe(target);
});
