import { expect, test } from 'vitest';
import { bitmapAsPng } from '#app/documents/bitmap-as-png.ts';
import { expectOk } from '#model/kernel/result.ts';

/** A bitmap of 2 x 1 pixels: a red one and a blue one, in 24 bits. */
function createBitmap(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(62);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, 62, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 1, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  view.setUint32(34, 8, true);
  bytes.set([0, 0, 255, 255, 0, 0], 54);
  return bytes;
}

test('a valid .bp that is a bitmap becomes a PNG with the same pixels', async () => {
  const file = expectOk(await bitmapAsPng(new File([createBitmap()], 'label.bp')));
  expect([file.name, file.type]).toEqual(['label.bp', 'image/png']);
  const picture = await createImageBitmap(file);
  const context = new OffscreenCanvas(2, 1).getContext('2d');
  context?.drawImage(picture, 0, 0);
  expect([picture.width, picture.height]).toEqual([2, 1]);
  expect([...(context?.getImageData(0, 0, 2, 1).data ?? [])]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
});
