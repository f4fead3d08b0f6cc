import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE_BIT_MODES, type OneBitMode } from '#model/elements/base/display-op.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { createOneBitBands } from '#render-worker/images/one-bit-bands.ts';
import { toOneBit } from '#tests/support/to-one-bit.ts';
import { hashOf } from '../render/skia-fixture.ts';
import { createRandom } from '../support/symbol-values.ts';
import { toOneBit as referenceOneBit } from './reference/one-bit-image.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
  readonly alpha: Uint8Array | null;
}

/** Noise, gradients or flat tones; transparent in places on request. */
function createPicture(width: number, height: number, seed: number, hasAlpha: boolean): Picture {
  const random = createRandom(seed);
  const kind = seed % 4;
  const tone = Math.floor(random() * 256);
  const gray = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (kind === 0) return random() * 256;
    if (kind === 1) return (x * 255) / width;
    if (kind === 2) return (y * 255) / height + random() * 9;
    return tone;
  });
  const alpha = hasAlpha ? gray.map((value, i) => (random() < 0.5 ? 255 : (value * i) & 255)) : null;
  return { width, height, gray, alpha };
}

const side = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 71, max: 400 }));
const part = fc.option(
  fc.record({
    x: fc.double({ min: 0, max: 0.5, noNaN: true }),
    y: fc.double({ min: 0, max: 0.5, noNaN: true }),
    width: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    height: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
  }),
  { nil: undefined },
);

interface Look {
  readonly oneBit: OneBitMode;
  readonly threshold?: number;
  readonly source?: Rect;
}

function lookOf(oneBit: OneBitMode, threshold: number, source: Rect | undefined): Look {
  return { oneBit, ...(oneBit === 'threshold' ? { threshold } : {}), ...(source === undefined ? {} : { source }) };
}

function expectSame(
  picture: Picture,
  width: number,
  height: number,
  look: Look,
  orientation: { transpose: boolean; flipX: boolean; flipY: boolean },
): void {
  const made = toOneBit(picture, width, height, look, orientation);
  const wanted = referenceOneBit(picture, width, height, look, orientation);
  expect([made.width, made.height, made.strideBytes]).toEqual([wanted.width, wanted.height, wanted.strideBytes]);
  expect(made.clear === null).toBe(wanted.clear === null);
  expect(Buffer.compare(made.paper, wanted.paper), 'ink and paper').toBe(0);
  if (made.clear !== null && wanted.clear !== null) expect(Buffer.compare(made.clear, wanted.clear), 'clear').toBe(0);
}

describe('images in black and white have the dots of the plain loops', () => {
  test.each(ONE_BIT_MODES)('%s: any size, part, transparency and rotation', (oneBit) => {
    fc.assert(
      fc.property(
        fc.record({
          from: fc.tuple(side, side),
          to: fc.tuple(side, side),
          sameSize: fc.boolean(),
          seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
          hasAlpha: fc.boolean(),
          threshold: fc.integer({ min: 0, max: 255 }),
          source: part,
          orientation: fc.record({ transpose: fc.boolean(), flipX: fc.boolean(), flipY: fc.boolean() }),
        }),
        ({ from, to, sameSize, seed, hasAlpha, threshold, source, orientation }) => {
          const [width, height] = sameSize ? (orientation.transpose ? [from[1], from[0]] : from) : to;
          const picture = createPicture(...from, seed, hasAlpha);
          expectSame(picture, width, height, lookOf(oneBit, threshold, source), orientation);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each(ONE_BIT_MODES)('%s: every width from 1 to 70, rotated and not', (oneBit) => {
    for (let width = 1; width <= 70; width++) {
      const picture = createPicture(23, 17, width, width % 3 === 0);
      expectSame(picture, width, 19, { oneBit }, { transpose: false, flipX: width % 2 === 0, flipY: false });
      expectSame(picture, 19, width, { oneBit }, { transpose: true, flipX: false, flipY: width % 2 === 1 });
    }
  });

  test.each(ONE_BIT_MODES)('%s: every tone', (oneBit) => {
    for (let tone = 0; tone < 256; tone++) {
      const picture = { width: 3, height: 2, gray: new Uint8Array(6).fill(tone), alpha: null };
      expectSame(picture, 41, 33, { oneBit }, { transpose: false, flipX: false, flipY: false });
    }
  });

  test.each([
    [false, false, false],
    [false, true, true],
    [true, true, false],
    [true, false, true],
  ])('over many bands (transposed %s, mirrored %s %s), in any order', (transpose, flipX, flipY) => {
    const orientation = { transpose, flipX, flipY };
    for (const oneBit of ['floydSteinberg', 'atkinson', 'ordered'] as const) {
      const picture = createPicture(61, 83, 7, true);
      const [width, height] = transpose ? [1501, 5003] : [3001, 1999];
      expectSame(picture, width, height, { oneBit }, orientation);
      const bands = createOneBitBands(picture, width, height, { oneBit }, orientation);
      expect(height / bands.bandRows).toBeGreaterThan(1);
      const wanted = referenceOneBit(picture, width, height, { oneBit }, orientation);
      for (const y of [height - 1, 0, Math.floor(height / 2), 17, height - 90]) {
        const band = bands.bandOf(y);
        const from = band.offsetOf(y);
        expect(hashOf(band.paper.slice(from, from + bands.strideBytes)), `row ${y}`).toBe(
          hashOf(wanted.paper.slice(y * bands.strideBytes, (y + 1) * bands.strideBytes)),
        );
      }
    }
  });
});
