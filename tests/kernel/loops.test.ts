import { createHash, randomBytes } from 'node:crypto';
import { crc32 as zlibCrc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { crc32 as portableCrc32 } from '#model/kernel/crc32.ts';
import { expectOk } from '#model/kernel/result.ts';
import { Sha256 as PortableSha256, sha256Hex as portableSha256Hex } from '#model/kernel/sha256.ts';
import { decodeColours, decodeImage } from '#render-worker/images/decode-image.ts';
import { crc32 } from '#render-worker/kernel/crc32.ts';
import { packGrayRows, packRgbaRows } from '#render-worker/kernel/pack-rows.ts';
import { kernelBytes, withRoom } from '#render-worker/kernel/memory.ts';
import { deflateBareRows } from '#render-worker/kernel/row-deflate.ts';
import { Sha256, sha256Hex } from '#render-worker/kernel/sha256.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createPng } from '../print/create-image-files.ts';
import { imageRowsOf } from '../support/image-rows.ts';
import { createRandom } from '../support/symbol-values.ts';
import { areaAverage, createWholeDeflater } from './kernel-results.ts';
import { areaAverage as referenceAverage } from './reference/area-average.ts';
import {
  luminance,
  packGrayRows as referencePackGray,
  packRgbaRows as referencePackRgba,
} from './reference/one-bit.ts';
import { createRowDeflater as createReferenceDeflater } from './reference/row-deflate.ts';

const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const side = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 71, max: 700 }));

function bytesOf(seed: number, length: number): Uint8Array {
  const random = createRandom(seed);
  return Uint8Array.from({ length }, () => random() * 256);
}

describe('area averages', () => {
  test('are the bytes of the plain loop, for any sizes and region', () => {
    fc.assert(
      fc.property(
        fc.tuple(side, side, side, side, seed),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        ([width, height, toWidth, toHeight, seed], [left = 0, top = 0, right = 0, bottom = 0]) => {
          const x = Math.floor(left * (toWidth - 1));
          const y = Math.floor(top * (toHeight - 1));
          const region = {
            x,
            y,
            width: 1 + Math.floor(right * (toWidth - x - 1)),
            height: 1 + Math.floor(bottom * (toHeight - y - 1)),
          };
          const source = bytesOf(seed, width * height);
          const made = areaAverage(source, width, height, toWidth, toHeight, region);
          const wanted = referenceAverage(source, width, height, toWidth, toHeight, region);
          expect(Buffer.compare(made, wanted)).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('far up and far down too', () => {
    for (const [width, height, toWidth, toHeight] of [
      [3, 5, 20_011, 3],
      [2, 2, 5, 4001],
      [4001, 3, 2, 2],
      [7, 6007, 3, 1],
      [5003, 907, 1, 1],
    ] as const) {
      const source = bytesOf(9, width * height);
      const made = areaAverage(source, width, height, toWidth, toHeight);
      expect(Buffer.compare(made, referenceAverage(source, width, height, toWidth, toHeight))).toBe(0);
    }
  });
});

/** Rows as labels have them: often the row above, often runs, some noise; sometimes nothing else. */
const imageRows = imageRowsOf(
  fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 71, max: 1500 }), fc.constant(33_000)),
);

describe('row deflate', () => {
  test('writes exactly the bytes of the plain loop, in any chunks of rows', () => {
    fc.assert(
      fc.property(imageRows, fc.integer({ min: 1, max: 7 }), ({ rowBytes, rows, pixels }, portion) => {
        const [made, wanted] = [createWholeDeflater(rowBytes), createReferenceDeflater(rowBytes)].map((deflater) => {
          for (let row = 0; row < rows; row += portion) {
            deflater.rows(pixels, row * rowBytes, Math.min(portion, rows - row));
          }
          return deflater.finish();
        });
        expect(Buffer.compare(made as Uint8Array, wanted as Uint8Array)).toBe(0);
        expect(inflateSync(made as Uint8Array).length).toBe(rows * (rowBytes + 1));
      }),
      { numRuns: 400 },
    );
  });

  test('writes a zlib stream of exactly the rows where they are bare', () => {
    fc.assert(
      fc.property(imageRows, ({ rowBytes, pixels }) => {
        const stream = deflateBareRows(pixels, rowBytes);
        expect(Buffer.compare(inflateSync(stream), pixels)).toBe(0);
      }),
      { numRuns: 400 },
    );
  });
});

test('the platform gets no copy of more than 32 MiB to hash', async () => {
  const bytes = new Uint8Array((32 << 20) + 5).fill(7).fill(9, 1 << 20);
  const digest = vi.spyOn(crypto.subtle, 'digest');
  expect(await sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(digest).not.toHaveBeenCalled();
  await sha256Hex(bytes.subarray(5));
  expect(digest).toHaveBeenCalledOnce();
  digest.mockRestore();
});

// The portable ones of the pure rooms and those of the kernel, each against Node's.
const CHECKSUMS = [
  { where: 'the kernel', crc32, Sha256, sha256Hex },
  { where: 'the pure rooms', crc32: portableCrc32, Sha256: PortableSha256, sha256Hex: portableSha256Hex },
] as const;

describe.each(CHECKSUMS)('checksums of $where', ({ crc32, Sha256, sha256Hex }) => {
  test('of any bytes, in any chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 12 }), seed, (lengths, seed) => {
        const total = lengths.reduce((sum, length) => sum + length, 0);
        const bytes = bytesOf(seed, total);
        const hash = new Sha256();
        let at = 0;
        let crc = 0;
        for (const length of lengths) {
          hash.update(bytes.subarray(at, at + length));
          crc = crc32(bytes, at, at + length, crc);
          at += length;
        }
        expect(Buffer.from(hash.digest()).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(crc).toBe(zlibCrc32(bytes));
      }),
    );
  });

  test('of more than the kernel takes at a time', () => {
    const bytes = randomBytes(1_000_003);
    const hash = new Sha256();
    hash.update(bytes);
    expect(Buffer.from(hash.digest()).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(crc32(bytes)).toBe(zlibCrc32(bytes));
  });

  test('with and without the hash of the platform', async () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
      const bytes = new Uint8Array(randomBytes(length));
      const hex = createHash('sha256').update(bytes).digest('hex');
      expect(await sha256Hex(bytes)).toBe(hex);
      vi.stubGlobal('crypto', {});
      expect(await sha256Hex(bytes)).toBe(hex);
      vi.unstubAllGlobals();
    }
  });
});

