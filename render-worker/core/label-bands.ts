import type { DisplayList } from '#model/page/display-list.ts';
import type { Bands } from '../bits/band.ts';
import type { PageParts } from './page-surface.ts';

/** Paints a label in bands, in the colors of the page. */
export function labelBands({ sheet, colour, labels, tones }: PageParts, list: DisplayList): Bands {
  const { labelWidthDots: width, labelHeightDots: height } = sheet;
  return colour === 'bit' ? labels.bands(list, width, height) : tones.bands(list, width, height, colour);
}
