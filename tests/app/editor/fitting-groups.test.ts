import { expect, test } from 'vitest';
import { fittingCount } from '#app/editor/frame/fitting-groups.ts';

test.each([
  [350, 3],
  [349, 2],
  [290, 2],
  [289, 1],
  [139, 0],
])('in %d px, %d groups have room, with that of the button for the others where not all have', (room, count) => {
  expect(fittingCount([100, 150, 100], room, 40)).toBe(count);
});
