import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { type DotImage, type Profile, profileOf } from '#model/symbology/read/dot-image.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import { type BitPlane, type GrayCrop, uprightGray } from '../bits/bit-plane.ts';
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

/** Two, so that a speck beside the bars does not keep a reader from them. */
const STRIP_ROWS = 2;

/** `seen` is the part of the label that is on the plane: outside of it all is paper. */
export function cropOf(plane: BitPlane, seen: DotRect, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { symbol, rotation } = placed;
  const height = rotation === 90 || rotation === 270 ? bounds.width : bounds.height;
  const gray = (from: Margins): GrayCrop => uprightGray(plane, withMargins(bounds, rotation, from), rotation, seen);
  if (symbol.kind === 'matrix') return cropWith(gray(quiet), scanRows(symbol, height), quiet);
  // A linear symbol is decoded from some rows; all are compared dot for dot besides.
  if (symbol.barSpans === undefined) {
    const spare = Math.max(0, height - STRIP_ROWS);
    const top = spare >> 1;
    const strip = gray({ ...quiet, top: -top, bottom: top - spare });
    return cropWith(strip, scanRows(symbol, strip.height), quiet);
  }
  const at = scanRows(symbol, height);
  const rowAt = (y: number): GrayCrop => gray({ ...quiet, top: -y, bottom: y + 1 - height });
  const rows = [rowAt(at.upper), rowAt(at.middle), rowAt(at.lower)];
  return cropWith(stacked(rows), { upper: 0, middle: 1, lower: 2 }, quiet);
}

function cropWith(image: DotImage, rows: ScanRows, { left, right }: Margins): Crop {
  let profile: Profile | undefined;
  // What lies in the quiet zones is measured there, and must not look like bars.
  return {
    ...image,
    rows,
    profile: () => (profile ??= profileOf(image, rows.middle, left, image.width - right)),
  };
}

/** Rows of one width, one under the other. */
function stacked(rows: readonly DotImage[]): DotImage {
  const width = rows[0]?.width ?? 0;
  const gray = new Uint8Array(width * rows.length);
  rows.forEach((row, i) => gray.set(row.gray, i * width));
  return { width, height: rows.length, gray };
}

function scanRows(symbol: EncodedSymbol, height: number): ScanRows {
  const spans = symbol.kind === 'linear' ? symbol.barSpans : undefined;
  if (spans === undefined) return { middle: height >> 1, upper: 0, lower: height - 1 };
  const top = Math.max(...spans.map(([from]) => from));
  const bottom = Math.min(...spans.map(([, to]) => to));
  const at = (share: number): number => Math.min(height - 1, Math.floor(share * height));
  return { middle: at((top + bottom) / 2), upper: at(top / 2), lower: at((1 + bottom) / 2) };
}
