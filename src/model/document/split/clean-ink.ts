import { inkOf, type Ink } from './ink.ts';
import { reducedPlane, type PagePlane } from './reduced-plane.ts';
import { withoutScannerBorders } from './scanner-borders.ts';
import { withoutSpecks } from './specks.ts';

/** Cut lines are often printed in light gray. */
const FAINT_CONTRAST = 22;

/** The printed content of the page, at about 100 dpi: without paper, noise, dirt, and scanner borders. */
export function cleanInk(plane: PagePlane): Ink {
  return pageInk(plane).clean;
}

export interface PageInk {
  readonly clean: Ink;
  /** Including dirt, dots as small as dirt, and faint ink. */
  readonly raw: Ink;
}

export function pageInk(plane: PagePlane): PageInk {
  const reduced = reducedPlane(plane);
  const { ink, noise } = inkOf(reduced);
  const clean = withoutSpecks(withoutScannerBorders(ink, noise));
  return { clean, raw: withoutScannerBorders(inkOf(reduced, FAINT_CONTRAST).ink, noise) };
}
