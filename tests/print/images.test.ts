import { beforeAll, describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import { ByteCache } from '#render-worker/kernel/byte-cache.ts';
import { decodeImage } from '#render-worker/images/decode-image.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';
import { placeImage } from '#render-worker/images/image-place.ts';
import { inspectImage } from '#render-worker/images/inspect-image.ts';
import { toOneBit } from '#tests/support/to-one-bit.ts';
import { putImage } from '#render-worker/images/put-image.ts';
import { clearPlane, createBitPlane, inkRect, uprightGray } from '#render-worker/bits/bit-plane.ts';
import { createViewImagePainter } from '#render-worker/images/view-image-painter.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { areaAverage } from '../kernel/kernel-results.ts';
import { drawPixels, hashOf } from '../render/skia-fixture.ts';
import { ditherAll, dotsOf, INK, PAPER } from './dots-of.ts';
import { createBadPng, createJpeg, createPng, createPngBomb } from './create-image-files.ts';

let skia: Skia;
beforeAll(async () => {
  skia = await loadSkiaInNode();
});

const KEY = 'cd'.repeat(32) as AssetKey;
const op: ImageOp = { type: 'image', asset: KEY, rect: { x: 0, y: 0, width: 4, height: 2 }, oneBit: 'threshold' };

/** Black only in the top left quarter, transparent in the bottom right one. */
function createCorner(): Uint8Array {
  return createPng(40, 20, (x, y) =>
    x < 20 && y < 10 ? [0, 0, 0, 255] : x >= 20 && y >= 10 ? [9, 9, 9, 0] : [255, 255, 255, 255],
  );
}

function createLibrary(bytes: Uint8Array): ImageLibrary {
  const library = createImageLibrary(skia);
  library.add(new Map([[KEY, { mime: 'image/png', bytes }]]));
  return library;
}

describe('inspecting', () => {
  test('reports size and type, with the orientation applied', () => {
    expect(inspectImage(createPng(7, 3, () => [0, 0, 0, 255]))).toEqual({
      ok: true,
      value: { mime: 'image/png', width: 7, height: 3 },
    });
    expect(inspectImage(createJpeg(1))).toEqual({
      ok: true,
      value: { mime: 'image/jpeg', width: 32, height: 16 },
    });
    expect(inspectImage(createJpeg(6))).toEqual({
      ok: true,
      value: { mime: 'image/jpeg', width: 16, height: 32 },
    });
  });

  test('rejects by the header, before anything is decoded', () => {
    const codeOf = (bytes: Uint8Array): string => {
      const result = inspectImage(bytes);
      return result.ok ? 'ok' : result.error.code;
    };
    // 300 megapixels, and one side too long.
    expect(codeOf(createPngBomb(20_000, 15_000))).toBe('image.tooManyPixels');
    expect(codeOf(createPngBomb(8_193, 10))).toBe('image.tooManyPixels');
    expect(codeOf(createPngBomb(7_000, 7_000))).toBe('image.tooManyPixels');
    // Within the limits, but without its pixels.
    expect(codeOf(createPngBomb(8_192, 4_000))).toBe('image.corrupt');
    expect(codeOf(createBadPng())).toBe('image.corrupt');
    const png = createPng(9, 9, () => [0, 0, 0, 255]);
    expect(codeOf(png.subarray(0, png.length - 5))).toBe('image.corrupt');
    expect(codeOf(png.map((b, i) => (i === 60 ? b ^ 1 : b)))).toBe('image.corrupt');
    expect(codeOf(png.subarray(0, 20))).toBe('image.corrupt');
    const jpeg = createJpeg(1);
    expect(codeOf(jpeg.subarray(0, jpeg.length - 40))).toBe('image.corrupt');
    expect(codeOf(jpeg.subarray(0, 30))).toBe('image.corrupt');
    expect(codeOf(new TextEncoder().encode('GIF89a'))).toBe('image.wrongType');
    expect(codeOf(new Uint8Array(0))).toBe('image.wrongType');
  });

  test('any damage to a file gives an answer, never an exception', () => {
    const files = [createPng(9, 9, () => [0, 0, 0, 255]), createJpeg(6)];
    for (const file of files) {
      for (let i = 0; i < file.length; i++) {
        inspectImage(file.map((b, at) => (at === i ? b ^ 0xff : b)));
        inspectImage(file.subarray(0, i));
      }
    }
  });
});

describe('decoding', () => {
  test('gray on white, transparency kept', () => {
    const image = expectOk(
      decodeImage(
        skia,
        createPng(3, 1, (x) => [0, 0, 0, [255, 128, 0][x] ?? 0]),
      ),
    );
    expect([...image.gray]).toEqual([0, 127, 255]);
    expect([...(image.alpha ?? [])]).toEqual([255, 128, 0]);
    expect(
      expectOk(
        decodeImage(
          skia,
          createPng(1, 1, () => [255, 0, 0, 255]),
        ),
      ),
    ).toEqual({
      width: 1,
      height: 1,
      gray: Uint8Array.of(77),
      alpha: null,
    });
  });

  test.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ])('EXIF orientation %i puts the dark half to the %s', (orientation, side) => {
    const bytes = createJpeg(orientation);
    const image = expectOk(decodeImage(skia, bytes));
    const { width, height } = expectOk(inspectImage(bytes));
    expect([image.width, image.height]).toEqual([width, height]);
    const at = { left: [2, 8], right: [width - 3, 8], top: [8, 2], bottom: [8, height - 3] };
    for (const [name, [x = 0, y = 0]] of Object.entries(at)) {
      if ((name === 'left' || name === 'right') !== (side === 'left' || side === 'right')) continue;
      expect([name, (image.gray[y * width + x] ?? 0) < 128]).toEqual([name, name === side]);
    }
  });
});

