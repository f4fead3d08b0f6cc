import type { Frame } from '#protocol/render.ts';

/** The notes of a picture about elements, most of which stay the same while one of them is moved. */
const NOTES = ['problems', 'warnings', 'placeholders', 'hidden'] as const;

/**
 * The picture with the previous lists if they are equal: each picture arrives as a copy from the worker, and components
 * that show a list need not render for it.
 */
export function reuseUnchanged(picture: Frame, before: Frame | null): Frame {
  if (before === null) return picture;
  const kept = NOTES.filter((note) => saysTheSame(picture[note], before[note]));
  return { ...picture, ...Object.fromEntries(kept.map((note) => [note, before[note]])) };
}

/** Whether two lists of plain values are equal. */
export function saysTheSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  return one.length === 0 || JSON.stringify(one) === JSON.stringify(other);
}
