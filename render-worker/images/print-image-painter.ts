import type { ImagePainter } from '../paint/image-painter.ts';
import type { RasterSurface } from '../skia/raster-surface.ts';
import type { ImageLibrary } from './image-library.ts';
import { placeImage } from './image-place.ts';
import { CLEAR, type OneBitImage } from './one-bit-image.ts';

/**
 * Puts images dot for dot into the grey pixels of one surface (Skia would need 100 ns a pixel there). The
 * canvas given to `drawImage` must be that surface's; an unknown image draws nothing.
 */
export function createPrintImagePainter(library: ImageLibrary, surface: RasterSurface): ImagePainter {
  return {
    drawImage(_canvas, op, toPixels) {
      const { left, top, width, height, orientation } = placeImage(op.rect, toPixels);
      if (left >= surface.width || top >= surface.height || left + width <= 0 || top + height <= 0) return;
      const image = library.oneBit(op.asset, width, height, op.oneBit, orientation);
      if (image !== null) putImage(image, left, top, surface);
    },
  };
}

function putImage(image: OneBitImage, left: number, top: number, surface: RasterSurface): void {
  const pixels = surface.pixels();
  const stride = surface.strideBytes;
  const fromX = Math.max(0, -left);
  const toX = Math.min(image.width, surface.width - left);
  const toY = Math.min(image.height, surface.height - top);
  for (let y = Math.max(0, -top); y < toY; y++) {
    const source = y * image.width;
    const target = (top + y) * stride + left;
    if (!image.hasClear) {
      pixels.set(image.dots.subarray(source + fromX, source + toX), target + fromX);
      continue;
    }
    for (let x = fromX; x < toX; x++) {
      const dot = image.dots[source + x] as number;
      if (dot !== CLEAR) pixels[target + x] = dot;
    }
  }
}
