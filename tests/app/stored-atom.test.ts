import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { storedAtom, type StoredAtom } from '#app/state/stored-atom.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with this stored text; `saves` is false where it stores nothing. */
function openBrowser(stored: string | null, saves = true) {
  const kept = new Map(stored === null ? [] : [['size', stored]]);
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (!saves) throw new DOMException('blocked', 'SecurityError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  const window = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal('window', window);
  return {
    kept,
    /** Another tab has written it. */
    hear: (newValue: string | null) =>
      window.dispatchEvent(Object.assign(new Event('storage'), { key: 'size', newValue })),
  };
}

function sizeAtom(): StoredAtom<number> {
  return storedAtom(
    'size',
    (text) => (text === null || !/^\d+$/.test(text) ? 10 : Number(text)),
    (size) => (size === 10 ? null : String(size)),
  );
}

test('a stored preference has its stored value from the start, or its default where that is invalid', () => {
  for (const [stored, size] of [
    ['25', 25],
    [null, 10],
    ['large', 10],
  ] as const) {
    openBrowser(stored);
    expect(createStore().get(sizeAtom())).toBe(size);
  }
});

test('a stored preference is written when it changes, and its default is not stored', () => {
  const { kept } = openBrowser(null);
  const store = createStore();
  const size = sizeAtom();
  store.set(size, 30);
  expect(kept.get('size')).toBe('30');
  store.set(size, 10);
  expect(kept.has('size')).toBe(false);
});

test('a stored preference shows what another tab has chosen, while something shows it', () => {
  const { hear } = openBrowser('25');
  const store = createStore();
  const size = sizeAtom();
  const seen: number[] = [];
  const stop = store.sub(size, () => seen.push(store.get(size)));
  hear('40');
  hear('large');
  stop();
  hear('50');
  expect(seen).toEqual([40, 10]);
});

test('a preference that the browser does not store lives as long as the page', () => {
  openBrowser(null, false);
  const store = createStore();
  const size = sizeAtom();
  store.sub(size, () => undefined)();
  store.set(size, 30);
  // Shown again on another screen.
  store.sub(size, () => undefined)();
  expect(store.get(size)).toBe(30);
});
