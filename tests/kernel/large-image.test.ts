import { beforeAll, expect, test } from 'vitest';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createBitPlane, inkRect } from '#render-worker/bits/bit-plane.ts';
import { decodeImage } from '#render-worker/images/decode-image.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { placeImage } from '#render-worker/images/image-place.ts';
import { isBanded } from '#render-worker/images/one-bit-image.ts';
import { putImage } from '#render-worker/images/put-image.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createPng } from '../print/create-image-files.ts';
import { toOneBit as referenceOneBit } from './reference/one-bit-image.ts';

const KEY = 'cd'.repeat(32) as AssetKey;
const BAND_ROWS = 512;

let skia: Skia;
beforeAll(async () => {
  skia = await loadSkiaInNode();
});

/** One side of the image is 6 mm long and 1,193 dots a mm fine, the other 4: as many dots as are taken in bands. */
const SCALE = 1193;
const LONG = 6 * SCALE;
const SHORT = 4 * SCALE;
const turns: readonly (readonly [string, Affine])[] = [
  ['upright, a little off the bytes and off the top', { a: SCALE, b: 0, c: 0, d: SCALE, e: 3, f: -50 }],
  ['turned by 90', { a: 0, b: SCALE, c: -SCALE, d: 0, e: LONG, f: 0 }],
  ['turned by 180', { a: -SCALE, b: 0, c: 0, d: -SCALE, e: SHORT, f: LONG }],
  ['turned by 270', { a: 0, b: -SCALE, c: SCALE, d: 0, e: 0, f: SHORT }],
];

test.each(turns)('a large image comes band by band with the dots of the whole one: %s', (_name, toDots) => {
  const bytes = createPng(61, 83, (x, y) => [x * 4, y * 3, (x * y) & 255, (x + y) % 9 === 0 ? 0 : 255]);
  const library = createImageLibrary(skia);
  library.add(new Map([[KEY, { mime: 'image/png', bytes }]]));
  const op: ImageOp = {
    type: 'image',
    asset: KEY,
    rect: { x: 0, y: 0, width: 4, height: 6 },
    oneBit: 'floydSteinberg',
  };
  const { left, top, width, height, orientation } = placeImage(op.rect, toDots);
  expect(isBanded(width, height)).toBe(true);
  const wanted = referenceOneBit(expectOk(decodeImage(skia, bytes)), width, height, op, orientation);
  expect(wanted.clear).not.toBeNull();
  const isSet = (bits: Uint8Array | null, x: number, y: number): boolean =>
    ((bits?.[y * wanted.strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

  const plane = createBitPlane(width + 5, BAND_ROWS);
  for (let first = 0; first < height + top; first += BAND_ROWS) {
    inkRect(plane, { x: 0, y: 0, width: plane.width, height: BAND_ROWS });
    putImage(library, op, toDots, plane, first);
    for (let row = first % 37; row < BAND_ROWS && first + row - top < height; row += 37) {
      const y = first + row - top;
      const made = Array.from({ length: plane.width }, (_, x) => {
        return ((plane.bits[row * plane.strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      });
      const expected = made.map((_, at) => {
        const x = at - left;
        // All of it was ink, and still is where the image is not or is transparent.
        return x >= 0 && x < width && !isSet(wanted.clear, x, y) && isSet(wanted.paper, x, y);
      });
      if (made.some((dot, x) => dot !== expected[x])) throw new Error(`row ${y} differs`);
    }
  }
});
