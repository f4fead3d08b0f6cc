import type { Rect } from '#model/kernel/geometry.ts';
import { cleanInk } from './clean-ink.ts';
import { inkBox, pageOf, rectOf } from './ink.ts';
import type { PagePlane } from './reduced-plane.ts';

/** The box around the printed content of the page, in mm; null for a blank page. */
export function contentBox(plane: PagePlane): Rect | null {
  const ink = cleanInk(plane);
  const box = inkBox(ink, pageOf(ink));
  return box === null ? null : rectOf(box, ink.dotsPerMm);
}
