import type { PixelBox } from './ink.ts';
import { inkIn, type InkSums } from './ink-sums.ts';

/** Samples of a cell are so far apart, and each looks so far: letters differ from label to label, their places do not. */
const STEP_MM = 2;
const REACH_MM = 1.5;
/** More samples tell no more. */
const MOST_SAMPLES = 400;

/**
 * How alike cells of one size are, 0 to 1: the mean correlation of where the ink of each is with that of all others.
 * Blank cells are left out; null when fewer than two are left.
 */
export function likenessOf(sums: InkSums, cells: readonly PixelBox[], dotsPerMm: number): number | null {
  const [first] = cells;
  if (first === undefined) return null;
  const [width, height] = [first.right - first.left, first.bottom - first.top];
  const step = Math.max(STEP_MM * dotsPerMm, Math.sqrt((width * height) / MOST_SAMPLES));
  const reach = Math.round((REACH_MM / STEP_MM) * step);
  const size = { across: Math.max(1, Math.floor(width / step)), down: Math.max(1, Math.floor(height / step)) };
  const samples = cells
    .map((cell) => normalised(samplesOf(sums, cell, size, step, reach)))
    .filter((sample) => sample !== null);
  if (samples.length < 2) return null;
  const total = new Float64Array(samples[0]?.length ?? 0);
  for (const sample of samples) for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (sample[i] ?? 0);
  let sum = 0;
  for (const sample of samples) sum += correlation(sample, total);
  return Math.max(0, sum / samples.length);
}

function samplesOf(
  sums: InkSums,
  cell: PixelBox,
  { across, down }: { readonly across: number; readonly down: number },
  step: number,
  reach: number,
): Float64Array {
  const samples = new Float64Array(across * down);
  for (let i = 0; i < samples.length; i++) {
    const x = Math.round(cell.left + ((i % across) + 0.5) * step);
    const y = Math.round(cell.top + (Math.floor(i / across) + 0.5) * step);
    const around = {
      left: Math.max(cell.left, x - reach),
      top: Math.max(cell.top, y - reach),
      right: Math.min(cell.right, x + reach + 1),
      bottom: Math.min(cell.bottom, y + reach + 1),
    };
    // The root: much ink in one place must not outweigh the letters everywhere else.
    samples[i] = Math.sqrt(inkIn(sums, around));
  }
  return samples;
}

/** With a mean of 0 and a length of 1; null of a blank or evenly filled cell. */
function normalised(samples: Float64Array): Float64Array | null {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const length = Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return length < 1e-6 ? null : samples.map((value) => (value - mean) / length);
}

/** Of one with the sum of all others. */
function correlation(one: Float64Array, total: Float64Array): number {
  let [dot, length] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    const rest = (total[i] ?? 0) - (one[i] ?? 0);
    dot += (one[i] ?? 0) * rest;
    length += rest * rest;
  }
  return length === 0 ? 0 : dot / Math.sqrt(length);
}
