import type { PixelBox } from './ink.ts';
import type { ThinLine, ThinLines } from './thin-lines.ts';

/** Four lines that meet at their corners. */
export interface ClosedRect {
  readonly box: PixelBox;
  /** One of its sides is dashed or dotted. */
  readonly isBroken: boolean;
}

/** A smaller one frames a code or a line of text, in mm. */
const LEAST_WIDTH_MM = 12;
const LEAST_HEIGHT_MM = 8;
/** The largest distance of a line's end from its corner. */
const NEAR_MM = 1.3;
/** A corner is round if both of its lines end before it. */
const ROUND_MM = 6;
const MOST_RECTS = 1500;
const MOST_TRIED = 20_000;

/** Rectangles of lines, of every size, including nested ones. */
export function closedRects({ across, down }: ThinLines, dotsPerMm: number): readonly ClosedRect[] {
  const rects: ClosedRect[] = [];
  const near = NEAR_MM * dotsPerMm;
  for (const top of across) {
    const lefts = down.filter((line) => isCorner(top, line, 'from', 'from', dotsPerMm));
    const rights = down.filter((line) => isCorner(top, line, 'to', 'from', dotsPerMm));
    for (const bottom of across) {
      if (bottom.at - top.at < LEAST_HEIGHT_MM * dotsPerMm) continue;
      const [starts, ends] = [
        lefts.filter((line) => isCorner(bottom, line, 'from', 'to', dotsPerMm)),
        rights.filter((line) => isCorner(bottom, line, 'to', 'to', dotsPerMm)),
      ];
      for (const left of starts) {
        for (const right of ends) {
          if (right.at - left.at < LEAST_WIDTH_MM * dotsPerMm) continue;
          const box = { left: left.at, top: top.at, right: right.at + 1, bottom: bottom.at + 1 };
          const isBroken = top.isBroken || bottom.isBroken || left.isBroken || right.isBroken;
          if (isBroken && isDivided({ across, down }, box, near)) continue;
          rects.push({ box, isBroken });
          if (rects.length >= MOST_TRIED) return smallest(rects);
        }
      }
    }
  }
  return smallest(rects);
}

type End = 'from' | 'to';

/**
 * Whether a horizontal and a vertical line meet in a corner: each reaches the other, or both end where an arc begins.
 */
function isCorner(row: ThinLine, column: ThinLine, rowEnd: End, columnEnd: End, dotsPerMm: number): boolean {
  const missing = (line: ThinLine, end: End, at: number): number => (end === 'from' ? line.from - at : at - line.to);
  const [across, down] = [missing(row, rowEnd, column.at), missing(column, columnEnd, row.at)];
  const isInside = column.at < (rowEnd === 'from' ? row.to : Infinity) && column.at > (rowEnd === 'to' ? row.from : -1);
  const [near, round] = [NEAR_MM * dotsPerMm, ROUND_MM * dotsPerMm];
  if (!isInside) return false;
  if (across <= near && down <= near) return true;
  return across > 0 && down > 0 && across <= round && down <= round;
}

function smallest(rects: readonly ClosedRect[]): readonly ClosedRect[] {
  const areaOf = ({ box }: ClosedRect): number => (box.right - box.left) * (box.bottom - box.top);
  return rects.length <= MOST_RECTS ? rects : rects.toSorted((a, b) => areaOf(a) - areaOf(b)).slice(0, MOST_RECTS);
}

function spans({ from, to }: ThinLine, start: number, end: number, near: number): boolean {
  return from <= start + near && to >= end - near;
}

/** Whether a cut line goes from side to side. */
function isDivided({ across, down }: ThinLines, { left, top, right, bottom }: PixelBox, near: number): boolean {
  const divides = (
    lines: readonly ThinLine[],
    [from, to]: readonly number[],
    [start, end]: readonly number[],
  ): boolean =>
    lines.some((line) => {
      if (!line.isBroken || line.at <= (from ?? 0) + near || line.at >= (to ?? 0) - near) return false;
      return spans(line, start ?? 0, end ?? 0, near * 3);
    });
  return divides(across, [top, bottom], [left, right]) || divides(down, [left, right], [top, bottom]);
}

/** Lines inside a rectangle that go from side to side. */
export function spansOf(
  lines: readonly ThinLine[],
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
  near: number,
): readonly number[] {
  const places: number[] = [];
  for (const line of lines) {
    if (line.at <= from + near * 2 || line.at >= to - near * 2 || !spans(line, start, end, near)) continue;
    if (line.at - (places.at(-1) ?? -Infinity) > near) places.push(line.at);
  }
  return places;
}
