import type { PixelBox } from './ink.ts';
import { inkIn, type InkSums } from './ink-sums.ts';

/** The sampling size within a cell: letters differ from label to label, their places do not. */
const STEP_MM = 2;
/** Share of a sample on each side: content at its edge in one label may be beyond it in another. */
const OVERLAP = 0.25;
/** Cells that are as much alike are not rotated against each other. */
const ALIKE = 0.75;
/** Cells match by chance more easily if some may be rotated by half a turn. */
const FOR_TURNING = 0.08;
/** More samples add no information. */
const MOST_SAMPLES = 400;

/**
 * The similarity of cells of one size, 0 to 1: the mean correlation of each cell's ink with that of all others. Blank cells
 * are left out; null if fewer than two remain. Cells may be rotated by half a turn against each other if `mayTurn` is given.
 */
export function similarityOf(
  sums: InkSums,
  cells: readonly PixelBox[],
  dotsPerMm: number,
  mayTurn = false,
): number | null {
  const [first] = cells;
  if (first === undefined) return null;
  const [width, height] = [first.right - first.left, first.bottom - first.top];
  const step = Math.max(STEP_MM * dotsPerMm, Math.sqrt((width * height) / MOST_SAMPLES));
  const size = { across: Math.max(1, Math.floor(width / step)), down: Math.max(1, Math.floor(height / step)) };
  const samples = cells.map((cell) => normalised(samplesOf(sums, cell, size))).filter((sample) => sample !== null);
  if (samples.length < 2) return null;
  const plain = groupSimilarity(samples);
  if (plain >= ALIKE || !mayTurn) return plain;
  return Math.max(plain, groupSimilarity(uprightOf(samples)) - FOR_TURNING);
}

/** Samples of every cell with those that are rotated by half a turn, as judged by the first ones, rotated back. */
function uprightOf(samples: readonly Float64Array[]): readonly Float64Array[] {
  const total = new Float64Array(samples[0]?.length ?? 0);
  return samples.map((sample) => {
    let [as, turned] = [0, 0];
    for (let i = 0; i < total.length; i++) {
      as += (sample[i] ?? 0) * (total[i] ?? 0);
      turned += (sample[sample.length - 1 - i] ?? 0) * (total[i] ?? 0);
    }
    const own = turned > as ? sample.toReversed() : sample;
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (own[i] ?? 0);
    return own;
  });
}

/** The mean correlation of each sample with the others. */
function groupSimilarity(samples: readonly Float64Array[]): number {
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
): Float64Array {
  const samples = new Float64Array(across * down);
  const [stepX, stepY] = [(cell.right - cell.left) / across, (cell.bottom - cell.top) / down];
  for (let i = 0; i < samples.length; i++) {
    const x = cell.left + (i % across) * stepX;
    const y = cell.top + Math.floor(i / across) * stepY;
    const around = {
      left: Math.max(cell.left, Math.round(x - stepX * OVERLAP)),
      top: Math.max(cell.top, Math.round(y - stepY * OVERLAP)),
      right: Math.min(cell.right, Math.round(x + stepX * (1 + OVERLAP))),
      bottom: Math.min(cell.bottom, Math.round(y + stepY * (1 + OVERLAP))),
    };
    // The square root keeps much ink in one place from outweighing the letters everywhere else.
    samples[i] = Math.sqrt(inkIn(sums, around));
  }
  return samples;
}

/** Normalized to a mean of 0 and a length of 1; null for a blank or evenly filled cell. */
function normalised(samples: Float64Array): Float64Array | null {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const length = Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return length < 1e-6 ? null : samples.map((value) => (value - mean) / length);
}

/** The correlation of one with the sum of all others. */
function correlation(one: Float64Array, total: Float64Array): number {
  let [dot, length] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    const rest = (total[i] ?? 0) - (one[i] ?? 0);
    dot += (one[i] ?? 0) * rest;
    length += rest * rest;
  }
  return length === 0 ? 0 : dot / Math.sqrt(length);
}
