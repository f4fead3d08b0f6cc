import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import {
  copyPlane,
  createBitPlane,
  eraseRect,
  hasInk,
  inkRect,
  copyWindow,
  uprightGray,
} from '#render-worker/bits/bit-plane.ts';
import { bitsView, putMask, putRect, putRects, readyMask } from '#render-worker/bits/ink.ts';
import { packGrayRows, packRgbaRows } from '#render-worker/kernel/pack-rows.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { createWholeDeflater } from '../kernel/kernel-results.ts';
import { imageRowsOf } from '../support/image-rows.ts';

const imageRows = imageRowsOf(fc.integer({ min: 1, max: 700 }));

/** Rows of rectangles of the same top and height, some of them beyond the plane's edges. */
const rowsOfRects = fc.record({
  width: fc.integer({ min: 1, max: 150 }),
  height: fc.integer({ min: 1, max: 20 }),
  top: fc.integer({ min: 0, max: 12 }),
  rows: fc.array(
    fc.record({
      y: fc.integer({ min: -3, max: 25 }),
      down: fc.integer({ min: 1, max: 15 }),
      across: fc.array(fc.tuple(fc.integer({ min: -20, max: 160 }), fc.integer({ min: 1, max: 40 })), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  paper: fc.constantFrom(0xff, 0x5a),
});

describe('bars and whole rows', () => {
  test('rectangles painted row by row are the same dots as each one painted alone', () => {
    fc.assert(
      fc.property(rowsOfRects, fc.constantFrom('black', 'white'), ({ width, height, top, rows, paper }, ink) => {
        const [one, each] = [createBitPlane(width, height), createBitPlane(width, height)];
        for (const plane of [one, each]) plane.bits.fill(paper);
        const rects = rows.flatMap(({ y, down, across }) => across.map(([x, w]) => [x, y, w, down] as const));
        putRects(one, Int32Array.from(rects.flat()), top, ink);
        for (const [x, y, w, down] of rects) putRect(each, x, y - top, x + w, y - top + down, ink);
        expect(one.bits).toEqual(each.bits);
      }),
      { numRuns: 200 },
    );
  });

  test('a mask has its own dots at every place, clipped to the plane', () => {
    const place = fc.record({ x: fc.integer({ min: -30, max: 60 }), y: fc.integer({ min: -25, max: 30 }) });
    const mask = fc.record({
      bits: fc.uint8Array({ minLength: 60, maxLength: 60 }),
      strideBytes: fc.integer({ min: 1, max: 10 }),
    });
    const ink = fc.constantFrom('black', 'white');
    fc.assert(
      fc.property(place, mask, fc.integer({ min: 1, max: 60 }), ink, ({ x, y }, { bits, strideBytes }, width, ink) => {
        const [one, each] = [createBitPlane(width, 20), createBitPlane(width, 20)];
        if (ink === 'white') for (const plane of [one, each]) inkRect(plane, { x: 0, y: 0, width, height: 20 });
        const rows = Math.floor(60 / strideBytes);
        putMask(one, bitsView(one), readyMask({ left: -3, top: 2, strideBytes, rows, bits }), x, y, ink);
        for (let i = 0; i < rows * strideBytes * 8; i++) {
          const [column, row] = [i % (strideBytes * 8), Math.floor(i / (strideBytes * 8))];
          if (((bits[i >> 3] as number) & (0x80 >> (i & 7))) === 0) continue;
          putRect(each, x - 3 + column, y + 2 + row, x - 2 + column, y + 3 + row, ink);
        }
        expect(one.bits).toEqual(each.bits);
      }),
      {
        numRuns: 300,
        // Its last dots are in the last byte of a row, to the right of the width.
        examples: [[{ x: 10, y: 0 }, { bits: new Uint8Array(60).fill(0xff), strideBytes: 3 }, 30, 'black']],
      },
    );
  });

  test('erasing whole rows leaves blank paper there, and nothing else changes', () => {
    const plane = createBitPlane(21, 5);
    inkRect(plane, { x: 0, y: 0, width: 21, height: 5 });
    eraseRect(plane, { x: 0, y: 1, width: 21, height: 3 });
    const expected = createBitPlane(21, 5);
    inkRect(expected, { x: 0, y: 0, width: 21, height: 1 });
    inkRect(expected, { x: 0, y: 4, width: 21, height: 1 });
    expect(plane.bits).toEqual(expected.bits);
  });
});

describe('row deflate', () => {
  test('zlib inflates the output, for any chunks of rows', () => {
    fc.assert(
      fc.property(imageRows, fc.integer({ min: 1, max: 7 }), ({ rowBytes, rows, pixels }, portion) => {
        const deflater = createWholeDeflater(rowBytes);
        for (let row = 0; row < rows; row += portion) {
          deflater.rows(pixels, row * rowBytes, Math.min(portion, rows - row));
        }
        // Checks the Adler sum too.
        const inflated = inflateSync(deflater.finish());
        expect(inflated.length).toBe(rows * (rowBytes + 1));
        for (let row = 0; row < rows; row++) {
          const at = row * (rowBytes + 1);
          expect(inflated[at]).toBe(0);
          const same = inflated
            .subarray(at + 1, at + 1 + rowBytes)
            .equals(pixels.subarray(row * rowBytes, (row + 1) * rowBytes));
          expect(same).toBe(true);
        }
      }),
      { numRuns: 600 },
    );
  });

  test.each([1, 2, 3, 257, 258, 259, 260, 261, 32_767, 32_768, 40_000])('rows of %i equal bytes', (rowBytes) => {
    const pixels = new Uint8Array(rowBytes * 5).fill(255);
    const deflater = createWholeDeflater(rowBytes);
    deflater.rows(pixels, 0, 5);
    expect(inflateSync(deflater.finish()).length).toBe(5 * (rowBytes + 1));
  });
});

describe('PNG', () => {
  test('the checksum of very many rows that repeat the one above is exact', () => {
    const rowBytes = 41;
    const row = Uint8Array.from({ length: rowBytes }, (_, i) => 255 - (i * i) / 11);
    const rows = 190_000;
    const pixels = new Uint8Array(rowBytes * rows);
    for (let at = 0; at < pixels.length; at += rowBytes) pixels.set(row, at);
    pixels[pixels.length - 7] = 3;
    const deflater = createWholeDeflater(rowBytes);
    deflater.rows(pixels, 0, rows);
    expect(inflateSync(deflater.finish()).length).toBe(rows * (rowBytes + 1));
  });

  test('another reader sees exactly the same bits, and the resolution is in the file', () => {
    const width = 237;
    const height = 61;
    const plane = createBitPlane(width, height);
    for (let i = 0; i < 40; i++)
      inkRect(plane, { x: (i * 37) % 200, y: (i * 13) % 50, width: 1 + (i % 30), height: 1 + (i % 9) });
    const writer = createPngWriter({ width, height, dpi: 300 });
    writer.rows(plane.bits.subarray(0, 30 * plane.strideBytes), 30);
    writer.rows(plane.bits.subarray(30 * plane.strideBytes), height - 30);
    const file = Buffer.from(writer.finish());
    const read = PNG.sync.read(file);
    expect([read.width, read.height]).toEqual([width, height]);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const ink = hasInk(plane, { x, y, width: 1, height: 1 });
        if ((read.data[(y * width + x) * 4] === 0) !== ink) throw new Error(`pixel ${x}, ${y}`);
      }
    }
    const phys = file.indexOf('pHYs');
    expect([file.readUInt32BE(phys + 4), file.readUInt32BE(phys + 8), file[phys + 12]]).toEqual([11_811, 11_811, 1]);
  });

  test('a picture with missing or surplus rows is a bug', () => {
    const writer = createPngWriter({ width: 8, height: 2 });
    writer.rows(Uint8Array.of(0), 1);
    expect(() => writer.finish()).toThrow('2 rows');
    expect(() => writer.rows(Uint8Array.of(0, 0), 2)).toThrow('more rows');
  });
});

describe('one bit', () => {
  test('equals a plain loop for every width and any grays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 140 }), fc.infiniteStream(fc.nat(255)), (width, greys) => {
        const stride = Math.ceil(width / 8) * 8;
        const rows = 3;
        const gray = new Uint8Array(stride * rows);
        for (let i = 0; i < gray.length; i++) gray[i] = greys.next().value ?? 0;
        const bytes = Math.ceil(width / 8);
        const bits = new Uint8Array(bytes * rows);
        packGrayRows(gray, stride, width, rows, { bits, offset: 0, strideBytes: bytes });
        const narrow = gray.filter((_, i) => i % stride < width);
        const rgba = Uint8Array.from({ length: narrow.length * 4 }, (_, i) => narrow[i >> 2] ?? 0);
        const fromRgba = new Uint8Array(bytes * rows);
        const tones = new Uint8Array(width * rows);
        packRgbaRows(rgba, width, rows, { bits: fromRgba, offset: 0, strideBytes: bytes }, 'gray', tones);
        const plain = new Uint8Array(bytes * rows).fill(0xff);
        for (let y = 0; y < rows; y++) {
          for (let x = 0; x < width; x++) {
            if ((gray[y * stride + x] ?? 0) < 128)
              plain[y * bytes + (x >> 3)] = (plain[y * bytes + (x >> 3)] ?? 0) & ~(0x80 >> (x & 7));
          }
        }
        expect(bits).toEqual(plain);
        expect(fromRgba).toEqual(plain);
        expect(tones).toEqual(narrow);
      }),
      { numRuns: 200 },
    );
  });
});

