import type { SheetGeometry } from '#model/page/display-list.ts';
import type { OutputColour } from '#protocol/render.ts';
import { fillsSheet, type PageParts, type PageSurface } from './page-surface.ts';
import { createStreamedPage } from './streamed-page.ts';
import { createWholePage } from './whole-page.ts';

/** 400 x 3000 mm has 670 million dots at 600 dpi and 2,700 at 1200. */
const MAX_STREAMED_DOTS = 3_000_000_000;
const MAX_SIDE_DOTS = 200_000;
/** A page of several labels is whole in memory until it is full; so are small ones, which are faster so. */
const MAX_WHOLE_BYTES = 128 << 20;
const STREAMED_FROM_BYTES = 8 << 20;

const BYTES_PER_DOT = { bit: 1 / 8, gray: 1, rgb: 3 } as const satisfies Record<OutputColour, number>;

/** False when the page could not be made within our limits. */
export function isPossiblePage(sheet: SheetGeometry, colour: OutputColour): boolean {
  const dots = sheet.widthDots * sheet.heightDots;
  if (!(Math.max(sheet.widthDots, sheet.heightDots) <= MAX_SIDE_DOTS)) return false;
  return fillsSheet(sheet) ? dots <= MAX_STREAMED_DOTS : dots * BYTES_PER_DOT[colour] <= MAX_WHOLE_BYTES;
}

export function createPageSurface(parts: PageParts): PageSurface {
  const { sheet, colour } = parts;
  const bytes = sheet.widthDots * sheet.heightDots * BYTES_PER_DOT[colour];
  return fillsSheet(sheet) && bytes >= STREAMED_FROM_BYTES ? createStreamedPage(parts) : createWholePage(parts);
}
