import { inkBox, type Ink, type PixelBox } from './ink.ts';
import { inkIn, type InkSums } from './ink-sums.ts';
import { nearbyParts, partsAlong, type Parts } from './lattice.ts';
import { similarityOf } from './similarity.ts';

/** Two or three cells are alike by chance more easily than many. */
const LEAST_SIMILARITY = { few: 0.75, many: 0.68 };
/** The number of ways to divide an axis that are combined with those of the other. */
const MOST_WAYS = 4;
/** Bonus for each doubling: more cells that are as much alike explain more of the sheet. */
const FOR_EACH_DOUBLING = 0.08;
/** The white between labels is mostly wider than that within them; beyond this it makes no difference. */
const FOR_CLEAR = 0.1;
const CLEAR_MM = 5;
/** Cells with less ink are empty: dirt, in pixels. */
const LEAST_INK = 12;
const MARGIN_MM = 0.8;

export interface Lattice {
  readonly cells: readonly PixelBox[];
  /** The narrowest white at a cut, in pixels. */
  readonly clear: number;
  readonly boxes: readonly PixelBox[];
  readonly similarity: number;
}

interface Way {
  readonly columns: Parts;
  readonly rows: Parts;
  readonly cells: readonly PixelBox[];
  readonly similarity: number;
  readonly score: number;
}

/** Evenly spaced labels without lines between them; null if nothing repeats in the box. */
export function whitespaceLattice(ink: Ink, sums: InkSums, box: PixelBox): Lattice | null {
  const whole = { columns: undivided(box.left, box.right), rows: undivided(box.top, box.bottom) };
  const way = (columns: Parts, rows: Parts): Way | null => {
    const cells = cellsOf(columns, rows).filter((cell) => inkIn(sums, cell) >= LEAST_INK);
    const similarity = similarityOf(sums, cells, ink.dotsPerMm);
    if (similarity === null) return null;
    const clear = Math.min(1, columns.clear / (CLEAR_MM * ink.dotsPerMm), rows.clear / (CLEAR_MM * ink.dotsPerMm));
    const score = similarity + FOR_EACH_DOUBLING * Math.log2(cells.length) + FOR_CLEAR * clear;
    return { columns, rows, cells, similarity, score };
  };
  const best = (ways: readonly (Way | null)[]): readonly Way[] =>
    ways.filter((each) => each !== null).toSorted((a, b) => b.score - a.score);
  const acrossWays = best(partsAlong(sums, box, 'x', ink.dotsPerMm).map((parts) => way(parts, whole.rows)));
  const downWays = best(partsAlong(sums, box, 'y', ink.dotsPerMm).map((parts) => way(whole.columns, parts)));
  const columns = [whole.columns, ...acrossWays.slice(0, MOST_WAYS).map((each) => each.columns)];
  const rows = [whole.rows, ...downWays.slice(0, MOST_WAYS).map((each) => each.rows)];
  const [found] = best(columns.flatMap((parts) => rows.map((others) => way(parts, others)))).filter(isLikely);
  if (found === undefined) return null;
  const xs = nearbyParts(sums, box, found.columns, 'x').map((parts) => way(parts, found.rows));
  const [wider = found] = best([found, ...xs]);
  const ys = nearbyParts(sums, box, wider.rows, 'y').map((parts) => way(wider.columns, parts));
  const [finest = wider] = best([wider, ...ys]);
  return {
    boxes: labelBoxes(ink, finest),
    cells: finest.cells,
    similarity: finest.similarity,
    clear: Math.min(finest.columns.clear, finest.rows.clear),
  };
}

function isLikely({ cells, similarity }: Way): boolean {
  return similarity >= (cells.length > 3 ? LEAST_SIMILARITY.many : LEAST_SIMILARITY.few);
}

function undivided(from: number, to: number): Parts {
  return { first: from, period: to - from, count: 1, clear: to - from };
}

function cellsOf(columns: Parts, rows: Parts): readonly PixelBox[] {
  return Array.from({ length: columns.count * rows.count }, (_, i) => {
    const left = columns.first + (i % columns.count) * columns.period;
    const top = rows.first + Math.floor(i / columns.count) * rows.period;
    return { left, top, right: left + columns.period, bottom: top + rows.period };
  });
}

/** All boxes have the size of the combined ink of all cells, so that content does not shift between labels. */
function labelBoxes(ink: Ink, { cells }: Way): readonly PixelBox[] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    const found = inkBox(ink, clipped(cell, ink));
    if (found === null) continue;
    left = Math.min(left, found.left - cell.left);
    top = Math.min(top, found.top - cell.top);
    right = Math.max(right, found.right - cell.left);
    bottom = Math.max(bottom, found.bottom - cell.top);
  }
  const margin = MARGIN_MM * ink.dotsPerMm;
  return cells.map((cell) => ({
    left: cell.left + Math.max(0, left - margin),
    top: cell.top + Math.max(0, top - margin),
    right: Math.min(cell.right, cell.left + right + margin),
    bottom: Math.min(cell.bottom, cell.top + bottom + margin),
  }));
}

function clipped({ left, top, right, bottom }: PixelBox, { width, height }: Ink): PixelBox {
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(width, right),
    bottom: Math.min(height, bottom),
  };
}
