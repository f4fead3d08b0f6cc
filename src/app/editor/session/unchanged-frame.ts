import type { Frame } from '#protocol/render.ts';

/** What a picture says of elements, most of which stays the same while one of them is moved. */
const NOTES = ['problems', 'warnings', 'placeholders', 'hidden'] as const;

/**
 * The picture with the lists of the one before it where they say the same: each picture comes as a copy from the worker, and
 * what shows a list need not be rendered for it.
 */
export function reuseUnchanged(picture: Frame, before: Frame | null): Frame {
  if (before === null) return picture;
  const kept = NOTES.filter((note) => saysTheSame(picture[note], before[note]));
  return { ...picture, ...Object.fromEntries(kept.map((note) => [note, before[note]])) };
}

function saysTheSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  return one.length === 0 || JSON.stringify(one) === JSON.stringify(other);
}
