import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import type { Dots } from '#model/kernel/units.ts';
import { type DotImage, type Profile, profileOf } from '#model/symbology/read/dot-image.ts';
import { type BitPlane, uprightGray } from '../print/bit-plane.ts';
import { type Margins, withMargins } from './placed-area.ts';

/** A symbol as it stands on the label, turned upright, with its quiet zones: what a reader is given. */
export interface Crop extends DotImage {
  /** Beside the symbol, in dots. */
  readonly quietLeft: Dots;
  readonly quietRight: Dots;
  /** What a scan line through the middle sees between the symbol's own edges. */
  profile(): Profile;
}

/** A linear symbol is decoded from its middle rows; all rows are compared dot for dot besides. */
const STRIP_ROWS = 8;

/** `seen` is the part of the label that is on the plane: outside of it all is paper. */
export function cropOf(plane: BitPlane, seen: DotRect, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { symbol, rotation } = placed;
  const height = rotation === 90 || rotation === 270 ? bounds.width : bounds.height;
  const spare = symbol.kind === 'linear' ? Math.max(0, height - STRIP_ROWS) : 0;
  const top = spare >> 1;
  const margins = symbol.kind === 'linear' ? { ...quiet, top: -top, bottom: top - spare } : quiet;
  const image = uprightGray(plane, withMargins(bounds, rotation, margins), rotation, seen);
  let known: Profile | undefined;
  return {
    ...image,
    quietLeft: quiet.left,
    quietRight: quiet.right,
    profile: () => (known ??= symbolProfile(image, quiet)),
  };
}

/** What lies in the quiet zones is measured there, not here. */
function symbolProfile(image: DotImage, { left, right }: Margins): Profile {
  const { width, height, gray } = image;
  const own = width - left - right;
  const start = (height >> 1) * width + left;
  return profileOf({ width: own, height: 1, gray: gray.subarray(start, start + own) }, 0);
}
