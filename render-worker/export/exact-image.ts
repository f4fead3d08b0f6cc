import type { ImageOp } from '#model/elements/base/display-op.ts';
import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { placeImage } from '../images/image-place.ts';
import { CLEAR, PAPER } from '../images/dot-values.ts';
import { lookKey, type OneBitImage } from '../images/one-bit-image.ts';
import { bytesPerBitRow } from '../print/bit-plane.ts';

/** An image as it prints, dot for dot, and where: in whole dots of the label. */
export interface ExactImage {
  readonly left: Dots;
  readonly top: Dots;
  readonly width: Dots;
  readonly height: Dots;
  /** Names the picture: equal keys, equal dots. */
  readonly key: string;
  readonly image: OneBitImage;
}

/** Null for an image that can't be drawn. */
export function exactImage(library: ImageLibrary, op: ImageOp, transform: Affine, dpi: number): ExactImage | null {
  const scale = dotsPerMm(dpi);
  const place = placeImage(op.rect, multiply({ a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 }, transform));
  const { left, top, width, height, orientation } = place;
  const image = library.oneBit(op, width, height, orientation);
  const key = JSON.stringify([op.asset, width, height, lookKey(op), orientation]);
  return image === null ? null : { left, top, width, height, key, image };
}

/** Rows of bits, the most significant leftmost, 1 = paper (also where the image is transparent). */
export function paperBits(image: OneBitImage): Uint8Array {
  return packBits(image, (dot) => dot === PAPER || dot === CLEAR);
}

/** Rows of bits, 1 = transparent. */
export function clearBits(image: OneBitImage): Uint8Array {
  return packBits(image, (dot) => dot === CLEAR);
}

function packBits(image: OneBitImage, isSet: (dot: number) => boolean): Uint8Array {
  const stride = bytesPerBitRow(image.width);
  const bits = new Uint8Array(stride * image.height);
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      if (!isSet(image.dots[y * image.width + x] as number)) continue;
      const at = y * stride + (x >> 3);
      bits[at] = (bits[at] as number) | (0x80 >> (x & 7));
    }
  }
  return bits;
}
