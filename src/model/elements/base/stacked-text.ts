import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { boundsOfPoints, type Point } from '#model/kernel/geometry.ts';
import type { CourseOps } from './arc-text.ts';
import type { GlyphsOp, RectOp } from './display-op.ts';
import type { CourseMeasure, CourseText } from './fit-course.ts';
import { FIT_TOLERANCE_MM, linesOf, shapeRequest } from './fit-text.ts';
import { JoinedRuns } from './joined-runs.ts';
import type { LayoutContext, ShapedText } from './layout.ts';
import { graphemesOf, spreadLetters } from './line-letters.ts';
import { largestOf } from './paragraphs.ts';
import { slicedText, type StyledText } from './styled-text.ts';
import { anchorOffset, decorations, inkOf } from './text-block.ts';
import { isRightToLeft } from './text-direction.ts';

/** The gap between two columns, in em. */
const COLUMN_GAP_EM = 0.3;
/** The height of a space, as a part of that of a letter. */
const SPACE_SHARE = 0.5;
const SPACE = /^\s/u;

/** Upright letters in columns. */
export interface MeasuredStack extends CourseMeasure {
  readonly columns: readonly StackColumn[];
  readonly sizeMm: Mm;
  /** The width of each column, and of all of them with their gaps. */
  readonly columnMm: Mm;
  readonly widthMm: Mm;
  readonly isRightToLeft: boolean;
}

interface StackColumn {
  readonly letters: readonly StackLetter[];
  readonly heightMm: Mm;
}

interface StackLetter {
  readonly text: string;
  readonly shaped: ShapedText;
  readonly topMm: Mm;
}

/**
 * Shapes each letter with its marks on its own, so that Arabic letters have their isolated forms. Each line is a column.
 * The pitch of the letters is that of lines plus the letter spacing.
 */
export function measureStack(
  element: CourseText,
  whole: StyledText,
  sizeMm: Mm,
  { measure }: Pick<LayoutContext, 'measure'>,
): MeasuredStack {
  const style = { ...element, align: 'left', letterSpacing: 0 } as const;
  const spacingMm = fontUnitsToMm(element.letterSpacing) * (sizeMm / fontUnitsToMm(element.fontSize));
  // A long text has few different letters.
  const plain = new Map<string, ShapedText>();
  const shapedLetter = ({ text, spans }: StyledText): ShapedText => {
    const known = spans.length === 0 ? plain.get(text) : undefined;
    if (known !== undefined) return known;
    const shaped = measure.shape(shapeRequest(style, 0, text, sizeMm, spans));
    if (spans.length === 0) plain.set(text, shaped);
    return shaped;
  };
  const columns = linesOf(whole).map((line): StackColumn => {
    let topMm = 0;
    const letters = graphemesOf(line.text).map(({ start, end }): StackLetter => {
      const letter = slicedText(line, start, end);
      const shaped = shapedLetter(letter);
      const placed = { text: letter.text, shaped, topMm };
      topMm += shaped.heightMm * (SPACE.test(letter.text) ? SPACE_SHARE : 1) + spacingMm;
      return placed;
    });
    return { letters, heightMm: Math.max(0, topMm - spacingMm) };
  });
  const columnMm = largestOf(columns.flatMap(({ letters }) => letters.map(({ shaped }) => shaped.widthMm)));
  const widthMm = columns.length * columnMm + (columns.length - 1) * COLUMN_GAP_EM * sizeMm;
  const heightMm = largestOf(columns.map((column) => column.heightMm));
  return {
    columns,
    sizeMm,
    columnMm,
    widthMm,
    isRightToLeft: isRightToLeft(whole.text),
    isInside: widthMm <= element.widthMm + FIT_TOLERANCE_MM && heightMm <= element.heightMm + FIT_TOLERANCE_MM,
    share: Math.min(
      widthMm > element.widthMm ? element.widthMm / widthMm : 1,
      heightMm > element.heightMm ? element.heightMm / heightMm : 1,
    ),
  };
}

/**
 * Places each letter in the middle of its column. The next column is to the right, and to the left in right-to-left
 * texts, from that edge of the box on.
 */
export function setInColumns(element: CourseText, measured: MeasuredStack): CourseOps {
  const { columns, sizeMm, columnMm, widthMm } = measured;
  const runs = new JoinedRuns();
  const rules: RectOp[] = [];
  const corners: Point[] = [];
  for (const [i, { letters, heightMm }] of columns.entries()) {
    const fromStart = i * (columnMm + COLUMN_GAP_EM * sizeMm);
    const left = measured.isRightToLeft ? element.widthMm - columnMm - fromStart : fromStart;
    const freeMm = element.heightMm - heightMm;
    const moves = spreadLetters(letters, freeMm, { align: element.align });
    const first = moves === null ? anchorOffset(element.align, freeMm) : 0;
    for (const [j, { shaped, topMm }] of letters.entries()) {
      const x = left + (columnMm - shaped.widthMm) / 2;
      const y = first + topMm + (moves?.[j] ?? 0);
      runs.add(shaped, x, y);
      for (const rect of decorations(element, shaped, sizeMm)) {
        rules.push({ type: 'rect', rect: { ...rect, x: rect.x + x, y: rect.y + y }, ...inkOf(element, rect) });
      }
      corners.push({ x, y }, { x: x + shaped.widthMm, y: y + shaped.heightMm });
    }
  }
  const glyphs = runs.runs().map((run): GlyphsOp => ({ type: 'glyphs', run, ...inkOf(element, run) }));
  const painted = corners.length === 0 ? { x: 0, y: 0, width: widthMm, height: 0 } : boundsOfPoints(corners);
  return { ops: [...glyphs, ...rules], painted };
}
