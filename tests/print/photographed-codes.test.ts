import { beforeAll, describe, expect, test } from 'vitest';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { codeInPicture } from '#render-worker/read-back/picture-codes.ts';
import type { Zxing } from '#render-worker/read-back/zxing.ts';
import { photographLabel, type Photo } from '#tests/support/photographed-label.ts';
import { SEED } from '#tests/support/seed.ts';

let zxing: Zxing;
beforeAll(async () => {
  zxing = await loadZxingInNode();
});

/** A label in the hand, in daylight. */
const GOOD: Photo = {
  turnedDegrees: 4,
  tilt: 0.05,
  scale: 1,
  blur: 1,
  noise: 5,
  shadow: 0.2,
  quality: 80,
  seed: SEED,
};

const CODES = [
  ['CODE128', 'LW-1001'],
  ['EANX', '4006381333931'],
  ['CODE39', 'ORD-17'],
  ['QRCODE', 'https://labels.example.com/t/A-17'],
  ['DATAMATRIX', 'LW-1001/2026'],
] as const;

async function codeOf(type: string | null, content: string, photo: Photo): Promise<string | null> {
  const { rgba, width, height } = await photographLabel(type, content, photo);
  return codeInPicture(zxing, rgba, width, height);
}

describe(`scan print reads a photographed label (seed ${SEED})`, () => {
  test.each([
    ['in daylight', {}],
    ['tilted', { tilt: 0.25 }],
    ['upside down', { turnedDegrees: 183 }],
    ['turned by a quarter', { turnedDegrees: 92 }],
    ['small', { scale: 0.6, blur: 0 }],
    ['in the shade, with noise', { shadow: 0.5, noise: 8 }],
    ['as a bad JPEG', { quality: 35, noise: 8 }],
  ] as const)('%s', async (_, how) => {
    for (const [type, content] of CODES) {
      expect(await codeOf(type, content, { ...GOOD, ...how }), type).toBe(content);
    }
  });

  test('reads a matrix code rotated by any angle', async () => {
    for (const [type, content] of CODES.slice(3)) {
      for (const turnedDegrees of [30, 120, 215]) {
        expect(await codeOf(type, content, { ...GOOD, turnedDegrees }), `${type} ${turnedDegrees}`).toBe(content);
      }
    }
  });

  test('an unreadable picture gives no other text', async () => {
    const bad: readonly Partial<Photo>[] = [{ blur: 5 }, { noise: 70 }, { scale: 0.25 }, { tilt: 0.7 }];
    for (const [type, content] of CODES.slice(1, 4)) {
      for (const how of bad) {
        expect([null, content], `${type} ${JSON.stringify(how)}`).toContain(
          await codeOf(type, content, { ...GOOD, ...how }),
        );
      }
    }
  });

  test('a label without a code gives none', async () => {
    expect(await codeOf(null, '', GOOD)).toBeNull();
  });
});
