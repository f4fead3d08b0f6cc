import type { Result } from '#model/kernel/result.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { Band } from './band.ts';
import type { PageParts } from './page-surface.ts';

/** A label in bands, in the colours of the page. */
export function paintLabelBands(parts: PageParts, list: DisplayList, onBand: (band: Band) => void): Result<null> {
  const { labelWidthDots: width, labelHeightDots: height } = parts.sheet;
  const { colour, labels, tones } = parts;
  return colour === 'bit'
    ? labels.paintBands(list, width, height, onBand)
    : tones.paintBands(list, width, height, colour, onBand);
}
