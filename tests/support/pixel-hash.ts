import { createHash } from 'node:crypto';
import type { Locator } from 'playwright';
import { PNG } from 'pngjs';

/** Hash of the red of each pixel of a picture as the browser shows it: 0 or 255 for one bit. */
export function pixelHash(picture: Locator): Promise<string> {
  return picture.evaluate(async (element) => {
    const img = element as HTMLImageElement;
    await img.decode();
    const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(img, 0, 0);
    const red = context.getImageData(0, 0, canvas.width, canvas.height).data.filter((_, i) => i % 4 === 0);
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(red));
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `${canvas.width} x ${canvas.height} ${hash}`;
  });
}

/** The same of a file. */
export function filePixelHash(png: Buffer): string {
  const { width, height, data } = PNG.sync.read(png);
  const red = data.filter((_, i) => i % 4 === 0);
  return `${width} x ${height} ${createHash('sha256').update(red).digest('hex')}`;
}
