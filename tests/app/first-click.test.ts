import { expect, test } from 'vitest';
import { onFirstClick } from '#app/ui/choice/first-click.ts';

test('a button acts by a click and by a key, and not by the second click of a double click on what was there before', () => {
  let count = 0;
  const press = onFirstClick(() => count++);
  for (const detail of [0, 1]) press({ detail });
  expect(count).toBe(2);
  for (const detail of [2, 3]) press({ detail });
  expect(count).toBe(2);
});
