import type { ImageOp } from '#model/elements/base/display-op.ts';
import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { placeImage } from '../images/image-place.ts';
import type { OneBitImage } from '../images/one-bit-image.ts';
import { lookKey } from '../images/one-bit-bands.ts';

/** An image in the dots that print, with its position in whole dots of the label. */
export interface ExactImage {
  readonly left: Dots;
  readonly top: Dots;
  readonly width: Dots;
  readonly height: Dots;
  /** Key of the picture: pictures with equal keys have equal dots. */
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
