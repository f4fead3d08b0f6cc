import type { Image, ImageInfo } from 'canvaskit-wasm';
import type { Skia } from './load.ts';

/**
 * An image of these pixels, copied into Skia's heap. Throws when out of memory; the heap never shrinks, so only a new
 * worker helps then. (Skia's own function would not notice, and overwrite the beginning of the heap.)
 */
export function makeImage(skia: Skia, info: ImageInfo, pixels: Uint8Array, strideBytes: number): Image {
  const room = skia.Malloc(Uint8Array, pixels.length);
  if (room.byteOffset === 0) throw new Error('no memory for an image');
  skia.Free(room);
  const image = skia.MakeImage(info, pixels, strideBytes);
  if (image === null) throw new Error('Skia makes no such image');
  return image;
}
