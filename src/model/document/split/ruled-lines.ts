import type { Ink, PixelBox } from './ink.ts';
import type { InkSums } from './ink-sums.ts';
import { similarityOf } from './similarity.ts';

/** The covered share of a line from one side of the frame to the other. */
const LEAST_COVERED = 0.93;
/** The largest distance of a line from its place in an even grid. */
const OFF_MM = 1;
/** How far other content, such as dirt or a long name, may extend beyond the grid. */
const BEYOND_MM = 3;
/** No label is smaller than this. */
const SMALLEST_MM = 12;
const MOST_PARTS = 20;
/** Cells of a form differ; labels of a sheet are alike. */
const LEAST_SIMILARITY = 0.4;

/** Share of a cell that may be missing outside of an open grid, because labels have white at their edges. */
const OPEN_SHARE = 0.5;

export interface Grid {
  readonly cells: readonly PixelBox[];
  readonly similarity: number;
}

/** The cells of a frame that full-width lines divide evenly; null if it is one label. */
export function ruledGrid(ink: Ink, sums: InkSums, frame: PixelBox): Grid | null {
  const columns = divisions(rulesOf(ink, frame, 'x'), frame.left, frame.right, ink.dotsPerMm, 0);
  const rows = divisions(rulesOf(ink, frame, 'y'), frame.top, frame.bottom, ink.dotsPerMm, 0);
  return finest(ink, sums, [[frame.left, frame.right], ...columns], [[frame.top, frame.bottom], ...rows]);
}

/**
 * The cells between crossing lines without a frame around them: a scanner's border erased a side, or there is none. Lines
 * of one direction only are no grid, because labels have such lines themselves.
 */
export function openGrid(ink: Ink, sums: InkSums, box: PixelBox): Grid | null {
  const columns = divisions(rulesOf(ink, box, 'x'), box.left, box.right, ink.dotsPerMm, OPEN_SHARE);
  const rows = divisions(rulesOf(ink, box, 'y'), box.top, box.bottom, ink.dotsPerMm, OPEN_SHARE);
  return finest(ink, sums, columns, rows);
}

type Divided = readonly (readonly number[])[];

function finest(ink: Ink, sums: InkSums, columns: Divided, rows: Divided): Grid | null {
  const grids = columns.flatMap((xs) => rows.map((ys) => cellsBetween(xs, ys))).filter((cells) => cells.length > 1);
  for (const cells of grids.toSorted((a, b) => b.length - a.length)) {
    // The lines themselves are the same everywhere and prove nothing.
    const inside = inner(cells, Math.round(1.2 * ink.dotsPerMm));
    const similarity = similarityOf(sums, inside, ink.dotsPerMm);
    if (similarity !== null && similarity >= LEAST_SIMILARITY) return { cells, similarity };
  }
  return null;
}

/** Middles of the lines that cross the whole frame, including its sides. */
function rulesOf(ink: Ink, frame: PixelBox, along: 'x' | 'y'): readonly number[] {
  const isAcross = along === 'y';
  const [from, to] = isAcross ? [frame.top, frame.bottom] : [frame.left, frame.right];
  const length = isAcross ? frame.right - frame.left : frame.bottom - frame.top;
  const lines: number[] = [];
  let start = -1;
  for (let at = from; at <= to; at++) {
    const isRule = at < to && covered(ink, frame, at, isAcross) >= length * LEAST_COVERED;
    if (isRule && start < 0) start = at;
    if (!isRule && start >= 0) {
      lines.push((start + at) / 2);
      start = -1;
    }
  }
  return lines;
}

/** The number of pixels along a row or column with ink in it or in a neighboring one. */
function covered({ bits, width, height }: Ink, frame: PixelBox, at: number, isAcross: boolean): number {
  let count = 0;
  if (isAcross) {
    const [above, below] = [Math.max(0, at - 1) * width, Math.min(height - 1, at + 1) * width];
    for (let x = frame.left; x < frame.right; x++) {
      if (bits[at * width + x] === 1 || bits[above + x] === 1 || bits[below + x] === 1) count += 1;
    }
    return count;
  }
  const [before, after] = [Math.max(0, at - 1), Math.min(width - 1, at + 1)];
  for (let row = frame.top * width; row < frame.bottom * width; row += width) {
    if (bits[row + at] === 1 || bits[row + before] === 1 || bits[row + after] === 1) count += 1;
  }
  return count;
}

/**
 * All ways to divide an extent evenly at its lines, with the actual places of the lines. The outermost lines may be missing
 * if they would be outside by at most a share of a part.
 */
function divisions(
  lines: readonly number[],
  from: number,
  to: number,
  dotsPerMm: number,
  openShare: number,
): readonly (readonly number[])[] {
  const [off, beyond] = [OFF_MM * dotsPerMm, BEYOND_MM * dotsPerMm];
  const found = new Map<string, readonly number[]>();
  for (const [i, line] of lines.entries()) {
    for (const next of lines.slice(i + 1)) {
      const period = next - line;
      const outside = off + openShare * period;
      const first = line - Math.ceil((line - from - beyond) / period) * period;
      const parts = Math.ceil((to - beyond - first) / period);
      const isLarge = period >= SMALLEST_MM * dotsPerMm;
      if (!isLarge || parts < 2 || parts > MOST_PARTS || first < from - outside) continue;
      if (first + parts * period > to + outside) continue;
      const edgeOr = (edge: number, wanted: number): number =>
        openShare === 0 && Math.abs(edge - wanted) <= off ? edge : wanted;
      const places = Array.from({ length: parts + 1 }, (_, at) => {
        const wanted = first + at * period;
        const near = lines.filter((each) => Math.abs(each - wanted) <= off);
        const best = near.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
        if (best !== undefined) return best;
        return at === 0 ? edgeOr(from, wanted) : at === parts ? edgeOr(to, wanted) : undefined;
      });
      if (places.every((place) => place !== undefined)) found.set(places.join(), places);
    }
  }
  return [...found.values()];
}

function cellsBetween(xs: readonly number[], ys: readonly number[]): readonly PixelBox[] {
  return ys.slice(1).flatMap((bottom, row) =>
    xs.slice(1).map((right, column) => ({
      left: Math.round(xs[column] ?? 0),
      top: Math.round(ys[row] ?? 0),
      right: Math.round(right),
      bottom: Math.round(bottom),
    })),
  );
}

function inner(cells: readonly PixelBox[], by: number): readonly PixelBox[] {
  return cells.map(({ left, top, right, bottom }) => ({
    left: left + by,
    top: top + by,
    right: right - by,
    bottom: bottom - by,
  }));
}
