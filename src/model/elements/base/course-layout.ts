import type { Rect } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import type { Mm } from '#model/kernel/units.ts';
import { measureArc, setOnArc, type CourseOps } from './arc-text.ts';
import { fitCourse, type CourseText, type FittedCourse } from './fit-course.ts';
import { layoutSides, type FlagSides } from './flag-sides.ts';
import type { ElementLayout, LayoutContext } from './layout.ts';
import { measureStack, setInColumns } from './stacked-text.ts';
import type { StyledText } from './styled-text.ts';
import { around, boxBehind, layoutTextBlock, missingGlyphs, paleColors } from './text-block.ts';
import { isArc } from './text-course.ts';

interface SetCourse extends CourseOps {
  readonly sizeMm: Mm;
  readonly outcome: FittedCourse<never>['outcome'];
  /** Code points for which no font has a glyph. */
  readonly missing: readonly number[];
}

/** Lays out a text on its course, on each side of its flag. An empty one gives a placeholder. */
export function layoutCourse(
  element: CourseText & FlagSides,
  whole: StyledText,
  context: LayoutContext,
): ElementLayout {
  return layoutSides(element, (side) =>
    side.course === 'straight' || whole.text === ''
      ? layoutTextBlock(side, whole, context)
      : layoutOneSide(side, whole, context),
  );
}

function layoutOneSide(element: CourseText, whole: StyledText, context: LayoutContext): ElementLayout {
  // A course has lines of its own.
  const { ops, painted, sizeMm, outcome, missing } = setCourse(
    { ...element, autoWrap: false, arrange: 'horizontal' },
    whole,
    context,
  );
  const content: Rect = around(painted, element);
  const runs = ops.flatMap((op) => (op.type === 'glyphs' ? [op.run] : []));
  return {
    ops: [...boxBehind(element, content), ...ops],
    content,
    symbols: [],
    problems: missingGlyphs(element, missing),
    warnings: [...(outcome === 'shortened' ? [problem('text.shortened')] : []), ...paleColors(element, runs)],
    overflows: outcome === 'tooLong' ? [problem('text.tooLong')] : [],
    placeholder: false,
    fitted: [{ sizeMm, isTooLong: outcome === 'tooLong' }],
  };
}

function setCourse(element: CourseText, whole: StyledText, context: LayoutContext): SetCourse {
  if (isArc(element.course)) {
    const { measured, ...fitted } = fitCourse(element, whole, context, (text, sizeMm) =>
      measureArc(element, text, sizeMm, context),
    );
    const missing = [...new Set(measured.lines.flatMap(({ shaped }) => shaped.missing))];
    return { ...setOnArc(element, measured), ...fitted, missing };
  }
  const { measured, ...fitted } = fitCourse(element, whole, context, (text, sizeMm) =>
    measureStack(element, text, sizeMm, context),
  );
  const missing = [
    ...new Set(measured.columns.flatMap(({ letters }) => letters.flatMap(({ shaped }) => shaped.missing))),
  ];
  return { ...setInColumns(element, measured), ...fitted, missing };
}