describe('tones', () => {
  test('colors become bits, gray and three channels like in the plain loops', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9 }), seed, (width, rows, seed) => {
        const rgba = bytesOf(seed, width * rows * 4);
        const strideBytes = Math.ceil(width / 8) + 3;
        const wanted = new Uint8Array(strideBytes * rows).fill(7);
        referencePackRgba(rgba, width * 4, width, rows, wanted, 0, strideBytes);
        for (const colour of ['gray', 'rgb'] as const) {
          const bits = new Uint8Array(strideBytes * rows).fill(7);
          const pixels = new Uint8Array(width * rows * (colour === 'gray' ? 1 : 3));
          packRgbaRows(rgba, width, rows, { bits, offset: 0, strideBytes }, colour, pixels);
          expect(bits).toEqual(wanted);
          const plain =
            colour === 'gray'
              ? Array.from({ length: width * rows }, (_, i) => luminance(rgba, i * 4))
              : rgba.filter((_, i) => i % 4 !== 3);
          expect([...pixels]).toEqual([...plain]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('gray rows of any width become bits, and nothing outside them changes', () => {
    for (let width = 1; width <= 70; width++) {
      const gray = bytesOf(width, 80 * 3);
      const bits = new Uint8Array(60).fill(0x5a);
      packGrayRows(gray, 80, width, 3, { bits, offset: 5, strideBytes: 12 });
      const wanted = new Uint8Array(60).fill(0x5a);
      referencePackGray(gray, 80, width, 3, wanted, 5, 12);
      expect(bits).toEqual(wanted);
    }
  });

  let skia: Skia;
  beforeAll(async () => {
    skia = await loadSkiaInNode();
  });

  test('every tone at every transparency on white paper equals the plain sums', () => {
    const png = createPng(256, 256, (x, y) => [x, (x * 7) & 255, 255 - x, y]);
    const image = expectOk(decodeImage(skia, png));
    const colours = expectOk(decodeColours(skia, png));
    const onWhite = (value: number, alpha: number): number =>
      alpha === 255 ? value : Math.floor((value * alpha + 255 * (255 - alpha) + 127) / 255);
    // Skia's result for a color multiplied by its opacity.
    const kept = (value: number, alpha: number): number =>
      alpha === 0 ? 0 : Math.min(255, Math.round((Math.round((value * alpha) / 255) * 255) / alpha));
    for (let y = 0; y < 256; y++) {
      for (let x = 0; x < 256; x++) {
        const [red, green, blue] = [x, (x * 7) & 255, 255 - x].map((value) => kept(value, y)) as [
          number,
          number,
          number,
        ];
        const at = y * 256 + x;
        const luma = (red * 77 + green * 150 + blue * 29 + 128) >> 8;
        expect(Math.abs((image.gray[at] ?? -9) - onWhite(luma, y)), `${x}, ${y}`).toBeLessThanOrEqual(1);
        expect(Math.abs((colours.planes[0]?.[at] ?? -9) - onWhite(red, y)), `${x}, ${y}`).toBeLessThanOrEqual(1);
        expect(image.alpha?.[at]).toBe(y);
      }
    }
  });
});

describe("the kernel's memory", () => {
  test('is lent and returned, also when the work throws, and grows on demand', () => {
    const first = withRoom((room) => room.take(100));
    expect(() =>
      withRoom((room) => {
        room.take(1000);
        throw new Error('given up');
      }),
    ).toThrow('given up');
    expect(withRoom((room) => room.take(100))).toBe(first);
    const [outer, inner] = withRoom((room) => [room.take(10), withRoom((more) => more.take(10))]);
    expect(inner).toBeGreaterThanOrEqual((outer ?? 0) + 10);
    const before = kernelBytes().length;
    const kept = withRoom((room) => {
      const at = room.put(Uint8Array.of(1, 2, 3));
      room.take(before);
      return [...kernelBytes().subarray(at, at + 3)];
    });
    expect(kept).toEqual([1, 2, 3]);
    expect(kernelBytes().length).toBeGreaterThan(before);
  });
});
