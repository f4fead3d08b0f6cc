import type { Size } from '#model/kernel/geometry.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { arcInBox, boxOfArc } from './arc.ts';
import type { CourseText } from './fit-course.ts';
import { isArc } from './text-course.ts';

/** Usual values of text fonts: the pitch of lines and the average width of letters, in em. */
const LINE_EM = 1.2;
const LETTER_EM = 0.55;

/** The length of a text's lines when straight, and their height together. */
interface StraightExtent {
  readonly lengthMm: Mm;
  readonly linesMm: Mm;
}

/**
 * The size of the box in which a text on another course has room for lines that are as long. An estimate: the letters
 * are not measured.
 */
export function sizeOnCourse(before: CourseText, after: CourseText): Size {
  const { lengthMm, linesMm } = straightExtent(before);
  if (isArc(after.course)) return boxOfArc(after, lengthMm, linesMm);
  const emMm = fontUnitsToMm(after.fontSize);
  if (after.course === 'stacked') return { width: linesMm, height: (lengthMm / LETTER_EM) * LINE_EM };
  const across = Math.max(linesMm, LINE_EM * emMm);
  return after.arrange === 'vertical' ? { width: across, height: lengthMm } : { width: lengthMm, height: across };
}

function straightExtent(text: CourseText): StraightExtent {
  const { widthMm, heightMm, course, arrange, autoWrap } = text;
  const lineMm = LINE_EM * fontUnitsToMm(text.fontSize);
  if (isArc(course)) {
    const { radiusMm, angle } = arcInBox(text, { width: widthMm, height: heightMm }, lineMm);
    return { lengthMm: Math.max(lineMm, angle * (radiusMm - lineMm)), linesMm: lineMm };
  }
  if (course === 'stacked') return { lengthMm: (heightMm / LINE_EM) * LETTER_EM, linesMm: widthMm };
  const [lengthMm, linesMm] = arrange === 'vertical' ? [heightMm, widthMm] : [widthMm, heightMm];
  // Wrapped lines become one.
  if (autoWrap) return { lengthMm: lengthMm * Math.max(1, Math.floor(linesMm / lineMm)), linesMm: lineMm };
  return { lengthMm, linesMm };
}
