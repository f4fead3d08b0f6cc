import type { ClosedRect } from './closed-rects.ts';
import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';
import { inkIn, inkSums, type InkSums } from './ink-sums.ts';
import type { ThinLine, ThinLines } from './thin-lines.ts';

/** The arc of a round corner is as large at most. */
const CORNER_MM = 6;
/** Scissors and words on a line to cut at are as high, and as far from its ends. */
const SIGN_MM = 6;
const BEYOND_MM = 9;
const OFF_MM = 1.4;
const LONG_MM = 45;
/** Marks for cutting: how long and thick, and how far from everything else. */
const SHORTEST_MARK_MM = 2;
const LONGEST_MARK_MM = 15;
const MARK_THICK_MM = 0.6;
const ALONE_MM = 0.9;

/** Without what belongs to lines and not to labels: arcs of round corners, scissors at lines to cut at. */
export function withoutOrnaments(ink: Ink, { across, down }: ThinLines, rects: readonly ClosedRect[]): Ink {
  const found = componentsOf(ink);
  const sums = inkSums(ink);
  const long = (lines: readonly ThinLine[]): readonly ThinLine[] =>
    lines.filter(({ isBroken, from, to }) => isBroken && to - from >= LONG_MM * ink.dotsPerMm);
  const [rows, columns] = [long(across), long(down)];
  const goes = found.list.map(({ box, area }) => {
    const { left, top, right, bottom } = box;
    const side = Math.max(right - left, bottom - top);
    if (side > LONGEST_MARK_MM * ink.dotsPerMm) return false;
    const isSign =
      side <= SIGN_MM * ink.dotsPerMm &&
      (rows.some((line) => isOn(line, (top + bottom) / 2, left, right, ink.dotsPerMm)) ||
        columns.some((line) => isOn(line, (left + right) / 2, top, bottom, ink.dotsPerMm)));
    return (
      isSign || isMark(sums, box, area, ink.dotsPerMm) || rects.some((rect) => isArc(rect.box, box, ink.dotsPerMm))
    );
  });
  const bits = ink.bits.slice();
  for (let i = 0; i < found.owners.length; i++) {
    if (goes[found.owners[i] ?? 0] !== true) continue;
    const row = (found.runs[i * 3] ?? 0) * ink.width;
    bits.fill(0, row + (found.runs[i * 3 + 1] ?? 0), row + (found.runs[i * 3 + 2] ?? 0));
  }
  return { ...ink, bits };
}

/** A cross, an angle or a stroke that nothing is near: it says where to cut. */
function isMark(sums: InkSums, { left, top, right, bottom }: PixelBox, area: number, dotsPerMm: number): boolean {
  const [wide, high] = [right - left, bottom - top];
  if (Math.max(wide, high) < SHORTEST_MARK_MM * dotsPerMm || area > (wide + high) * MARK_THICK_MM * dotsPerMm)
    return false;
  const by = Math.round(ALONE_MM * dotsPerMm);
  return inkIn(sums, { left: left - by, top: top - by, right: right + by, bottom: bottom + by }) === area;
}

function isOn(line: ThinLine, middle: number, from: number, to: number, dotsPerMm: number): boolean {
  const beyond = BEYOND_MM * dotsPerMm;
  return Math.abs(line.at - middle) <= OFF_MM * dotsPerMm && from >= line.from - beyond && to <= line.to + beyond;
}

/** In a corner, and at both of its sides. */
function isArc(rect: PixelBox, { left, top, right, bottom }: PixelBox, dotsPerMm: number): boolean {
  const [corner, near] = [CORNER_MM * dotsPerMm, 0.8 * dotsPerMm];
  const isAcross =
    Math.abs(left - rect.left) <= near
      ? right <= rect.left + corner
      : Math.abs(right - rect.right) <= near && left >= rect.right - corner;
  const isDown =
    Math.abs(top - rect.top) <= near
      ? bottom <= rect.top + corner
      : Math.abs(bottom - rect.bottom) <= near && top >= rect.bottom - corner;
  return isAcross && isDown;
}
