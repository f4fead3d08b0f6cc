import type { Evidence } from './evidence.ts';
import type { PixelBox } from './ink.ts';
import { inkIn } from './ink-sums.ts';
import { partsAlong } from './lattice.ts';
import { rangeOf, sumOf, type Axis, type Cut } from './layout-cuts.ts';
import { WEIGHTS as W } from './layout-weights.ts';
import { similarityOf } from './similarity.ts';
import { whitespaceLattice } from './whitespace.ts';

const MOST_WAYS = 6;
const MOST_CELLS = 8;
/** Share of the page's content: less of it is not searched for repetition. */
const LEAST_SOUGHT = 0.5;

/** Many evenly spaced cuts are hardly stronger evidence than a few of them. */
function evenSum(cuts: readonly Cut[]): number {
  return cuts.length === 0 ? 0 : (sumOf(cuts) / cuts.length) * Math.sqrt(cuts.length);
}

/** Cells of one size in rows and columns. */
export interface Cells {
  readonly boxes: readonly PixelBox[];
  readonly score: number;
}

interface Even {
  readonly cuts: readonly Cut[];
  readonly first: number;
  readonly pitch: number;
}

/** Ways to divide a part of the page into cells of one size, most likely first. */
export function cellsOf(
  page: Evidence,
  area: PixelBox,
  core: PixelBox,
  xs: readonly Cut[],
  ys: readonly Cut[],
  share: number,
): readonly Cells[] {
  const { dotsPerMm } = page.ink;
  const seeksPeriods = share >= LEAST_SOUGHT;
  const [columns, rows] = [evenWays(page, core, 'x', xs, seeksPeriods), evenWays(page, core, 'y', ys, seeksPeriods)];
  const found: Cells[] = [];
  for (const across of columns) {
    for (const down of rows) {
      const count = (across.cuts.length + 1) * (down.cuts.length + 1);
      if (count < 2) continue;
      const whole = Array.from({ length: count }, (_, i) => {
        const [column, row] = [i % (across.cuts.length + 1), Math.floor(i / (across.cuts.length + 1))];
        return {
          left: Math.round(across.first + column * across.pitch),
          top: Math.round(down.first + row * down.pitch),
          right: Math.round(across.first + (column + 1) * across.pitch),
          bottom: Math.round(down.first + (row + 1) * down.pitch),
        };
      });
      const filled = whole.filter((cell) => inkIn(page.body, cell) >= 12);
      const similarity = similarityOf(page.sums, filled, dotsPerMm);
      let score = evenSum(across.cuts) + evenSum(down.cuts) + share * W.even * Math.log2(count);
      if (similarity !== null)
        score +=
          share * W.similarity * Math.max(0, similarity - W.leastSimilarity + W.doubling * Math.log2(filled.length));
      const edges = (even: Even, [start, end]: readonly [number, number]): readonly number[] => [
        start,
        ...even.cuts.map(({ at }) => at),
        end,
      ];
      // The outer cells include the lines of their labels, which are outside of the content.
      const [lefts, tops] = [edges(across, rangeOf(area, 'x')), edges(down, rangeOf(area, 'y'))];
      const boxes = tops
        .slice(1)
        .flatMap((bottom, row) =>
          lefts.slice(1).map((right, column) => ({ left: lefts[column] ?? 0, top: tops[row] ?? 0, right, bottom })),
        );
      found.push({ boxes, score });
    }
  }
  const lattice = seeksPeriods ? whitespaceLattice(page.ink, page.sums, core) : null;
  if (lattice !== null) {
    const { cells, similarity, clear } = lattice;
    const cut = W.cut + W.white * Math.min(1, clear / dotsPerMm / W.wideMm);
    const more = W.doubling * Math.log2(cells.length);
    const repeated =
      W.even * Math.log2(cells.length) + W.similarity * Math.max(0, similarity - W.leastSimilarity + more);
    found.push({ boxes: cells, score: cut * 1.5 + share * (repeated + W.lattice) });
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, MOST_CELLS);
}

