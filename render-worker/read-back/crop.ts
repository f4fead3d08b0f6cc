import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { type DotImage, type Profile, profileOf } from '#model/symbology/read/dot-image.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import { type BitPlane, uprightGray } from '../print/bit-plane.ts';
import { type Margins, withMargins } from './placed-area.ts';

/** Rows of the crop at which a scan line says something. */
export interface ScanRows {
  /** Where all bars are. */
  readonly middle: number;
  /** Where only those are that reach up, and down. */
  readonly upper: number;
  readonly lower: number;
}

/** A symbol as it stands on the label, turned upright, with its quiet zones: what a reader is given. */
export interface Crop extends DotImage {
  readonly rows: ScanRows;
  /** What a scan line through all bars sees between the symbol's own edges. */
  profile(): Profile;
}

/** A linear symbol is decoded from some rows; all are compared dot for dot besides. */
const STRIP_ROWS = 2;

/** `seen` is the part of the label that is on the plane: outside of it all is paper. */
export function cropOf(plane: BitPlane, seen: DotRect, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { symbol, rotation } = placed;
  const height = rotation === 90 || rotation === 270 ? bounds.width : bounds.height;
  const isStrip = symbol.kind === 'linear' && symbol.barSpans === undefined;
  const spare = isStrip ? Math.max(0, height - STRIP_ROWS) : 0;
  const top = spare >> 1;
  const margins = symbol.kind === 'linear' ? { ...quiet, top: -top, bottom: top - spare } : quiet;
  const image = uprightGray(plane, withMargins(bounds, rotation, margins), rotation, seen);
  const rows = scanRows(symbol, image.height);
  let profile: Profile | undefined;
  // What lies in the quiet zones is measured there, and must not look like bars.
  const { left, right } = quiet;
  return {
    ...image,
    rows,
    profile: () => (profile ??= profileOf(image, rows.middle, left, image.width - right)),
  };
}

function scanRows(symbol: EncodedSymbol, height: number): ScanRows {
  const spans = symbol.kind === 'linear' ? symbol.barSpans : undefined;
  if (spans === undefined) return { middle: height >> 1, upper: 0, lower: height - 1 };
  const top = Math.max(...spans.map(([from]) => from));
  const bottom = Math.min(...spans.map(([, to]) => to));
  const at = (share: number): number => Math.min(height - 1, Math.floor(share * height));
  return { middle: at((top + bottom) / 2), upper: at(top / 2), lower: at((1 + bottom) / 2) };
}
