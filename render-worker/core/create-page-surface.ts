import type { SheetGeometry } from '#model/page/display-list.ts';
import { isWithin, type PageLimits } from '#protocol/page-limits.ts';
import type { OutputColour } from '#protocol/render.ts';
import type { PageParts, PageSurface } from './page-surface.ts';
import { createStreamedPage } from './streamed-page.ts';
import { createWholePage } from './whole-page.ts';

/** The largest page that is held in memory as a whole: one of several labels has to be, until it is full. */
const MAX_WHOLE_BYTES = 128 << 20;
const STREAMED_FROM_BYTES = 8 << 20;

const BYTES_PER_DOT = { bit: 1 / 8, gray: 1, rgb: 3 } as const satisfies Record<OutputColour, number>;

/** False when the page is beyond the limits, or several labels on it would not fit into memory together. */
export function isPossiblePage(sheet: SheetGeometry, colour: OutputColour, limits: PageLimits): boolean {
  if (!isWithin(limits, sheet.widthDots, sheet.heightDots)) return false;
  return sheet.cells.length === 1 || sheet.widthDots * sheet.heightDots * BYTES_PER_DOT[colour] <= MAX_WHOLE_BYTES;
}

/** True for a page of one label that is too large to be held. */
export function isStreamedPage({ sheet, colour }: Pick<PageParts, 'sheet' | 'colour'>): boolean {
  const bytes = sheet.widthDots * sheet.heightDots * BYTES_PER_DOT[colour];
  return sheet.cells.length === 1 && bytes >= STREAMED_FROM_BYTES;
}

export function createPageSurface(parts: PageParts): PageSurface {
  return isStreamedPage(parts) ? createStreamedPage(parts) : createWholePage(parts);
}
