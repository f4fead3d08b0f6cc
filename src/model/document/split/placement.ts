import type { Cut } from './layout-cuts.ts';
import type { StockGrid } from './stock-grids.ts';

/** Half of the tolerance for a cut without white around it: a line, in mm. */
const LINE_MM = 0.7;
/** Cuts are somewhere in this share of a page, if its margins are not known. */
const FREE_SHARE = 0.3;
const MOST_BITS = 5;
/** Tolerance for the places of many cuts, as a share of their period. */
const LATTICE_SHARE = 0.06;

type Place = Pick<Cut, 'at' | 'white'>;

/**
 * Evidence in bits that evenly spaced cuts are those of a grid in the middle of its page, as on nearly all stock: the
 * narrower the white around the cuts, the less likely by chance. 0 if they are elsewhere.
 */
export function centredBits(cuts: readonly Place[], pageSize: number, dotsPerMm: number): number {
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (first === undefined || last === undefined) return 0;
  if (areCentred(cuts, pageSize, dotsPerMm)) return bitsOf(cuts, pageSize, dotsPerMm);
  if (cuts.length === 1) return 0;
  // Cells at one end of the page may be unused: the rest of the grid is still in step with the page's middle.
  const pitch = (last.at - first.at) / (cuts.length - 1);
  const steps = ((first.at + last.at) / 2 - pageSize / 2) / (pitch / 2);
  const off = Math.abs(steps - Math.round(steps)) * (pitch / 2);
  const tolerance = Math.min(...cuts.map((cut) => reachOf(cut, dotsPerMm)), pitch * LATTICE_SHARE);
  return off <= tolerance ? Math.min(MOST_BITS, Math.max(0, Math.log2(pitch / 2 / (2 * tolerance)))) : 0;
}

/** Whether the places may be the same on both sides of the middle of their page, given the white around them. */
export function areCentred(cuts: readonly Place[], pageSize: number, dotsPerMm: number): boolean {
  return cuts.every((cut, i) => {
    const other = cuts[cuts.length - 1 - i] ?? cut;
    const reach = Math.min(reachOf(cut, dotsPerMm), reachOf(other, dotsPerMm));
    return Math.abs((cut.at + other.at) / 2 - pageSize / 2) <= reach;
  });
}

function reachOf({ white }: Place, dotsPerMm: number): number {
  return Math.max(LINE_MM, white / 2) * dotsPerMm;
}

export interface StockPlace {
  readonly bits: number;
  /** Where the first cells begin, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** Stock has many grids: one of them matches some cuts by chance. */
const CHANCE_BITS = 3;

/** The best match of evenly spaced cuts with a grid of stock, of which only a part may be used; null for none. */
export function stockPlace(
  grids: readonly StockGrid[],
  across: readonly Place[],
  down: readonly Place[],
  dotsPerMm: number,
): StockPlace | null {
  let [best, least]: [StockPlace | null, number] = [null, Infinity];
  for (const { columns, rows, left, top, width, height } of grids) {
    const x = startOf(across, columns, left * dotsPerMm, width * dotsPerMm, dotsPerMm);
    const y = x === null ? null : startOf(down, rows, top * dotsPerMm, height * dotsPerMm, dotsPerMm);
    if (x === null || y === null || x.off + y.off >= least) continue;
    const bits =
      bitsOf(across, columns * width * dotsPerMm, dotsPerMm) + bitsOf(down, rows * height * dotsPerMm, dotsPerMm);
    [best, least] = [{ bits: Math.max(0, bits - CHANCE_BITS), left: x.at, top: y.at }, x.off + y.off];
  }
  return best;
}

interface Start {
  readonly at: number;
  /** The sum of the distances between the cuts and those of the stock. */
  readonly off: number;
}

/** Where the cells before the first cut begin if all cuts are those of the stock; null if they are not. */
function startOf(cuts: readonly Place[], count: number, from: number, pitch: number, dotsPerMm: number): Start | null {
  for (let skipped = 0; skipped + cuts.length < count; skipped++) {
    const at = from + skipped * pitch;
    const offs = cuts.map((cut, i) => Math.abs(at + (i + 1) * pitch - cut.at));
    if (offs.every((off, i) => off <= reachOf(cuts[i] ?? { at: 0, white: 0 }, dotsPerMm)))
      return { at, off: offs.reduce((sum, off) => sum + off, 0) };
  }
  return null;
}

function bitsOf(cuts: readonly Place[], pageSize: number, dotsPerMm: number): number {
  if (cuts.length === 0) return 0;
  const narrowest = Math.min(...cuts.map((cut) => reachOf(cut, dotsPerMm)));
  return Math.min(MOST_BITS, Math.max(0, Math.log2((pageSize * FREE_SHARE) / (2 * narrowest))));
}
