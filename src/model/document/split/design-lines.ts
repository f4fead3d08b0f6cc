import type { Ink } from './ink.ts';
import type { ThinLine, ThinLines } from './thin-lines.ts';

/** The largest distance of a line's end from another line, in mm. */
const AT_MM = 2;
const SHORT_MM = 9;
/** The largest gap between two lines that a round corner joins. */
const ROUND_MM = 6;
/** The longest part of a line that text covers. */
const MOST_INTERRUPTED_MM = 14;
/** Distance from the page's edge: cut lines without another line at their end stop within it. */
const EDGE_MM = 22;

/**
 * Dashed cut lines end at each other or near the page's edges. Marks a dashed line with two loose ends as unbroken: it is
 * part of a label's design.
 */
export function withoutDesignLines({ across, down }: ThinLines, { width, height, dotsPerMm }: Ink): ThinLines {
  const kept = (lines: readonly ThinLine[], others: readonly ThinLine[], extent: number): readonly ThinLine[] => {
    const cuts = lines.filter(
      (line) =>
        line.isBroken &&
        !(isLoose(line, 'from', others, extent, dotsPerMm) && isLoose(line, 'to', others, extent, dotsPerMm)),
    );
    return lines.map((line) => {
      if (!line.isBroken || cuts.includes(line) || continues(line, cuts, dotsPerMm)) return line;
      return { ...line, isBroken: false, isOwn: true };
    });
  };
  return { across: kept(across, down, width), down: kept(down, across, height) };
}

/** Whether it is the continuation of a cut line that text interrupts. */
function continues(line: ThinLine, cuts: readonly ThinLine[], dotsPerMm: number): boolean {
  return cuts.some((other) => {
    if (Math.abs(other.at - line.at) > dotsPerMm) return false;
    return Math.max(other.from - line.to, line.from - other.to) <= MOST_INTERRUPTED_MM * dotsPerMm;
  });
}

/** Whether an end of a line is neither at another line nor at the page's edge. */
function isLoose(
  line: ThinLine,
  end: 'from' | 'to',
  others: readonly ThinLine[],
  extent: number,
  dotsPerMm: number,
): boolean {
  let isShort = false;
  for (const other of others) {
    const beyond = end === 'from' ? line.from - other.at : other.at - line.to;
    if (beyond < -AT_MM * dotsPerMm || beyond > SHORT_MM * dotsPerMm) continue;
    const off = Math.max(other.from - line.at, line.at - other.to, 0);
    if (off > ROUND_MM * dotsPerMm) continue;
    // Both lines of a round corner end before it.
    if (beyond <= AT_MM * dotsPerMm || (off > 0 && beyond <= ROUND_MM * dotsPerMm)) return false;
    if (off === 0) isShort = true;
  }
  const left = end === 'from' ? line.from : extent - line.to;
  return isShort || left > EDGE_MM * dotsPerMm;
}
