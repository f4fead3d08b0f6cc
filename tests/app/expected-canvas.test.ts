import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectedCanvas, keepCanvasSize } from '#app/state/opening-picture.ts';

let look = 'wide';
let place: OpeningPlace | null = null;

beforeEach(() => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  vi.stubGlobal('window', { localStorage, opening: { look: () => look, canvas: null, isOver: false, place } });
});

afterEach(() => {
  [look, place] = ['wide', null];
  vi.unstubAllGlobals();
});

test('the canvas is expected in the size of the last opening', () => {
  expect(expectedCanvas()).toBeNull();
  keepCanvasSize({ width: 900.5, height: 700 });
  expect(expectedCanvas()).toEqual({ width: 900.5, height: 700 });
});

test('a page with another look, or without one, expects no size', () => {
  keepCanvasSize({ width: 900, height: 700 });
  look = 'narrow';
  expect(expectedCanvas()).toBeNull();
  look = '';
  keepCanvasSize({ width: 900, height: 700 });
  expect(expectedCanvas()).toBeNull();
  look = 'wide';
  expect(expectedCanvas()).toEqual({ width: 900, height: 700 });
});

test.each(['', '{}', '["wide",900]', '["wide","900","700"]', '["wide",null,700]'])(
  'a damaged note %j is ignored',
  (note) => {
    window.localStorage.setItem('canvasSize', note);
    expect(expectedCanvas()).toBeNull();
  },
);
