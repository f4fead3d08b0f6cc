import { roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';

/** A line drawn out of a ruler to align elements. It is never printed. */
export interface RulerGuide {
  /**
   * `x`: a vertical line at this distance from the label's left edge. `y`: a horizontal line at this distance from its
   * top.
   */
  readonly axis: 'x' | 'y';
  readonly atMm: Mm;
}

export const MAX_GUIDES = 200;
/** Guides may be outside the label, within the limits of positions in a file. */
export const MAX_GUIDE_MM = 10_000;

const GUIDE = /^([xy])(-?\d{1,5}(?:\.\d{1,3})?)$/;

/** The file's form: `x12.5 y30`. */
export function writeGuides(guides: readonly RulerGuide[]): string {
  return guides.map(({ axis, atMm }) => `${axis}${roundMm(atMm)}`).join(' ');
}

/** Null for a text of another form, and for too many guides. */
export function readGuides(text: string): readonly RulerGuide[] | null {
  if (text === '') return [];
  const words = text.split(' ', MAX_GUIDES + 1);
  if (words.length > MAX_GUIDES) return null;
  const guides: RulerGuide[] = [];
  for (const word of words) {
    const [, axis, at = ''] = GUIDE.exec(word) ?? [];
    const atMm = Number(at);
    if ((axis !== 'x' && axis !== 'y') || Math.abs(atMm) > MAX_GUIDE_MM) return null;
    guides.push({ axis, atMm });
  }
  // A different spelling of the same numbers would not be written back unchanged: it is kept as a text.
  return writeGuides(guides) === text ? guides : null;
}
