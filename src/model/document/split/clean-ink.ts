import { inkOf, type Ink } from './ink.ts';
import type { PagePlane } from './plane.ts';
import { reducedPlane } from './reduced-plane.ts';
import { withoutScannerBorders } from './scanner-borders.ts';
import { withoutSpecks } from './specks.ts';

/** Lines to cut at are often printed in a light grey. */
const FAINT_CONTRAST = 22;

/** What is printed on the page, at about 100 dpi: without paper, noise, dirt, and the scanner's own borders. */
export function cleanInk(plane: PagePlane): Ink {
  return pageInk(plane).clean;
}

export interface PageInk {
  readonly clean: Ink;
  /** With dirt, with dots that are as small, and with what is faint. */
  readonly raw: Ink;
}

export function pageInk(plane: PagePlane): PageInk {
  const reduced = reducedPlane(plane);
  const { ink, noise } = inkOf(reduced);
  const clean = withoutSpecks(withoutScannerBorders(ink, noise));
  return { clean, raw: withoutScannerBorders(inkOf(reduced, FAINT_CONTRAST).ink, noise) };
}