describe('bit planes', () => {
  test('copying to any position changes that area and nothing else', () => {
    fc.assert(
      fc.property(
        fc.record({ w: fc.integer({ min: 1, max: 40 }), x: fc.nat(40), y: fc.nat(5), inverse: fc.boolean() }),
        ({ w, x, y, inverse }) => {
          const target = createBitPlane(90, 12);
          if (inverse) inkRect(target, { x: 0, y: 0, width: 90, height: 12 });
          const source = createBitPlane(w, 5);
          for (let i = 0; i < w; i += 3) inkRect(source, { x: i, y: i % 5, width: 1, height: 1 });
          copyPlane(source, target, x, y);
          const found = createBitPlane(w, 5);
          copyWindow(target, 0, found, x, y);
          expect(found.bits).toEqual(source.bits);
          for (let ty = 0; ty < 12; ty++) {
            for (let tx = 0; tx < 90; tx++) {
              const inside = tx >= x && tx < x + w && ty >= y && ty < y + 5;
              const expected = inside ? hasInk(source, { x: tx - x, y: ty - y, width: 1, height: 1 }) : inverse;
              if (hasInk(target, { x: tx, y: ty, width: 1, height: 1 }) !== expected) throw new Error(`${tx}, ${ty}`);
            }
          }
          eraseRect(target, { x, y, width: w, height: 5 });
          expect(hasInk(target, { x, y, width: w, height: 5 })).toBe(false);
        },
      ),
    );
  });

  test('a crop rotates back a clockwise rotation', () => {
    const plane = createBitPlane(20, 20);
    // An upright 3 x 2 with ink at its top left, rotated by 90: ink at the top right of 2 x 3.
    inkRect(plane, { x: 6, y: 4, width: 1, height: 1 });
    const whole = { x: 0, y: 0, width: 20, height: 20 };
    const { width, height, gray } = uprightGray(plane, { x: 5, y: 4, width: 2, height: 3 }, 90, whole);
    expect([width, height, ...gray]).toEqual([3, 2, 0, 255, 255, 255, 255, 255]);
    const turned = uprightGray(plane, { x: 6, y: 2, width: 2, height: 3 }, 270, whole);
    expect([turned.width, turned.height, ...turned.gray]).toEqual([3, 2, 0, 255, 255, 255, 255, 255]);
  });
});
