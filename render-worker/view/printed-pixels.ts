import { makeImage } from '../skia/make-image.ts';
import type { Skia } from '../skia/load.ts';
import type { PixelBox } from './shade-plane.ts';
import type { Easel } from './view-target.ts';

/** The dots of a print as pixels of the screen: the visible ones of the paper, row by row. */
export interface PrintedPixels {
  readonly box: PixelBox;
  /** Opaque, red in the lowest byte. */
  readonly pixels: Int32Array<ArrayBuffer>;
}

/** Puts the pixels on top of the existing content, in memory or on a graphics processor. */
export function putPrinted(skia: Skia, { canvas, plane }: Easel, { box, pixels }: PrintedPixels): void {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  if (width <= 0 || height <= 0) return;
  if (plane !== undefined) {
    const target = plane();
    for (let row = 0; row < height; row++) {
      target.pixels.set(pixels.subarray(row * width, (row + 1) * width), (box.y0 + row) * target.width + box.x0);
    }
    return;
  }
  const info = {
    width,
    height,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: skia.AlphaType.Opaque,
    colorSpace: skia.ColorSpace.SRGB,
  };
  const image = makeImage(skia, info, new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength), width * 4);
  canvas.drawImage(image, box.x0, box.y0);
  image.delete();
}