describe('resampling', () => {
  test('keeps the mean, for any sizes', () => {
    for (const [w, h, tw, th] of [
      [10, 7, 3, 5],
      [3, 4, 17, 9],
      [5, 5, 5, 1],
      [100, 60, 33, 61],
    ] as const) {
      const source = Uint8Array.from({ length: w * h }, (_, i) => (i * 53) % 256);
      const mean = (bytes: Uint8Array): number => bytes.reduce((sum, b) => sum + b, 0) / bytes.length;
      expect(Math.abs(mean(areaAverage(source, w, h, tw, th)) - mean(source))).toBeLessThan(1);
    }
  });

  test('is exact where a result covers whole pixels', () => {
    expect([...areaAverage(Uint8Array.of(0, 100, 200, 40), 2, 2, 1, 1)]).toEqual([85]);
    expect([...areaAverage(Uint8Array.of(0, 90, 60), 3, 1, 2, 1)]).toEqual([30, 70]);
    expect([...areaAverage(Uint8Array.of(7, 9), 2, 1, 4, 2)]).toEqual([7, 7, 9, 9, 7, 7, 9, 9]);
  });

  test('a region is that part of the whole', () => {
    const source = Uint8Array.from({ length: 30 * 20 }, (_, i) => (i * 37) % 256);
    const whole = areaAverage(source, 30, 20, 47, 13);
    const part = areaAverage(source, 30, 20, 47, 13, { x: 11, y: 4, width: 20, height: 6 });
    for (let y = 0; y < 6; y++) {
      expect([...part.subarray(y * 20, y * 20 + 20)]).toEqual([
        ...whole.subarray((y + 4) * 47 + 11, (y + 4) * 47 + 31),
      ]);
    }
  });
});

describe('black and white', () => {
  const ramp = Uint8Array.from({ length: 64 * 16 }, (_, i) => (i % 64) * 4);

  test('dithering keeps the tone and is deterministic', () => {
    const dots = ditherAll('floydSteinberg', ramp, 64);
    expect(new Set(dots)).toEqual(new Set([INK, PAPER]));
    const tone = dots.reduce((sum, d) => sum + d, 0) / dots.length;
    expect(Math.abs(tone - 126)).toBeLessThan(2);
    expect(hashOf(dots)).toBe('e3a796386f285077');
    const image = { width: 64, height: 16, gray: ramp, alpha: null };
    expect(hashOf(dotsOf(toOneBit(image, 31, 23, { oneBit: 'floydSteinberg' })))).toBe('15b9ff93934a9827');
    expect(hashOf(dotsOf(toOneBit(image, 31, 23, { oneBit: 'threshold' })))).toBe('9975c27342ace081');
  });

  test.each([false, true])('an image is rotated and mirrored like the upright one (transposed: %s)', (transpose) => {
    const alpha = ramp.map((gray, i) => (gray > 200 && i % 3 !== 0 ? 0 : 255));
    const image = { width: 64, height: 16, gray: ramp, alpha };
    const [width, height] = transpose ? [5, 9] : [9, 5];
    const upright = dotsOf(toOneBit(image, 9, 5, { oneBit: 'floydSteinberg' }));
    expect(new Set(upright).size).toBe(3);
    for (const [flipX, flipY] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const placed = toOneBit(image, width, height, { oneBit: 'floydSteinberg' }, { transpose, flipX, flipY });
      expect([placed.width, placed.height]).toEqual([width, height]);
      const expected = Array.from({ length: width * height }, (_, i) => {
        const x = flipX ? width - 1 - (i % width) : i % width;
        const y = flipY ? height - 1 - Math.floor(i / width) : Math.floor(i / width);
        return transpose ? upright[x * 9 + y] : upright[y * 9 + x];
      });
      expect([...dotsOf(placed)]).toEqual(expected);
    }
  });
});

