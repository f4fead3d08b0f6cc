import type { PixelBox } from './ink.ts';
import { inkIn, type InkSums } from './ink-sums.ts';

/** Equal adjacent parts of an extent, with white between them. */
export interface Parts {
  readonly first: number;
  readonly period: number;
  readonly count: number;
  /** The least width of the white between the parts, in pixels. */
  readonly clear: number;
}

const SMALLEST_MM = 12;
/** Share of the extent: beyond it too little is left for a comparison. */
const LARGEST_SHARE = 0.88;
const LEAST_CLEAR_MM = 0.8;
const LEAST_MATCH = 0.25;
const MOST_PERIODS = 8;
/** Phases per period: the widest white is tried first. */
const MOST_PHASES = 3;
/** A little dirt in a long row is still white, in pixels; in a short one it may be a rule of a label. */
const MOST_DIRT = 3;
const PIXELS_A_DIRT = 300;
/** Bars differ from label to label, and so do centered lines: only coarser content repeats. */
const BLURS_MM = [1.2, 4];
/** The least white before a label, and how many of the widest gaps are tried. */
const LEAST_GAP_MM = 2.5;
const MOST_GAPS = 4;

/** The ink of every row (or column) of the box. */
export function profileOf(sums: InkSums, { left, top, right, bottom }: PixelBox, along: 'x' | 'y'): Float64Array {
  const isAcross = along === 'x';
  const profile = new Float64Array(Math.max(0, isAcross ? right - left : bottom - top));
  const line = { left, top, right, bottom };
  for (let i = 0; i < profile.length; i++) {
    if (isAcross) [line.left, line.right] = [left + i, left + i + 1];
    else [line.top, line.bottom] = [top + i, top + i + 1];
    profile[i] = inkIn(sums, line);
  }
  return profile;
}

/** The ways to divide the box along an axis into repeating parts with white between them, at least two parts each. */
export function partsAlong(sums: InkSums, box: PixelBox, along: 'x' | 'y', dotsPerMm: number): readonly Parts[] {
  const profile = profileOf(sums, box, along);
  const start = along === 'x' ? box.left : box.top;
  const length = along === 'x' ? box.bottom - box.top : box.right - box.left;
  const dirt = Math.min(MOST_DIRT, Math.floor(length / PIXELS_A_DIRT));
  const smallest = Math.round(SMALLEST_MM * dotsPerMm);
  const periods = new Set([
    ...BLURS_MM.flatMap((blurMm) => periodsOf(profile, smallest, blurMm * dotsPerMm)),
    ...periodsOfGaps(profile, dirt, smallest, dotsPerMm),
  ]);
  return [...periods].flatMap((period) =>
    phasesOf(profile, dirt, period, Math.round(LEAST_CLEAR_MM * dotsPerMm)).map(({ cut, clear }) => {
      const first = cut - period;
      return { first: start + first, period, count: Math.ceil((profile.length - first) / period), clear };
    }),
  );
}

/** Shifts with the highest autocorrelation of the profile, best first. */
function periodsOf(profile: Float64Array, smallest: number, blur: number): readonly number[] {
  const smooth = blurred(profile, Math.max(1, Math.round(blur)));
  const mean = smooth.reduce((sum, value) => sum + value, 0) / smooth.length;
  const values = smooth.map((value) => value - mean);
  const matches: number[] = [];
  const largest = Math.floor(profile.length * LARGEST_SHARE);
  for (let shift = smallest; shift <= largest; shift++) matches.push(selfMatch(values, shift));
  const peaks: { period: number; match: number }[] = [];
  for (const [i, match] of matches.entries()) {
    if (match < LEAST_MATCH) continue;
    if (match >= (matches[i - 1] ?? -1) && match > (matches[i + 1] ?? -1)) peaks.push({ period: smallest + i, match });
  }
  return peaks
    .toSorted((a, b) => b.match - a.match)
    .slice(0, MOST_PERIODS)
    .map(({ period }) => period);
}

