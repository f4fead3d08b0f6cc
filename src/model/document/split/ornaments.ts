import type { ClosedRect } from './closed-rects.ts';
import { componentsOf } from './components.ts';
import type { Ink, PixelBox } from './ink.ts';
import { inkIn, inkSums, type InkSums } from './ink-sums.ts';
import type { ThinLine, ThinLines } from './thin-lines.ts';

/** The largest arc of a round corner. */
const CORNER_MM = 6;
/** The largest height of scissors and words on a cut line, and their largest distance from its ends. */
const SIGN_MM = 6;
const BEYOND_MM = 9;
const OFF_MM = 1.4;
const LONG_MM = 45;
/** Crop marks: their length and thickness, and their distance from everything else. */
const SHORTEST_MARK_MM = 2;
const LONGEST_MARK_MM = 15;
const MARK_THICK_MM = 0.6;
const ALONE_MM = 0.9;

/**
 * Tolerance for strokes of marks in one line with another mark, in mm; letters have shorter or thicker strokes, with others
 * near them.
 */
const ALIGNED_MM = 0.8;
const STROKE_MM = { length: 3, thick: 0.5, alone: 1.6 };
/** Share of a stroke's length. */
const LEAST_INKED = 0.8;

/** Crop marks: the cuts that they mark, in pixel rows and columns, and the boxes of the marks. */
export interface CutMarks {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly boxes: readonly PixelBox[];
}

/** The page's content without what belongs to lines and not to labels: arcs of round corners, scissors, crop marks. */
export function withoutOrnaments(
  ink: Ink,
  { across, down }: ThinLines,
  rects: readonly ClosedRect[],
): { readonly ink: Ink; readonly marks: CutMarks } {
  const found = componentsOf(ink);
  const sums = inkSums(ink);
  const long = (lines: readonly ThinLine[]): readonly ThinLine[] =>
    lines.filter(({ isBroken, from, to }) => isBroken && to - from >= LONG_MM * ink.dotsPerMm);
  const [rows, columns] = [long(across), long(down)];
  const marks = found.list.filter(({ box, area }) => {
    const side = Math.max(box.right - box.left, box.bottom - box.top);
    if (side > LONGEST_MARK_MM * ink.dotsPerMm) return false;
    return isMark(sums, box, area, ink.dotsPerMm) || isCross(sums, box, area, ink.dotsPerMm);
  });
  const isMarked = new Set(marks);
  const goes = found.list.map((component) => {
    const { box } = component;
    const { left, top, right, bottom } = box;
    const side = Math.max(right - left, bottom - top);
    if (side > LONGEST_MARK_MM * ink.dotsPerMm) return false;
    const isSign =
      side <= SIGN_MM * ink.dotsPerMm &&
      (rows.some((line) => isOn(line, (top + bottom) / 2, left, right, ink.dotsPerMm)) ||
        columns.some((line) => isOn(line, (left + right) / 2, top, bottom, ink.dotsPerMm)));
    return isSign || isMarked.has(component) || rects.some((rect) => isArc(rect.box, box, ink.dotsPerMm));
  });
  const bits = ink.bits.slice();
  for (let i = 0; i < found.owners.length; i++) {
    if (goes[found.owners[i] ?? 0] !== true) continue;
    const row = (found.runs[i * 3] ?? 0) * ink.width;
    bits.fill(0, row + (found.runs[i * 3 + 1] ?? 0), row + (found.runs[i * 3 + 2] ?? 0));
  }
  const { thick, alone } = STROKE_MM;
  const thin = marks.filter(
    ({ box, area }) => isMark(sums, box, area, ink.dotsPerMm, thick, alone) || isCross(sums, box, area, ink.dotsPerMm),
  );
  return {
    ink: { ...ink, bits },
    marks: strokesOf(
      sums,
      thin.map(({ box }) => box),
      ink.dotsPerMm,
    ),
  };
}

