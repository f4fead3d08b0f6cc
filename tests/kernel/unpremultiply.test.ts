import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { decodeColours } from '#render-worker/images/decode-image.ts';
import { unpremultiply } from '#render-worker/kernel/kernel.wasm';
import { copyOut, withRoom } from '#render-worker/kernel/memory.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createPng } from '../print/create-image-files.ts';

const SIDE = 256;

test('colors are divided by alpha like in Skia, for every alpha and color', async () => {
  const skia = await loadSkiaInNode();
  // A row for each alpha. A premultiplied color is never above it.
  const pixels = new Uint8Array(SIDE * SIDE * 4);
  for (let a = 0; a < SIDE; a++) {
    for (let c = 0; c < SIDE; c++) {
      const colour = Math.min(a, c);
      pixels.set([colour, a - colour, Math.min(a, (c * 7) % SIDE), a], 4 * (a * SIDE + c));
    }
  }
  const info = {
    width: SIDE,
    height: SIDE,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: skia.AlphaType.Premul,
    colorSpace: skia.ColorSpace.SRGB,
  };
  const image = skia.MakeImage(info, pixels, SIDE * 4);
  const wanted = image?.readPixels(0, 0, { ...info, alphaType: skia.AlphaType.Unpremul });
  image?.delete();
  const made = withRoom((room) => {
    const at = room.put(pixels);
    unpremultiply(at, SIDE * SIDE);
    return copyOut(at, pixels.length);
  });
  expect(wanted).toBeInstanceOf(Uint8Array);
  expect(Buffer.compare(made, wanted as Uint8Array)).toBe(0);
});

/** The PNG with a gamma chunk: gamma 1, which has to be converted. */
function withGamma(png: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(16);
  chunk.writeUInt32BE(4, 0);
  chunk.write('gAMA', 4, 'latin1');
  chunk.writeUInt32BE(100_000, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 12)), 12);
  const behindHeader = 8 + 25;
  return Uint8Array.from([...png.subarray(0, behindHeader), ...chunk, ...png.subarray(behindHeader)]);
}

test('a picture has the colors that Skia reads back, also converted from another color space', async () => {
  const skia = await loadSkiaInNode();
  const plain = createPng(SIDE, SIDE, (x, y) => [x, (x * y) & 255, 255 - x, y]);
  const results: string[] = [];
  for (const bytes of [plain, withGamma(plain)]) {
    const image = skia.MakeImageFromEncoded(bytes);
    const rgba = image?.readPixels(0, 0, {
      width: SIDE,
      height: SIDE,
      colorType: skia.ColorType.RGBA_8888,
      alphaType: skia.AlphaType.Unpremul,
      colorSpace: skia.ColorSpace.SRGB,
    }) as Uint8Array;
    image?.delete();
    const { planes } = expectOk(decodeColours(skia, bytes));
    for (const [channel, plane] of planes.entries()) {
      const wanted = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
        const alpha = rgba[4 * i + 3] ?? 0;
        return Math.floor(((rgba[4 * i + channel] ?? 0) * alpha + 255 * (255 - alpha) + 127) / 255);
      });
      expect(Buffer.compare(plane, wanted)).toBe(0);
    }
    results.push(Buffer.from(planes[0] ?? []).toString('latin1'));
  }
  expect(results[0]).not.toBe(results[1]);
});