function evenWays(
  page: Evidence,
  core: PixelBox,
  axis: Axis,
  cuts: readonly Cut[],
  seeksPeriods: boolean,
): readonly Even[] {
  const { dotsPerMm } = page.ink;
  const sets = new Map<string, readonly Cut[]>();
  const add = (chosen: readonly Cut[]): void => void sets.set(chosen.map(({ at }) => at).join(), chosen);
  for (const cut of cuts) add([cut]);
  for (const least of new Set(cuts.map(({ white }) => white))) add(cuts.filter(({ white }) => white >= least));
  for (const least of new Set(cuts.map(({ score }) => score))) add(cuts.filter(({ score }) => score >= least));
  for (const { first, period, count } of seeksPeriods ? partsAlong(page.body, core, axis, dotsPerMm) : []) {
    const own = Array.from({ length: count - 1 }, (_, i) => cutAt(cuts, first + (i + 1) * period, dotsPerMm));
    if (own.length > 0 && own.every((cut) => cut !== null)) add([...new Set(own)]);
  }
  for (const even of evenSets(cuts, dotsPerMm)) add(even);
  const [from, to] = rangeOf(core, axis);
  const ways = [...sets.values()].map((chosen) => evenOf(chosen, [from, to], dotsPerMm)).filter((way) => way !== null);
  const whole = { cuts: [], first: from, pitch: to - from };
  return [whole, ...ways.toSorted((a, b) => evenSum(b.cuts) - evenSum(a.cuts)).slice(0, MOST_WAYS)];
}

/** The cut whose gap contains a place. */
function cutAt(cuts: readonly Cut[], at: number, dotsPerMm: number): Cut | null {
  return cuts.find((cut) => Math.abs(cut.at - at) <= Math.max(3, (cut.white / 2) * dotsPerMm + 1)) ?? null;
}

const SMALLEST_MM = 12;

/** Subsets of the cuts that are evenly spaced. */
function evenSets(cuts: readonly Cut[], dotsPerMm: number): readonly (readonly Cut[])[] {
  const near = 1.5 * dotsPerMm;
  const sets: (readonly Cut[])[] = [];
  for (const [i, one] of cuts.entries()) {
    for (const next of cuts.slice(i + 1)) {
      const period = next.at - one.at;
      if (period < SMALLEST_MM * dotsPerMm) continue;
      const chosen = [one, next];
      for (let at = next.at + period; ;) {
        const found = cuts.find((cut) => Math.abs(cut.at - at) <= Math.max(near, cut.white * 0.4 * dotsPerMm));
        if (found === undefined) break;
        chosen.push(found);
        at += period;
      }
      sets.push(chosen);
    }
  }
  return sets;
}

/** Null if the parts are not of one size. The outer parts end at their ink, so some of their white is missing. */
function evenOf(cuts: readonly Cut[], [start, end]: readonly [number, number], dotsPerMm: number): Even | null {
  const edges = [start, ...cuts.map(({ at }) => at), end];
  const sizes = edges.slice(1).map((to, i) => to - (edges[i] ?? 0));
  const [inner, outer] = [sizes.slice(1, -1), [sizes[0] ?? 0, sizes.at(-1) ?? 0]];
  const pitch = inner.length > 0 ? inner.reduce((sum, size) => sum + size, 0) / inner.length : Math.max(...outer);
  if (pitch < SMALLEST_MM * dotsPerMm) return null;
  const off = Math.max(1.5 * dotsPerMm, pitch * 0.02);
  const slack = Math.max(...cuts.map(({ white }) => white)) * dotsPerMm * 0.6 + off * 1.5 + pitch * 0.12;
  const firstCut = fitted(cuts, pitch);
  const isEven =
    cuts.every((cut, i) => Math.abs(cut.at - firstCut - i * pitch) <= Math.max(off, cut.white * 0.4 * dotsPerMm)) &&
    outer.every((size) => size <= pitch + slack && size >= pitch - slack);
  return isEven ? { cuts, first: firstCut - pitch, pitch } : null;
}

/** The place of the first cut for evenly spaced cuts. */
function fitted(cuts: readonly Cut[], pitch: number): number {
  return cuts.reduce((sum, { at }, i) => sum + at - i * pitch, 0) / Math.max(1, cuts.length);
}
