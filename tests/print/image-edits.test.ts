import { beforeAll, describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ImageOp, ImageTones } from '#model/elements/base/display-op.ts';
import { layoutImage } from '#model/elements/image/image-layout.ts';
import { image } from '#model/elements/image/image.ts';
import { NO_IMAGE_EDITS, type ImageElement } from '#model/elements/image/image-element.ts';
import { withFields } from '#editor/commands/properties.ts';
import { decodeImage } from '#render-worker/images/decode-image.ts';
import { edgesOf } from '#render-worker/images/image-edges.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';
import type { OneBitImage } from '#render-worker/images/one-bit-image.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createTestContext, createTestElement } from '#tests/support/create-elements.ts';
import { dotsOf, INK, PAPER } from './dots-of.ts';
import { createPng } from './create-image-files.ts';

let skia: Skia;
beforeAll(async () => {
  skia = await loadSkiaInNode();
});

const KEY = 'cd'.repeat(32) as AssetKey;
const UPRIGHT = { transpose: false, flipX: false, flipY: false };
const OP: ImageOp = { type: 'image', asset: KEY, rect: { x: 0, y: 0, width: 4, height: 2 }, oneBit: 'threshold' };
const TONES: ImageTones = {
  clearTolerance: 0,
  inverted: false,
  brightness: 0,
  contrast: 0,
  gamma: 1,
  sharpness: 0,
};

function createLibrary(png: Uint8Array): ImageLibrary {
  const library = createImageLibrary(skia);
  library.add(new Map([[KEY, { mime: 'image/png', bytes: png }]]));
  return library;
}

/** A row of grays from black to white. */
const ramp = (): ImageLibrary => createLibrary(createPng(256, 1, (x) => [x, x, x, 255]));

/** The grays of a picture that become ink with these tones. */
function inkOf(library: ImageLibrary, tones: Partial<ImageTones>, width = 256, height = 1): number[] {
  const made = library.oneBit({ ...OP, tones: { ...TONES, ...tones } }, width, height, UPRIGHT);
  return [...dotsOf(made as OneBitImage)].flatMap((dot, i) => (dot === INK ? [i] : []));
}

describe('tones', () => {
  const all = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  test.each<[string, Partial<ImageTones>, readonly number[]]>([
    ['nothing', {}, all(0, 128)],
    ['brighter', { brightness: 20 }, all(0, 77)],
    ['darker', { brightness: -20 }, all(0, 179)],
    ['a full contrast', { contrast: 100 }, all(0, 128)],
    ['gamma', { gamma: 2 }, all(0, 64)],
    ['inverted', { inverted: true }, all(128, 256)],
    ['inverted, then brighter', { inverted: true, brightness: 20 }, all(179, 256)],
  ])('%s', (_what, tones, ink) => {
    expect(inkOf(ramp(), tones)).toEqual(ink);
  });

  test('without contrast all is one gray, and a gray print has the changed tones', () => {
    const op = { ...OP, tones: { ...TONES, contrast: -100 } };
    expect([...new Set(ramp().tones(op, 'gray')?.planes[0])]).toEqual([128]);
    const brighter = ramp().tones({ ...OP, tones: { ...TONES, brightness: 100 } }, 'rgb');
    expect([brighter?.planes.length, ...new Set(brighter?.planes[2])]).toEqual([3, 255]);
  });

  test('a color becomes transparent with all that differ by at most the tolerance in each of its parts', () => {
    const colors = [
      [200, 0, 0, 255],
      [210, 10, 0, 255],
      [211, 0, 0, 255],
      [0, 200, 0, 255],
      [1, 1, 1, 0],
    ] as const;
    const library = createLibrary(createPng(5, 1, (x) => colors[x] ?? colors[0]));
    const clear = (clearTolerance: number): string => {
      const op = { ...OP, tones: { ...TONES, clearColor: '#c80000', clearTolerance } };
      const made = library.oneBit(op, 5, 1, UPRIGHT) as OneBitImage;
      return ((made.clear?.[0] ?? 0) >> 3).toString(2).padStart(5, '0');
    };
    expect([clear(0), clear(10), clear(11)]).toEqual(['10001', '11001', '11101']);
  });
});

describe('sharpness', () => {
  const noisy = (): ImageLibrary => createLibrary(createPng(61, 47, (x, y) => [(x * x + 7 * y * x) % 256, 0, 0, 255]));
  const op = (oneBit: ImageOp['oneBit']): ImageOp => ({ ...OP, oneBit, tones: { ...TONES, sharpness: 180 } });

  test('makes an edge steeper and leaves even areas', () => {
    const library = createLibrary(
      createPng(8, 8, (x) => [x < 4 ? 120 : 136, x < 4 ? 120 : 136, x < 4 ? 120 : 136, 255]),
    );
    // At the edge 120 becomes 120 + 3 x (120 - 125.33) = 104, which the level 110 makes ink; the rest stays paper.
    const made = library.oneBit({ ...OP, threshold: 110, tones: { ...TONES, sharpness: 300 } }, 8, 8, UPRIGHT);
    const rows = Array.from({ length: 8 }, () => [PAPER, PAPER, PAPER, INK, PAPER, PAPER, PAPER, PAPER]).flat();
    expect([...dotsOf(made as OneBitImage)]).toEqual(rows);
  });

  test.each(['threshold', 'floydSteinberg', 'ordered'] as const)('%s: each orientation has the same dots', (oneBit) => {
    const upright = dotsOf(noisy().oneBit(op(oneBit), 33, 21, UPRIGHT) as OneBitImage);
    const turned = noisy().oneBit(op(oneBit), 21, 33, { transpose: true, flipX: true, flipY: false }) as OneBitImage;
    const expected = Array.from({ length: 21 * 33 }, (_, i) => upright[(20 - (i % 21)) * 33 + Math.floor(i / 21)]);
    expect([...dotsOf(turned)]).toEqual(expected);
  });

  test('in bands as in one step, for a picture that is larger than a band', () => {
    const whole = noisy().oneBit(op('threshold'), 40, 1500, UPRIGHT) as OneBitImage;
    const bands = noisy().oneBitBands(op('threshold'), 40, 1500, UPRIGHT);
    for (const y of [0, 511, 512, 513, 1023, 1024, 1499]) {
      const band = bands?.bandOf(y);
      const at = band?.offsetOf(y) ?? 0;
      const row = whole.paper.subarray(y * whole.strideBytes, (y + 1) * whole.strideBytes);
      expect([y, ...(band?.paper.subarray(at, at + whole.strideBytes) ?? [])]).toEqual([y, ...row]);
    }
  });
});

