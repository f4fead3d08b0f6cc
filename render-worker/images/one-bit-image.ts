import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import { areaAverage } from './area-average.ts';
import type { GrayImage } from './decode-image.ts';
import { atkinson, floydSteinberg, ordered, threshold } from './dither.ts';
import { CLEAR, PAPER } from './dot-values.ts';

/** A picture in black and white, one byte a dot: INK, PAPER or CLEAR. */
export interface OneBitImage extends Size {
  readonly dots: Uint8Array;
  readonly hasClear: boolean;
}

/** How an image becomes black and white, and which part of it: what an image op says beside where it goes. */
export type OneBitLook = Pick<ImageOp, 'oneBit' | 'threshold' | 'source'>;

/** Names all of a look that the dots depend on. */
export function lookKey({ oneBit, threshold: level, source }: OneBitLook): string {
  const part = source === undefined ? '' : `${source.x} ${source.y} ${source.width} ${source.height}`;
  return `${oneBit} ${oneBit === 'threshold' ? (level ?? '') : ''} ${part}`;
}

/** Scales to whole dots and makes black and white. */
export function toOneBit(image: GrayImage, width: number, height: number, look: OneBitLook): OneBitImage {
  const gray = scaled(image, image.gray, width, height, look.source);
  const dots = inBlackAndWhite(gray, width, height, look);
  const alpha = image.alpha === null ? null : scaled(image, image.alpha, width, height, look.source);
  let hasClear = false;
  if (alpha !== null) {
    for (let i = 0; i < dots.length; i++) {
      if (dots[i] === PAPER && (alpha[i] as number) < 128) {
        dots[i] = CLEAR;
        hasClear = true;
      }
    }
  }
  return { width, height, dots, hasClear };
}

/** The part of the image, or all of it, in `width` x `height`. */
function scaled(
  { width: w, height: h }: Size,
  bytes: Uint8Array,
  width: number,
  height: number,
  part?: Rect,
): Uint8Array {
  if (part === undefined) return areaAverage(bytes, w, h, width, height);
  const wholeWidth = Math.max(width, Math.round(width / part.width));
  const wholeHeight = Math.max(height, Math.round(height / part.height));
  return areaAverage(bytes, w, h, wholeWidth, wholeHeight, {
    x: Math.min(wholeWidth - width, Math.round(part.x * wholeWidth)),
    y: Math.min(wholeHeight - height, Math.round(part.y * wholeHeight)),
    width,
    height,
  });
}

function inBlackAndWhite(gray: Uint8Array, width: number, height: number, look: OneBitLook): Uint8Array {
  switch (look.oneBit) {
    case 'threshold':
      return threshold(gray, look.threshold);
    case 'floydSteinberg':
      return floydSteinberg(gray, width, height);
    case 'atkinson':
      return atkinson(gray, width, height);
    case 'ordered':
      return ordered(gray, width, height);
  }
}

/** How a picture stands on the label: x and y exchanged first, then mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

export function orient(image: OneBitImage, { transpose, flipX, flipY }: Orientation): OneBitImage {
  if (!transpose && !flipX && !flipY) return image;
  const width = transpose ? image.height : image.width;
  const height = transpose ? image.width : image.height;
  const dots = new Uint8Array(image.dots.length);
  const stepX = transpose ? image.width : 1;
  const stepY = transpose ? 1 : image.width;
  for (let y = 0; y < height; y++) {
    let from = (flipY ? height - 1 - y : y) * stepY + (flipX ? width - 1 : 0) * stepX;
    const step = flipX ? -stepX : stepX;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      dots[row + x] = image.dots[from] as number;
      from += step;
    }
  }
  return { ...image, width, height, dots };
}
