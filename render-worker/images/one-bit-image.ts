import type { Size } from '#model/kernel/geometry.ts';
import { PAPER_FROM } from '../print/one-bit.ts';
import { areaAverage } from './area-average.ts';
import type { GrayImage } from './decode-image.ts';

export type OneBitMode = 'threshold' | 'dither';

export const INK = 0;
export const PAPER = 255;
/** The image is transparent here: what lies below it shows. */
export const CLEAR = 1;

/** A picture in black and white, one byte a dot: INK, PAPER or CLEAR. */
export interface OneBitImage extends Size {
  readonly dots: Uint8Array;
  readonly hasClear: boolean;
}

/** Scales to whole dots and makes black and white. */
export function toOneBit(image: GrayImage, width: number, height: number, mode: OneBitMode): OneBitImage {
  const gray = areaAverage(image.gray, image.width, image.height, width, height);
  const dots = mode === 'dither' ? floydSteinberg(gray, width, height) : threshold(gray);
  const alpha = image.alpha === null ? null : areaAverage(image.alpha, image.width, image.height, width, height);
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

function threshold(gray: Uint8Array): Uint8Array {
  return gray.map((g) => (g >= PAPER_FROM ? PAPER : INK));
}

/** Error diffusion in sixteenths, left to right in every row, in whole numbers only. */
export function floydSteinberg(gray: Uint8Array, width: number, height: number): Uint8Array {
  const dots = new Uint8Array(gray.length);
  // One cell beside each end saves the tests for the borders.
  let here = new Int32Array(width + 2);
  let below = new Int32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const value = (gray[row + x] as number) + (((here[x + 1] as number) + 8) >> 4);
      const paper = value >= PAPER_FROM;
      dots[row + x] = paper ? PAPER : INK;
      const error = paper ? value - PAPER : value;
      here[x + 2] = (here[x + 2] as number) + error * 7;
      below[x] = (below[x] as number) + error * 3;
      below[x + 1] = (below[x + 1] as number) + error * 5;
      below[x + 2] = (below[x + 2] as number) + error;
    }
    [here, below] = [below, here];
    below.fill(0);
  }
  return dots;
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
