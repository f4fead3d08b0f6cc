import type { Rect } from '#model/kernel/geometry.ts';
import type { PagePlane } from './reduced-plane.ts';

/** The page in black and white: 1 is ink. */
export interface Ink {
  readonly bits: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}

/** Pixels from `left` and `top` to just before `right` and `bottom`. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function rectOf({ left, top, right, bottom }: PixelBox, dotsPerMm: number): Rect {
  return {
    x: left / dotsPerMm,
    y: top / dotsPerMm,
    width: (right - left) / dotsPerMm,
    height: (bottom - top) / dotsPerMm,
  };
}

export function pageOf({ width, height }: Ink): PixelBox {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The transposed page: vertical content becomes horizontal and mirrored. */
export function transposed({ bits, width, height, dotsPerMm }: Ink): Ink {
  const out = new Uint8Array(bits.length);
  for (let at = bits.indexOf(1); at >= 0; at = bits.indexOf(1, at + 1)) {
    const x = at % width;
    out[x * height + (at - x) / width] = 1;
  }
  return { bits: out, width: height, height: width, dotsPerMm };
}

export function transposedBox({ left, top, right, bottom }: PixelBox): PixelBox {
  return { left: top, top: left, right: bottom, bottom: right };
}

/** The box grown on all sides, clipped to the page. */
export function grownBox({ left, top, right, bottom }: PixelBox, by: number, ink: Ink): PixelBox {
  return {
    left: Math.max(0, left - by),
    top: Math.max(0, top - by),
    right: Math.min(ink.width, right + by),
    bottom: Math.min(ink.height, bottom + by),
  };
}

export function isCentredIn(outer: PixelBox, { left, top, right, bottom }: PixelBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return outer.left <= x && x <= outer.right && outer.top <= y && y <= outer.bottom;
}

/** The smallest box around the ink inside `within`; null if there is none. */
export function inkBox({ bits, width }: Ink, within: PixelBox): PixelBox | null {
  let [left, top, right, bottom] = [within.right, -1, -1, -1];
  for (let y = within.top; y < within.bottom; y++) {
    const from = y * width + within.left;
    const to = y * width + within.right;
    const first = bits.indexOf(1, from);
    if (first < 0) break;
    if (first >= to) {
      // Skips rows without ink.
      y = Math.max(y, Math.floor(first / width) - 1);
      continue;
    }
    if (top < 0) top = y;
    bottom = y + 1;
    left = Math.min(left, first - y * width);
    for (let x = within.right - 1; x >= right; x--) {
      if (bits[y * width + x] === 1) {
        right = x + 1;
        break;
      }
    }
  }
  return top < 0 ? null : { left, top, right, bottom };
}

/** The least contrast of ink to the paper for any noise: edges of printed letters are not sharp. */
const LEAST_CONTRAST = 50;
const MOST_CONTRAST = 110;
/** In standard deviations of the noise. */
const NOISE_MARGIN = 4.2;

/** The pixels darker than the paper and its noise. */
export function inkOf(
  plane: PagePlane,
  leastContrast: number = LEAST_CONTRAST,
): { readonly ink: Ink; readonly noise: number } {
  const { grey, width, height, dotsPerMm } = plane;
  const paper = paperTone(grey);
  const noise = noiseOf(plane, paper);
  const limit = paper - Math.min(MOST_CONTRAST, Math.max(leastContrast, noise * NOISE_MARGIN));
  const bits = new Uint8Array(width * height);
  for (let i = 0; i < bits.length; i++) if ((grey[i] ?? 255) < limit) bits[i] = 1;
  return { ink: { bits, width, height, dotsPerMm }, noise };
}

/** The most common of the lighter tones, over a window of a few tones because of noise. */
function paperTone(grey: Uint8Array): number {
  const counts = new Float64Array(256 + 8);
  for (let i = 0; i < grey.length; i += 3) {
    const tone = grey[i] ?? 255;
    counts[tone + 4] = (counts[tone + 4] ?? 0) + 1;
  }
  let [best, most] = [255, -1];
  for (let tone = 255; tone >= 96; tone--) {
    let sum = 0;
    for (let i = tone; i <= tone + 8; i++) sum += counts[i] ?? 0;
    if (sum > most) [best, most] = [tone, sum];
  }
  return best;
}

/** The standard deviation of the paper's noise, from the median difference of neighbors, which ink hardly affects. */
function noiseOf({ grey, width, height }: PagePlane, paper: number): number {
  const counts = new Int32Array(256);
  let all = 0;
  for (let y = 1; y < height; y += 4) {
    for (let x = y % 3; x + 1 < width; x += 3) {
      const [one, other] = [grey[y * width + x] ?? 255, grey[y * width + x + 1] ?? 255];
      if (one < paper - 70 || other < paper - 70) continue;
      const difference = Math.abs(one - other);
      counts[difference] = (counts[difference] ?? 0) + 1;
      all += 1;
    }
  }
  let sum = 0;
  for (let difference = 0; difference < 256; difference++) {
    sum += counts[difference] ?? 0;
    // 0.954: the median of a difference of two normal values, in their standard deviation.
    if (sum * 2 >= all) return difference / 0.954;
  }
  return 0;
}

/** The common part of two boxes; its sides are in the wrong order if there is none. */
export function sharedBox(a: PixelBox, b: PixelBox): PixelBox {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
