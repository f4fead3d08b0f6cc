/** From the best to the worst, as verifiers name them (ISO/IEC 15416, 15415). */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
/**
 * How sure a reader other than ours would be of a symbol. Ours is a "decode + geometric grade" of the dots that are to
 * print and never an ISO grade, which takes the light of the printed symbol into account.
 */
export type Grade = (typeof GRADES)[number];

/** What a run asks for when nothing else is said: what print shops commonly agree on. */
export const DEFAULT_MIN_GRADE: Grade = 'C';

/** The least values of A, B, C and D; below them all is F. */
export type Thresholds = readonly [a: number, b: number, c: number, d: number];

export function gradeAt(value: number, [a, b, c, d]: Thresholds): Grade {
  return value >= a ? 'A' : value >= b ? 'B' : value >= c ? 'C' : value >= d ? 'D' : 'F';
}

export function isBelow(grade: Grade, minimum: Grade): boolean {
  return GRADES.indexOf(grade) > GRADES.indexOf(minimum);
}

/** The overall grade is the lowest of all (ISO/IEC 15416, 6.3); A of none. */
export function lowest(grades: readonly Grade[]): Grade {
  return grades.reduce((least, grade) => (isBelow(grade, least) ? grade : least), 'A');
}
