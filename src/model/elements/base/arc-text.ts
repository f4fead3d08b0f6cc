import { applyToPoint, boundsOfPoints, type Affine, type Point, type Rect } from '#model/kernel/geometry.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { arcInBox, arcPath, depthMm, placeOnArc, radiusAt, type Arc } from './arc.ts';
import type { GlyphRun, GlyphsOp, PathOp, RectOp } from './display-op.ts';
import type { CourseMeasure, CourseText } from './fit-course.ts';
import { FIT_TOLERANCE_MM, linesOf, shapeRequest } from './fit-text.ts';
import type { LayoutContext, ShapedText } from './layout.ts';
import { lineLetters, spreadLetters, type LineLetter } from './line-letters.ts';
import type { StyledText } from './styled-text.ts';
import { anchorOffset, decorations, inkOf } from './text-block.ts';

const FULL_CIRCLE = 2 * Math.PI - 1e-6;

/** Lines of a text on concentric arcs; the first is the upper one. */
export interface MeasuredArc extends CourseMeasure {
  readonly arc: Arc;
  readonly lines: readonly ArcLine[];
  readonly sizeMm: Mm;
}

interface ArcLine {
  readonly shaped: ShapedText;
  /** Top and baseline below the top of all lines. */
  readonly topMm: Mm;
  readonly baselineMm: Mm;
}

/** What a text on a course paints. */
export interface CourseOps {
  readonly ops: readonly (GlyphsOp | PathOp | RectOp)[];
  readonly painted: Rect;
}

/** Shapes each line as a paragraph of its own. The arc is the largest in the box that has room for all of them. */
export function measureArc(
  element: CourseText,
  whole: StyledText,
  sizeMm: Mm,
  { measure }: Pick<LayoutContext, 'measure'>,
): MeasuredArc {
  // A line keeps its own length here; it is spread when it is placed.
  const style = { ...element, align: 'left' } as const;
  let topMm = 0;
  const lines = linesOf(whole).map(({ text, spans }): ArcLine => {
    const shaped = measure.shape(shapeRequest(style, 0, text, sizeMm, spans));
    const line = { shaped, topMm, baselineMm: topMm + (shaped.lines[0]?.baselineMm ?? 0) };
    topMm += shaped.heightMm;
    return line;
  });
  const arc = arcInBox(element, { width: element.widthMm, height: element.heightMm }, topMm);
  const isInside =
    arc.radiusMm + FIT_TOLERANCE_MM >= topMm &&
    lines.every((line) => line.shaped.widthMm <= arc.angle * radiusAt(arc, line.baselineMm) + FIT_TOLERANCE_MM);
  const shares = lines.map(({ shaped, baselineMm }) => {
    const needed = shaped.widthMm + arc.angle * depthMm(arc, baselineMm);
    return needed > 0 ? (arc.angle * arc.radiusMm) / needed : 1;
  });
  const share = Math.max(
    0,
    shares.reduce((least, each) => Math.min(least, each), Math.min(1, arc.radiusMm / topMm)),
  );
  return { arc, lines, sizeMm, isInside, share };
}

/**
 * Places each letter with its marks on the circle of its baseline: turned around the middle of its width, like the
 * letters of a seal. Underlines follow the circle.
 */
export function setOnArc(element: CourseText, { arc, lines, sizeMm }: MeasuredArc): CourseOps {
  const spacingMm = fontUnitsToMm(element.letterSpacing) * (sizeMm / fontUnitsToMm(element.fontSize));
  const set = lines.map((line) => setLine(element, arc, line, sizeMm, spacingMm));
  return { ops: set.flatMap(({ ops }) => ops), painted: boundsOfPoints(set.flatMap(({ corners }) => corners)) };
}

function setLine(
  element: CourseText,
  arc: Arc,
  line: ArcLine,
  sizeMm: Mm,
  spacingMm: Mm,
): { readonly ops: CourseOps['ops']; readonly corners: readonly Point[] } {
  const { shaped, topMm, baselineMm } = line;
  const letters = lineLetters(shaped, spacingMm);
  const arcMm = arc.angle * radiusAt(arc, baselineMm);
  const freeMm = arcMm - shaped.widthMm;
  const moves = spreadLetters(letters, freeMm, {
    align: element.align,
    isClosed: arc.angle >= FULL_CIRCLE,
    keepsWords: true,
  });
  const firstMm = -arcMm / 2 + (moves === null ? anchorOffset(element.align, freeMm) : 0);
  const moveOf = (index: number): Mm => firstMm + (moves?.[index] ?? 0);

  const positions = shaped.runs.map((run) => new Float32Array(run.positions.length));
  const turns = shaped.runs.map((run) => new Float32Array(run.positions.length));
  const corners: Point[] = [];
  for (const [i, { startMm, endMm, run, from, to }] of letters.entries()) {
    const move = moveOf(i);
    const place = placeOnArc(arc, { x: move + (startMm + endMm) / 2, y: baselineMm });
    placeGlyphs(shaped.runs[run], from, to, multiplied(place, move, topMm), positions[run], turns[run]);
    // The outline of the line is bent: ink is lower than the corners of a wide letter that are beyond it.
    for (const x of [move + startMm, move + (startMm + endMm) / 2, move + endMm]) {
      const bent = placeOnArc(arc, { x, y: baselineMm });
      for (const y of [topMm, topMm + shaped.heightMm]) corners.push(applyToPoint(bent, { x, y }));
    }
  }
  const glyphs = shaped.runs.map((run, i): GlyphsOp => ({
    type: 'glyphs',
    run: { ...run, positions: positions[i] ?? run.positions, turns: turns[i] ?? new Float32Array() },
    ...inkOf(element, run),
  }));
  const alongOf = (x: Mm): Mm => x + moveOf(Math.max(0, lastStartingBefore(letters, x + FIT_TOLERANCE_MM)));
  const rules = decorations(element, shaped, sizeMm).map(({ x, y, width, height, ...part }): PathOp => ({
    type: 'path',
    data: arcPath(arc, alongOf(x), alongOf(x + width - 2 * FIT_TOLERANCE_MM), baselineMm, topMm + y + height / 2),
    ...inkOf(element, part),
    paint: { style: 'stroke', widthMm: height },
  }));
  return { ops: [...glyphs, ...rules], corners };
}

/** The index of the last letter that starts at this place or before it; -1 for none. */
function lastStartingBefore(letters: readonly LineLetter[], x: Mm): number {
  let [from, to] = [0, letters.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((letters[middle]?.startMm ?? Infinity) <= x) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** The place of a letter for glyphs whose positions are in their own line. */
function multiplied({ a, b, c, d, e, f }: Affine, dx: Mm, dy: Mm): Affine {
  return { a, b, c, d, e: e + a * dx + c * dy, f: f + b * dx + d * dy };
}

function placeGlyphs(
  run: GlyphRun | undefined,
  from: number,
  to: number,
  place: Affine,
  positions: Float32Array | undefined,
  turns: Float32Array | undefined,
): void {
  if (run === undefined || positions === undefined || turns === undefined) return;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const { x, y } = applyToPoint(place, { x: run.positions[i] ?? 0, y: run.positions[i + 1] ?? 0 });
    positions[i] = x;
    positions[i + 1] = y;
    turns[i] = place.a;
    turns[i + 1] = place.b;
  }
}