/** Distances from the start of the ink to where it starts again after wide white. */
function periodsOfGaps(profile: Float64Array, dirt: number, smallest: number, dotsPerMm: number): readonly number[] {
  const gaps: { start: number; width: number }[] = [];
  let width = 0;
  for (const [i, ink] of profile.entries()) {
    if (ink <= dirt) width += 1;
    else {
      if (width >= LEAST_GAP_MM * dotsPerMm) gaps.push({ start: i, width });
      width = 0;
    }
  }
  const widest = gaps.toSorted((a, b) => b.width - a.width).slice(0, MOST_GAPS);
  return widest
    .map(({ start }) => start)
    .filter((period) => period >= smallest && period <= profile.length * LARGEST_SHARE);
}

function selfMatch(values: Float64Array, shift: number): number {
  let [dot, one, other] = [0, 0, 0];
  for (let i = 0; i + shift < values.length; i++) {
    const [a, b] = [values[i] ?? 0, values[i + shift] ?? 0];
    dot += a * b;
    one += a * a;
    other += b * b;
  }
  return one === 0 || other === 0 ? 0 : dot / Math.sqrt(one * other);
}

function blurred(profile: Float64Array, reach: number): Float64Array {
  return profile.map((_, i) => {
    let sum = 0;
    for (let at = i - reach; at <= i + reach; at++) sum += Math.sqrt(profile[at] ?? 0);
    return sum;
  });
}

/** Places of the first cut for which all later ones, one period apart, are in white. */
function phasesOf(
  profile: Float64Array,
  dirt: number,
  period: number,
  least: number,
): readonly { readonly cut: number; readonly clear: number }[] {
  const found: { cut: number; clear: number }[] = [];
  let start = -1;
  for (let cut = 1; cut <= period + 1; cut++) {
    const isClear = cut <= period && cut < profile.length && mostAt(profile, cut, period) <= dirt;
    if (isClear && start < 0) start = cut;
    if (!isClear && start >= 0) {
      if (cut - start >= least) found.push({ cut: cleanest(profile, start, cut, period), clear: cut - start });
      start = -1;
    }
  }
  return found.toSorted((a, b) => b.clear - a.clear).slice(0, MOST_PHASES);
}

/** The most ink at any of the cuts. */
function mostAt(profile: Float64Array, first: number, period: number): number {
  let most = 0;
  for (let at = first; at < profile.length; at += period) most = Math.max(most, profile[at] ?? 0);
  return most;
}

/**
 * The middle of the widest part with the least ink: one label may have a long name, and there may be dirt between others.
 */
function cleanest(profile: Float64Array, start: number, end: number, period: number): number {
  const inks = Array.from({ length: end - start }, (_, i) => mostAt(profile, start + i, period));
  const least = Math.min(...inks);
  let [best, size, from] = [start, 0, -1];
  for (let i = 0; i <= inks.length; i++) {
    const isLeast = inks[i] === least;
    if (isLeast && from < 0) from = i;
    if (isLeast || from < 0) continue;
    if (i - from > size) [best, size] = [start + Math.round((from + i - 1) / 2), i - from];
    from = -1;
  }
  return best;
}

/** Share of a period, to either side: repeating lines of text within labels can shift it by that much. */
const NEARBY_SHARE = 0.05;
const NEARBY_STEPS = 6;

/**
 * The same number of parts, slightly closer together or farther apart about their middle, with the cuts still in white.
 */
export function nearbyParts(sums: InkSums, box: PixelBox, parts: Parts, along: 'x' | 'y'): readonly Parts[] {
  if (parts.count < 2) return [];
  const step = Math.max(1, (parts.period * NEARBY_SHARE) / NEARBY_STEPS);
  return Array.from({ length: 2 * NEARBY_STEPS + 1 }, (_, i) => {
    const period = Math.round(parts.period + (i - NEARBY_STEPS) * step);
    return { ...parts, period, first: Math.round(parts.first + ((parts.period - period) * parts.count) / 2) };
  }).filter(({ first, period, count }) => {
    const cuts = Array.from({ length: count - 1 }, (_, i) => first + (i + 1) * period);
    return cuts.every((at) => {
      const line = along === 'x' ? { ...box, left: at, right: at + 1 } : { ...box, top: at, bottom: at + 1 };
      return inkIn(sums, line) <= MOST_DIRT;
    });
  });
}