/** Two thin strokes that cross in their middles: content may be close to them. */
function isCross(sums: InkSums, { left, top, right, bottom }: PixelBox, area: number, dotsPerMm: number): boolean {
  const [wide, high] = [right - left, bottom - top];
  const least = STROKE_MM.length * dotsPerMm;
  if (Math.min(wide, high) < least || Math.max(wide, high) > 2 * Math.min(wide, high)) return false;
  if (area > (wide + high) * STROKE_MM.thick * dotsPerMm) return false;
  const row = fullestOf(high, (i) => inkIn(sums, { left, right, top: top + i, bottom: top + i + 1 }));
  const column = fullestOf(wide, (i) => inkIn(sums, { top, bottom, left: left + i, right: left + i + 1 }));
  const isInMiddle = (at: number, length: number): boolean => Math.abs(at - length / 2) <= length / 5;
  return (
    row.ink >= wide * LEAST_INKED &&
    column.ink >= high * LEAST_INKED &&
    isInMiddle(row.at, high) &&
    isInMiddle(column.at, wide)
  );
}

interface Stroke {
  readonly place: number;
  readonly box: PixelBox;
}

/** Places where at least two marks have a stroke in one line: a single one may be a dash of a text. */
function strokesOf(sums: InkSums, boxes: readonly PixelBox[], dotsPerMm: number): CutMarks {
  const least = STROKE_MM.length * dotsPerMm;
  const [rows, columns]: [Stroke[], Stroke[]] = [[], []];
  for (const box of boxes) {
    const { left, top, right, bottom } = box;
    if (right - left >= least) {
      const found = fullestOf(bottom - top, (i) => inkIn(sums, { left, right, top: top + i, bottom: top + i + 1 }));
      if (found.ink >= (right - left) * LEAST_INKED) rows.push({ place: top + found.at, box });
    }
    if (bottom - top >= least) {
      const found = fullestOf(right - left, (i) => inkIn(sums, { top, bottom, left: left + i, right: left + i + 1 }));
      if (found.ink >= (bottom - top) * LEAST_INKED) columns.push({ place: left + found.at, box });
    }
  }
  const [across, down] = [alignedOf(rows, dotsPerMm), alignedOf(columns, dotsPerMm)];
  return {
    rows: across.map(({ place }) => place),
    columns: down.map(({ place }) => place),
    boxes: [...new Set([...across, ...down].map(({ box }) => box))],
  };
}

function fullestOf(length: number, inkAt: (i: number) => number): { readonly at: number; readonly ink: number } {
  let [at, ink] = [0, 0];
  for (let i = 0; i < length; i++) if (inkAt(i) > ink) [at, ink] = [i, inkAt(i)];
  return { at, ink };
}

function alignedOf(strokes: readonly Stroke[], dotsPerMm: number): readonly Stroke[] {
  return strokes.filter(({ place }, i) =>
    strokes.some((other, at) => at !== i && Math.abs(other.place - place) <= ALIGNED_MM * dotsPerMm),
  );
}

/** Whether it is an isolated cross, angle or stroke: a crop mark. */
function isMark(
  sums: InkSums,
  { left, top, right, bottom }: PixelBox,
  area: number,
  dotsPerMm: number,
  thickMm: number = MARK_THICK_MM,
  aloneMm: number = ALONE_MM,
): boolean {
  const [wide, high] = [right - left, bottom - top];
  if (Math.max(wide, high) < SHORTEST_MARK_MM * dotsPerMm || area > (wide + high) * thickMm * dotsPerMm) return false;
  const by = Math.round(aloneMm * dotsPerMm);
  return inkIn(sums, { left: left - by, top: top - by, right: right + by, bottom: bottom + by }) === area;
}

function isOn(line: ThinLine, middle: number, from: number, to: number, dotsPerMm: number): boolean {
  const beyond = BEYOND_MM * dotsPerMm;
  return Math.abs(line.at - middle) <= OFF_MM * dotsPerMm && from >= line.from - beyond && to <= line.to + beyond;
}

/** Whether it is in a corner, touching both of its sides. */
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
