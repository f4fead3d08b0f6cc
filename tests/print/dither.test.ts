import { describe, expect, test } from 'vitest';
import { ONE_BIT_MODES, type OneBitMode } from '#model/elements/base/display-op.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { toOneBit } from '#tests/support/to-one-bit.ts';
import { lookKey } from '#render-worker/images/one-bit-bands.ts';
import { hashOf } from '../render/skia-fixture.ts';
import { createTestContext, createTestElement } from '../support/create-elements.ts';
import { ditherAll, dotsOf, INK, PAPER } from './dots-of.ts';

const WIDTH = 64;
const HEIGHT = 48;
/** From black to white across, with a light disc in the dark and a dark one in the light. */
const picture = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  const inDisc = (cx: number): boolean => (x - cx) ** 2 + (y - 24) ** 2 < 100;
  return inDisc(16) ? 220 : inDisc(48) ? 30 : x * 4;
});
const image = { width: WIDTH, height: HEIGHT, gray: picture, alpha: null };

function tone(dots: Uint8Array): number {
  return dots.reduce((sum, dot) => sum + dot, 0) / dots.length;
}

function flat(level: number, oneBit: OneBitMode): Uint8Array {
  const gray = new Uint8Array(4096).fill(level);
  return dotsOf(toOneBit({ width: 64, height: 64, gray, alpha: null }, 64, 64, { oneBit }));
}

const HASHES: Readonly<Record<OneBitMode, readonly [same: string, larger: string, smaller: string]>> = {
  threshold: ['6db94f484a35e259', 'ba0dbdcf42ac92d0', '2c1a6bb412c7b35f'],
  floydSteinberg: ['d71e67c3a16972a5', 'bea6a62ac6920274', '2c2998c8831e4200'],
  atkinson: ['4d2fdbdace45f3b8', 'b07f0152662859ee', 'dbfdfc9d903b9dab'],
  ordered: ['b0607af8f2360f1b', '5ac74eb046ebafd5', '532738a16cf99dfb'],
};

describe.each(ONE_BIT_MODES)('%s', (oneBit) => {
  test('always gives the same dots', () => {
    const hashes = [
      [WIDTH, HEIGHT],
      [101, 77],
      [31, 20],
    ].map(([width = 0, height = 0]) => hashOf(dotsOf(toOneBit(image, width, height, { oneBit }))));
    expect(hashes).toEqual(HASHES[oneBit]);
  });

  test('outputs only ink and paper, and keeps black black and white white', () => {
    expect(new Set(dotsOf(toOneBit(image, 50, 50, { oneBit })))).toEqual(new Set([INK, PAPER]));
    expect(tone(flat(0, oneBit))).toBe(INK);
    expect(tone(flat(255, oneBit))).toBe(PAPER);
  });

  test('is darker where the picture is', () => {
    const tones = [20, 60, 100, 140, 180, 220].map((level) => tone(flat(level, oneBit)));
    expect(tones).toEqual(tones.toSorted((a, b) => a - b));
  });
});

describe('tones', () => {
  test.each(['floydSteinberg', 'ordered'] as const)('%s keeps them', (oneBit) => {
    for (const level of [16, 64, 127, 128, 200, 240]) {
      expect(Math.abs(tone(flat(level, oneBit)) - level)).toBeLessThan(3);
    }
  });

  test('the ordered grid adds dots one by one, each of the 64 once', () => {
    let before = ditherAll('ordered', new Uint8Array(64), 8);
    for (let paper = 1; paper <= 64; paper++) {
      const level = Math.min(255, Math.ceil(((2 * paper - 1) * 255) / 128 + 0.001));
      const now = ditherAll('ordered', new Uint8Array(64).fill(level), 8);
      expect(now.filter((dot) => dot === PAPER).length).toBe(paper);
      expect(now.every((dot, i) => dot >= (before[i] ?? 0))).toBe(true);
      before = now;
    }
  });

  test('the level decides which grays are paper', () => {
    const gray = Uint8Array.of(0, 59, 60, 127, 128, 254, 255);
    const papers = [0, 60, 128, 255].map(
      (level) => ditherAll('threshold', gray, 7, level).filter((dot) => dot === PAPER).length,
    );
    expect(papers).toEqual([7, 5, 3, 1]);
    expect(toOneBit(image, 30, 30, { oneBit: 'threshold' })).toEqual(
      toOneBit(image, 30, 30, { oneBit: 'threshold', threshold: 128 }),
    );
  });

  test('each setting has its own key in the caches', () => {
    const names = [
      lookKey({ oneBit: 'threshold', threshold: 10 }),
      lookKey({ oneBit: 'threshold', threshold: 11 }),
      lookKey({ oneBit: 'ordered' }),
      lookKey({ oneBit: 'ordered', source: { x: 0, y: 0.25, width: 1, height: 0.5 } }),
    ];
    expect(new Set(names).size).toBe(4);
  });
});

describe('the fit of an image in its box', () => {
  // The image is 40 x 20 pixels.
  const op = (fields: object): unknown =>
    layoutElement(createTestElement('image', fields), [], createTestContext()).ops[0];

  test('stretched to it', () => {
    expect(op({ widthMm: 10, heightMm: 10 })).toMatchObject({ rect: { x: 0, y: 0, width: 10, height: 10 } });
  });

  test('whole and centered', () => {
    const contain = { displayMode: 'contain' };
    expect(op({ ...contain, widthMm: 10, heightMm: 10 })).toMatchObject({
      rect: { x: 0, y: 2.5, width: 10, height: 5 },
    });
    expect(op({ ...contain, widthMm: 20, heightMm: 5 })).toMatchObject({ rect: { x: 5, y: 0, width: 10, height: 5 } });
  });

  test('over all of it, with its edges cut off', () => {
    expect(op({ displayMode: 'cover', widthMm: 10, heightMm: 10 })).toMatchObject({
      rect: { x: 0, y: 0, width: 10, height: 10 },
      source: { x: 0.25, y: 0, width: 0.5, height: 1 },
    });
  });

  test('a part of an image is that part, dot for dot', () => {
    const whole = dotsOf(toOneBit(image, WIDTH, HEIGHT, { oneBit: 'threshold' }));
    const source = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
    const part = toOneBit(image, WIDTH / 2, HEIGHT / 4, { oneBit: 'threshold', source });
    const expected = Array.from({ length: HEIGHT / 4 }, (_, y) => {
      const from = (HEIGHT / 2 + y) * WIDTH + WIDTH / 4;
      return [...whole.subarray(from, from + WIDTH / 2)];
    });
    expect([...dotsOf(part)]).toEqual(expected.flat());
  });
});
