import type { Evidence } from './evidence.ts';
import { sharedBox, type PixelBox } from './ink.ts';
import { inkIn } from './ink-sums.ts';
import { partsAlong } from './lattice.ts';
import { part, rangeOf, sumOf, type Axis, type Cut } from './layout-cuts.ts';
import { areCentred, centredBits, stockPlace } from './placement.ts';
import { stockGridsOf } from './stock-grids.ts';
import { WEIGHTS as W } from './layout-weights.ts';
import { similarityOf } from './similarity.ts';
import { whitespaceLattice } from './whitespace.ts';

/** A header is at least this far from the grid. */
const BEYOND_MM = 1.2;
/** Ink in white, in pixels. */
const MOST_DIRT = 4;
/** A smaller page is a label itself more often than a sheet. */
const SHEET_MM = 200;
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
  const isSheet = Math.max(page.ink.width, page.ink.height) >= SHEET_MM * dotsPerMm;
  const seeksPeriods = share >= LEAST_SOUGHT;
  const [columns, rows] = [evenWays(page, core, 'x', xs, seeksPeriods), evenWays(page, core, 'y', ys, seeksPeriods)];
  const found: Cells[] = [];
  const stock = stockGridsOf(page.ink.width / dotsPerMm, page.ink.height / dotsPerMm);
  for (const columnsWay of columns) {
    for (const rowsWay of rows) {
      const onStock = stockPlace(stock, columnsWay.cuts, rowsWay.cuts, dotsPerMm);
      const middle =
        centredBits(columnsWay.cuts, page.ink.width, dotsPerMm) + centredBits(rowsWay.cuts, page.ink.height, dotsPerMm);
      const isStock = onStock !== null && onStock.bits > middle;
      const across = isStock && columnsWay.cuts.length > 1 ? { ...columnsWay, first: onStock.left } : columnsWay;
      const down = isStock && rowsWay.cuts.length > 1 ? { ...rowsWay, first: onStock.top } : rowsWay;
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
      const similarity = similarityOf(page.sums, filled, dotsPerMm, true);
      let score = evenSum(across.cuts) + evenSum(down.cuts) + share * W.even * Math.log2(count);
      if (similarity !== null)
        score +=
          share * W.similarity * Math.max(0, similarity - W.leastSimilarity + W.doubling * Math.log2(filled.length));
      score += share * (isSheet ? W.placed : 0) * Math.max(middle, onStock?.bits ?? 0);
      const edges = (even: Even, [start, end]: readonly [number, number]): readonly number[] => [
        start,
        ...even.cuts.map((cut, i) => placeOf(cut, even.first + (i + 1) * even.pitch, dotsPerMm)),
        end,
      ];
      // The outer cells include the lines of their labels, which are outside of the content.
      const lefts = edges(across, endsOf(page, across, area, 'x'));
      const tops = edges(down, endsOf(page, down, area, 'y'));
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
    // The outer cells may extend beyond this part, to content that belongs to another one.
    const boxes = cells.map((cell) => sharedBox(cell, area));
    found.push({ boxes, score: cut * 1.5 + share * (repeated + W.lattice) });
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, MOST_CELLS);
}

/** A cut in white is where the grid has it: the content on its sides ends anywhere in its cells. */
function placeOf({ at, white, isOnLine }: Cut, expected: number, dotsPerMm: number): number {
  const reach = isOnLine ? 0 : Math.max(0, (white / 2) * dotsPerMm - 2);
  return Math.round(Math.min(at + reach, Math.max(at - reach, expected)));
}

/**
 * Where the outer cells of a grid end: at the end of the area, or at a full cell if white is there and the content beyond
 * is a header or footer.
 */
function endsOf(page: Evidence, even: Even, area: PixelBox, axis: Axis): readonly [number, number] {
  const [start, end] = rangeOf(area, axis);
  if (even.cuts.length < 2) return [start, end];
  const beyond = Math.max(1, BEYOND_MM * page.ink.dotsPerMm);
  const [first, last] = [even.first, even.first + (even.cuts.length + 1) * even.pitch];
  const isWhite = (from: number, to: number): boolean => inkIn(page.body, part(area, axis, from, to)) <= MOST_DIRT;
  const [before, after] = [Math.round(first - beyond), Math.round(last + beyond)];
  return [
    before > start && isWhite(before, Math.round(first)) ? before : start,
    after < end && isWhite(Math.round(last), after) ? after : end,
  ];
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
  const size = axis === 'x' ? page.ink.width : page.ink.height;
  const ways = [...sets.values()]
    .map((chosen) => evenOf(chosen, [from, to], dotsPerMm))
    .filter((way) => way !== null)
    .map((way) => centredOn(way, size, dotsPerMm));
  const whole = { cuts: [], first: from, pitch: to - from };
  return [whole, ...ways.toSorted((a, b) => evenSum(b.cuts) - evenSum(a.cuts)).slice(0, MOST_WAYS)];
}

/** The grid in the middle of its page if the white around its cuts allows it. */
function centredOn(way: Even, pageSize: number, dotsPerMm: number): Even {
  if (way.cuts.length < 2 || !areCentred(way.cuts, pageSize, dotsPerMm)) return way;
  return { ...way, first: (pageSize - way.pitch * (way.cuts.length + 1)) / 2 };
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
