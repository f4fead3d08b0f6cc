import { expect, test } from 'vitest';
import { fittingCount } from '#app/editor/frame/fitting-groups.ts';

test.each([
  [350, 3],
  [349, 2],
  [290, 2],
  [289, 1],
  [139, 0],
])('in %d px, %d groups fit, including the button for the others if not all do', (room, count) => {
  expect(fittingCount([100, 150, 100], room, 40)).toBe(count);
});
