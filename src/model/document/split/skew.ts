import type { Ink } from './ink.ts';

/** A scan is hardly more skewed; a wider search could mistake another kind of page for a skewed one. */
const MOST_DEGREES = 5;
const COARSE_STEP = 0.25;
const FINE_STEP = 0.05;
/** A smaller skew is invisible, and a printed page stays unchanged. */
const LEAST_DEGREES = 0.1;
const MOST_POINTS = 20_000;

/**
 * The skew of the content, in degrees clockwise. Lower and right-hand edges of ink are projected at all angles: where lines
 * of text, rules and bars align, a few of the sums are large.
 */
export function skewOf(ink: Ink): number {
  const edges = edgesOf(ink);
  const score = (degrees: number): number => sharpness(edges, ink, degrees);
  const coarse = best(-MOST_DEGREES, MOST_DEGREES, COARSE_STEP, score);
  const fine = best(coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP, score);
  return Math.abs(fine) < LEAST_DEGREES ? 0 : Math.round(fine * 100) / 100;
}

function best(from: number, to: number, step: number, score: (degrees: number) => number): number {
  const steps = Math.round((to - from) / step);
  let [found, most] = [0, -1];
  for (let i = 0; i <= steps; i++) {
    const degrees = from + i * step;
    const value = score(degrees);
    // Of equals, the smaller skew.
    if (value > most || (value === most && Math.abs(degrees) < Math.abs(found))) [found, most] = [degrees, value];
  }
  return found;
}

interface Edges {
  /** x and y alternate. */
  readonly lower: Int32Array;
  readonly right: Int32Array;
}

function edgesOf({ bits, width, height }: Ink): Edges {
  const lower: number[] = [];
  const right: number[] = [];
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      if (bits[at] === 0) continue;
      if (bits[at + width] === 0) lower.push(x, y);
      if (bits[at + 1] === 0) right.push(x, y);
    }
  }
  return { lower: thinned(lower), right: thinned(right) };
}

/** Every n-th point, so that a full page takes no longer than a sparse one. */
function thinned(points: readonly number[]): Int32Array {
  const count = points.length / 2;
  const step = Math.max(1, count / MOST_POINTS);
  const kept = new Int32Array(Math.floor(count / step) * 2);
  for (let i = 0; i < kept.length; i += 2) {
    const at = Math.floor((i / 2) * step) * 2;
    kept[i] = points[at] ?? 0;
    kept[i + 1] = points[at + 1] ?? 0;
  }
  return kept;
}

function sharpness({ lower, right }: Edges, { width, height }: Ink, degrees: number): number {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return sumOfSquares(lower, -sin, cos, width + height) + sumOfSquares(right, cos, sin, width + height);
}

function sumOfSquares(points: Int32Array, byX: number, byY: number, size: number): number {
  const counts = new Int32Array(size * 2);
  for (let i = 0; i < points.length; i += 2) {
    const bin = (size + (points[i] ?? 0) * byX + (points[i + 1] ?? 0) * byY) | 0;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += (counts[i] ?? 0) * (counts[i] ?? 0);
  return sum;
}

/** The page turned back about its center, in its original size. */
export function straightened(ink: Ink, skewDegrees: number): Ink {
  if (skewDegrees === 0) return ink;
  const { bits, width, height } = ink;
  const [cos, sin] = [Math.cos((skewDegrees * Math.PI) / 180), Math.sin((skewDegrees * Math.PI) / 180)];
  const out = new Uint8Array(bits.length);
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  for (let y = 0; y < height; y++) {
    let fromX = middleX - middleX * cos - (y - middleY) * sin + 0.5;
    let fromY = middleY - middleX * sin + (y - middleY) * cos + 0.5;
    for (let x = 0; x < width; x++, fromX += cos, fromY += sin) {
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      out[y * width + x] = bits[(fromY | 0) * width + (fromX | 0)] ?? 0;
    }
  }
  return { ...ink, bits: out };
}
