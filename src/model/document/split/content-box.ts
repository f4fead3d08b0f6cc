import { unionRects, type Rect } from '#model/kernel/geometry.ts';
import { cleanInk } from './clean-ink.ts';
import { inkBox, pageOf, rectOf } from './ink.ts';
import type { PagePlane } from './plane.ts';

/** The box around the printed content of the page, in mm; null for a blank page. */
export function contentBox(plane: PagePlane): Rect | null {
  const ink = cleanInk(plane);
  const box = inkBox(ink, pageOf(ink));
  return box === null ? null : rectOf(box, ink.dotsPerMm);
}

/** One box that holds the content of all pages; blank pages don't count. */
export function commonContentBox(boxes: Iterable<Rect | null>): Rect | null {
  return unionRects([...boxes].filter((box) => box !== null));
}
