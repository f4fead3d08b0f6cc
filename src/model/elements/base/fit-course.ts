import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { cutLines, cutToFit, FIT_STEP_MM, FIT_TOLERANCE_MM, largest, linesOf } from './fit-text.ts';
import type { LayoutContext } from './layout.ts';
import type { StyledText } from './styled-text.ts';
import type { TextCourse } from './text-course.ts';
import type { BoxedText, RunSized, TextFit, TextStyle } from './text-style.ts';

/** A text with its box and its course. */
export interface CourseText extends BoxedText, TextCourse {}

/** Glyphs on a course keep their width, so nothing is condensed. */
export const COURSE_FITS: readonly TextFit[] = ['none', 'shrink', 'resize', 'ellipsis'];

/** A text measured on its course at one size. */
export interface CourseMeasure {
  readonly isInside: boolean;
  /** About the part of its size at which it fits. */
  readonly share: number;
}

export interface FittedCourse<Measure> {
  readonly measured: Measure;
  readonly sizeMm: Mm;
  readonly outcome: 'fits' | 'shortened' | 'tooLong';
}

/**
 * Fits a text to its course as its `fit` says, by the rules of `fitText`: at the largest size that fits, in steps of 0.1
 * point. A text that keeps its size is too long where it leaves the course, because its box doesn't follow from it.
 */
export function fitCourse<Measure extends CourseMeasure>(
  style: TextStyle & RunSized,
  whole: StyledText,
  { groupSizeMm = Infinity }: LayoutContext,
  measure: (text: StyledText, sizeMm: Mm) => Measure,
): FittedCourse<Measure> {
  const ownMm = fontUnitsToMm(style.fontSize);
  const at = (sizeMm: Mm, text = whole): FittedCourse<Measure> => {
    const measured = measure(text, sizeMm);
    return { measured, sizeMm, outcome: measured.isInside ? 'fits' : 'tooLong' };
  };
  switch (style.fit) {
    case 'none':
    // A box doesn't grow by a text on a course.
    case 'grow':
      return at(ownMm);
    case 'ellipsis': {
      const unchanged = at(ownMm);
      if (unchanged.outcome === 'fits') return unchanged;
      const isInside = (text: StyledText): boolean => measure(text, ownMm).isInside;
      // Each line is cut on its own; then the last lines are left out.
      const cut = linesOf(whole).map((line) => (isInside(line) ? line : cutToFit(line, isInside)));
      const shortened = at(ownMm, cutLines(cut, isInside));
      return shortened.outcome === 'fits' ? { ...shortened, outcome: 'shortened' } : shortened;
    }
    case 'shrink':
    case 'resize':
    // Glyphs on a course keep their width.
    case 'condense': {
      const fullMm = style.fit === 'resize' ? fontUnitsToMm(style.maxFontSize) : ownMm;
      const mostMm = Math.min(groupSizeMm, style.runSizeMm ?? Infinity, fullMm);
      const largestOne = at(mostMm);
      if (largestOne.outcome === 'fits') return largestOne;
      const leastMm = Math.min(mostMm, fontUnitsToMm(style.minFontSize));
      const steps = (mm: Mm): number => Math.floor(mm / FIT_STEP_MM + FIT_TOLERANCE_MM);
      const least = Math.ceil(leastMm / FIT_STEP_MM - FIT_TOLERANCE_MM);
      const guess = steps(mostMm * largestOne.measured.share);
      const found = largest(least, steps(mostMm), guess, (size) => measure(whole, size * FIT_STEP_MM).isInside);
      return at(found === null ? leastMm : found * FIT_STEP_MM);
    }
  }
}