describe('a shape', () => {
  const black = (): ImageLibrary => createLibrary(createPng(4, 4, () => [0, 0, 0, 255]));

  test.each([
    [30, 20, 0.5, 0.5],
    [31, 17, 0.5, 0.5],
    [40, 20, 0.1, 0.2],
    [1, 1, 0.5, 0.5],
  ])('of %i x %i dots shows the dots whose centers are inside', (width, height, across, down) => {
    const made = black().oneBit({ ...OP, corners: { width: across, height: down } }, width, height, UPRIGHT);
    const [rx, ry] = [across * width, down * height];
    const expected = Array.from({ length: width * height }, (_, i) => {
      const dx = rx - Math.min((i % width) + 0.5, width - (i % width) - 0.5);
      const y = Math.floor(i / width);
      const dy = ry - Math.min(y + 0.5, height - y - 0.5);
      const isInside = dx <= 0 || dy <= 0 || (dx / rx) ** 2 + (dy / ry) ** 2 <= 1;
      return isInside ? INK : 'clear';
    });
    const clear = (made as OneBitImage).clear;
    const stride = (made as OneBitImage).strideBytes;
    const shown = [...dotsOf(made as OneBitImage)].map((dot, i) => {
      const x = i % width;
      const byte = clear?.[Math.floor(i / width) * stride + (x >> 3)] ?? 0;
      return (byte >> (7 - (x & 7))) & 1 ? 'clear' : dot;
    });
    expect(shown).toEqual(expected);
  });
});

describe('a crop', () => {
  test('keeps the scale and the top left corner, and is not cut again by the box', () => {
    const element = createTestElement('image', { xMm: 10, yMm: 20, widthMm: 40, heightMm: 20, rotation: 90 });
    const cropped = withFields(element, { cropLeft: 0.25, cropBottom: 0.5 }) as ImageElement;
    expect([cropped.xMm, cropped.yMm, cropped.widthMm, cropped.heightMm]).toEqual([10, 20, 30, 10]);
    const layout = layoutImage(cropped, [], createTestContext());
    expect(layout.ops[0]).toMatchObject({
      rect: { x: 0, y: 0, width: 30, height: 10 },
      source: { x: 0.25, y: 0, width: 0.75, height: 0.5 },
    });
    const back = withFields(cropped, { cropLeft: 0, cropBottom: 0 }) as ImageElement;
    expect([back.widthMm, back.heightMm]).toEqual([40, 20]);
    const other = image.withImage?.(cropped, { asset: KEY, size: { width: 10, height: 10 } });
    expect([other?.cropLeft, other?.widthMm, other?.heightMm]).toEqual([0, 30, 30]);
  });

  test('that leaves nothing is rejected in a file', () => {
    const rejected: string[] = [];
    const attributes: Readonly<Record<string, number>> = { CropLeft: 0.6, CropRight: 0.5 };
    const read = image.read(createTestElement('image'), {
      asset: KEY,
      has: (name: string) => name in attributes,
      number: (name: string, fallback: number) => attributes[name] ?? fallback,
      flag: (_name: string, fallback: boolean) => fallback,
      code: (_name: string, _codes: unknown, fallback: string) => fallback,
      text: (_name: string, fallback: string) => fallback,
      reject: (name: string) => rejected.push(name),
      problem: () => null,
    } as never);
    expect(rejected).toEqual(['CropRight']);
    expect(expectOk(read)).toMatchObject({ cropLeft: 0, cropRight: 0 });
  });

  test('of empty edges leaves what is not white or transparent', () => {
    const edges = (pixel: Parameters<typeof createPng>[2]): unknown =>
      edgesOf(expectOk(decodeImage(skia, createPng(10, 8, pixel))));
    expect(edges((x, y) => (x === 2 && y >= 3 ? [0, 0, 0, 255] : [250, 250, 250, 255]))).toEqual({
      cropLeft: 0.2,
      cropTop: 0.375,
      cropRight: 0.7,
      cropBottom: 0,
    });
    const { cropLeft, cropTop, cropRight, cropBottom } = NO_IMAGE_EDITS;
    expect(edges(() => [0, 0, 0, 0])).toEqual({ cropLeft, cropTop, cropRight, cropBottom });
  });
});
