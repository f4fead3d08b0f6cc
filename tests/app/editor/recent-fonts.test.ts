import { expect, test } from 'vitest';
import { withRecent } from '#app/editor/fonts/recent-fonts.ts';

test('lists the last used font first, each font once, 50 at most', () => {
  let recent: readonly string[] = [];
  for (let i = 0; i < 60; i++) recent = withRecent(recent, `Font ${i}`);
  expect(recent).toHaveLength(50);
  expect(recent[0]).toBe('Font 59');
  expect(recent.at(-1)).toBe('Font 10');
  expect(withRecent(recent, 'Font 30').slice(0, 2)).toEqual(['Font 30', 'Font 59']);
  expect(new Set(withRecent(recent, 'Font 30')).size).toBe(50);
});
