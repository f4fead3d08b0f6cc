import { beforeEach, expect, test, vi } from 'vitest';
import { dismiss, notDismissed } from '#app/help/dismissed.ts';

const ONE = { id: 'a', update_time: '2026-01-01T00:00:00.000Z' };
const OTHER = { id: 'b', update_time: '2026-01-02T00:00:00.000Z' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  return () => vi.unstubAllGlobals();
});

test('a dismissed notice stays dismissed until it changes', () => {
  dismiss(ONE);
  expect(notDismissed([ONE, OTHER])).toEqual([OTHER]);
  const changed = { ...ONE, update_time: '2026-02-01T00:00:00.000Z' };
  expect(notDismissed([changed])).toEqual([changed]);
});

test('dismissed notices are limited in number, and damaged storage is ignored', () => {
  for (let i = 0; i < 150; i++) dismiss({ id: `n${i}`, update_time: '' });
  expect(window.localStorage.getItem('dismissedAnnouncements')?.length).toBeLessThan(1000);
  expect(notDismissed([{ id: 'n149', update_time: '' }])).toEqual([]);
  window.localStorage.setItem('dismissedAnnouncements', '{"a":');
  expect(notDismissed([ONE])).toEqual([ONE]);
});
