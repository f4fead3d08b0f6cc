import { roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';

/** A line that is drawn out of a ruler to put elements against. It is never printed. */
export interface RulerGuide {
  /** `x`: an upright line that far from the label's left edge. `y`: a level line that far from its top. */
  readonly axis: 'x' | 'y';
  readonly atMm: Mm;
}

export const MAX_GUIDES = 200;
/** Guides may stand beside the label, within what a file may give as a position. */
export const MAX_GUIDE_MM = 10_000;

const GUIDE = /^([xy])(-?\d{1,5}(?:\.\d{1,3})?)$/;

/** The file's form: `x12.5 y30`. */
export function writeGuides(guides: readonly RulerGuide[]): string {
  return guides.map(({ axis, atMm }) => `${axis}${roundMm(atMm)}`).join(' ');
}

/** Null for a text of another form, and for more guides than there may be. */
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
  // Another writing of the same numbers would not come back as it was: it is kept as it is.
  return writeGuides(guides) === text ? guides : null;
}
