import { codeOf, type ElementFields, type FieldReader } from './fields.ts';

/**
 * The way of a text through its box. `arcTop`: along the outside of an arc, clockwise. `arcBottom`: along the inside of
 * the lower arc, counterclockwise, so that letters at its bottom are upright. `stacked`: upright letters below each
 * other.
 */
export const TEXT_COURSES = ['straight', 'arcTop', 'arcBottom', 'stacked'] as const;
export type TextCourseName = (typeof TEXT_COURSES)[number];

export interface TextCourse {
  readonly course: TextCourseName;
  /** The angle of an arc, in degrees: 360 is a circle. Others ignore it. */
  readonly arcDegrees: number;
}

export const ARC_LIMITS = { min: 10, max: 360, step: 5 };
const DEFAULT_ARC_DEGREES = 120;
export const NO_COURSE: TextCourse = { course: 'straight', arcDegrees: DEFAULT_ARC_DEGREES };

const COURSE_CODES: Readonly<Record<string, TextCourseName>> = {
  Straight: 'straight',
  ArcTop: 'arcTop',
  ArcBottom: 'arcBottom',
  Stacked: 'stacked',
};

/** Whether the text leaves its straight lines. Texts of tables have no course. */
export function hasCourse({ course }: Partial<TextCourse>): boolean {
  return course !== undefined && course !== 'straight';
}

export function isArc(course: TextCourseName | null): boolean {
  return course === 'arcTop' || course === 'arcBottom';
}

export function readTextCourse(fields: FieldReader): TextCourse {
  return {
    course: fields.code<TextCourseName>('TextCourse', COURSE_CODES, 'straight'),
    arcDegrees: fields.number('ArcAngle', DEFAULT_ARC_DEGREES, ARC_LIMITS.min, ARC_LIMITS.max),
  };
}

/** Older programs ignore these attributes and print a straight text, so only those that differ are written. */
export function writeTextCourse({ course, arcDegrees }: TextCourse): ElementFields['attributes'] {
  return {
    ...(course === 'straight' ? {} : { TextCourse: codeOf(COURSE_CODES, course) }),
    ...(arcDegrees === DEFAULT_ARC_DEGREES ? {} : { ArcAngle: arcDegrees }),
  };
}