describe('painting', () => {
  /** The image on a square of empty paper or of ink, in gray. */
  function printed(library: ImageLibrary, toDots: Affine, side: number, onInk: boolean): Uint8Array {
    const plane = createBitPlane(side, side);
    const all = { x: 0, y: 0, width: side, height: side };
    clearPlane(plane);
    if (onInk) inkRect(plane, all);
    putImage(library, op, toDots, plane, 0);
    return uprightGray(plane, all, 0, all).gray;
  }

  /** Millimeters of a rotated box to pixels, 10 to the mm, as the model rotates: clockwise. */
  const turns: readonly (readonly [string, Affine, readonly [number, number], readonly [number, number]])[] = [
    ['upright', { a: 10, b: 0, c: 0, d: 10, e: 3, f: 5 }, [3, 5], [42, 24]],
    ['turned by 90', { a: 0, b: 10, c: -10, d: 0, e: 23, f: 5 }, [22, 5], [3, 44]],
    ['turned by 180', { a: -10, b: 0, c: 0, d: -10, e: 43, f: 25 }, [42, 24], [3, 5]],
    ['turned by 270', { a: 0, b: -10, c: 10, d: 0, e: 3, f: 45 }, [3, 44], [22, 5]],
    ['mirrored', { a: -10, b: 0, c: 0, d: 10, e: 43, f: 5 }, [42, 5], [3, 24]],
  ];

  test.each(turns)('%s on the print bitmap and on the view', (_name, toPixels, dark, clear) => {
    const library = createLibrary(createCorner());
    const place = placeImage(op.rect, toPixels);
    const onPaper = printed(library, toPixels, 64, false);
    const onInk = printed(library, toPixels, 64, true);
    // Transparent: the content below is still there.
    const print = onPaper.map((dot, i) => (dot === onInk[i] ? dot : 200));
    const at = ([x, y]: readonly [number, number]): number => print[y * 64 + x] ?? -1;
    expect(at(dark)).toBe(INK);
    expect(at(clear)).toBe(200);
    expect(at([place.left - 1, place.top])).toBe(200);
    expect(print.filter((p) => p === INK).length).toBe(200);
    expect(print.filter((p) => p === PAPER).length).toBe(400);

    // One print dot for each pixel: the view shows the same.
    const painter = createViewImagePainter(skia, library, () => 254);
    const view = drawPixels(skia, 'rgba', 64, 64, (c) => {
      c.clear(skia.Color(200, 200, 200));
      painter.drawImage(c, op, toPixels, { pxPerMm: 10, antialias: true });
    });
    painter.dispose();
    expect(view.filter((_, i) => i % 4 === 0)).toEqual(print);
  });

  test('an image that extends over all edges is cropped, in bands as in one step', () => {
    const library = createLibrary(createPng(97, 61, (x, y) => [(x * y) % 256, x, y, 255]));
    const paint = (rows: number, bands: number): Uint8Array => {
      const out: number[] = [];
      for (let band = 0; band < bands; band++) {
        const plane = createBitPlane(48, rows);
        putImage(library, op, { a: 30, b: 0, c: 0, d: 30, e: -20.5, f: -10.5 }, plane, band * rows);
        out.push(...plane.bits);
      }
      return Uint8Array.from(out);
    };
    expect(paint(7, 8)).toEqual(paint(56, 1));
  });

  test('a large picture is made as far as it is visible', () => {
    const library = createLibrary(createCorner());
    const painter = createViewImagePainter(skia, library, () => 254);
    const toPixels = { a: 1000, b: 0, c: 0, d: 1000, e: -1990, f: -990 };
    const view = drawPixels(skia, 'rgba', 20, 20, (c) =>
      painter.drawImage(c, op, toPixels, { pxPerMm: 1000, antialias: true }),
    );
    painter.dispose();
    // The corner of the dark quarter is at (10, 10).
    expect([view[0], view[(9 * 20 + 9) * 4], view[(9 * 20 + 10) * 4], view[(10 * 20 + 9) * 4]]).toEqual([
      0, 0, 255, 255,
    ]);
  });

  test('an undecodable image has a problem and no size', () => {
    const library = createLibrary(createBadPng());
    expect(
      library.oneBit({ ...op, oneBit: 'ordered' }, 5, 5, { transpose: false, flipX: false, flipY: false }),
    ).toBeNull();
    expect([library.problem(KEY)?.code, library.size(KEY)]).toEqual(['image.corrupt', null]);
  });
});

describe('cache', () => {
  test('evicts the least recently used entry and reports it', () => {
    const dropped: string[] = [];
    const cache = new ByteCache<string>(10, (value) => dropped.push(value));
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    cache.get('a');
    cache.set('c', 'C', 4);
    expect([dropped, cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([['B'], 'A', undefined, 'C']);
    cache.clear();
    expect(dropped).toEqual(['B', 'A', 'C']);
  });
});
