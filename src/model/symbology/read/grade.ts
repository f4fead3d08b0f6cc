/** Grades from the best to the worst, as verifiers name them (ISO/IEC 15416, 15415). */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
/**
 * How reliably other readers would read a symbol. It is a "decode + geometric grade" of the dots to be printed and
 * never an ISO grade, which requires measuring the reflectance of the printed symbol.
 */
export type Grade = (typeof GRADES)[number];

/** The default of the required grade, as is usual in print shops. */
export const DEFAULT_MIN_GRADE: Grade = 'C';

/** The smallest values for grades A, B, C and D; anything lower is F. */
export type Thresholds = readonly [a: number, b: number, c: number, d: number];

export function gradeAt(value: number, [a, b, c, d]: Thresholds): Grade {
  return value >= a ? 'A' : value >= b ? 'B' : value >= c ? 'C' : value >= d ? 'D' : 'F';
}

export function isBelow(grade: Grade, minimum: Grade): boolean {
  return GRADES.indexOf(grade) > GRADES.indexOf(minimum);
}

/** The overall grade is the lowest of all (ISO/IEC 15416, 6.3); A when there are none. */
export function lowest(grades: readonly Grade[]): Grade {
  return grades.reduce((least, grade) => (isBelow(grade, least) ? grade : least), 'A');
}
