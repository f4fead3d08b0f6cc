import { inkOf, type Ink } from './ink.ts';
import type { PagePlane } from './plane.ts';
import { reducedPlane } from './reduced-plane.ts';
import { withoutScannerBorders } from './scanner-borders.ts';
import { withoutSpecks } from './specks.ts';

/** What is printed on the page, at about 100 dpi: without paper, noise, dirt, and the scanner's own borders. */
export function cleanInk(plane: PagePlane): Ink {
  const { ink, noise } = inkOf(reducedPlane(plane));
  return withoutSpecks(withoutScannerBorders(ink, noise));
}
