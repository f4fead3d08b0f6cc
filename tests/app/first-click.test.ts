import { expect, test } from 'vitest';
import { onFirstClick } from '#app/ui/choice/double-click.ts';

test('a button reacts to a click and a key, not to the second click of a double-click on an earlier button', () => {
  let count = 0;
  const press = onFirstClick(() => count++);
  for (const detail of [0, 1]) press({ detail });
  expect(count).toBe(2);
  for (const detail of [2, 3]) press({ detail });
  expect(count).toBe(2);
});
