import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol } from '#model/elements/base/layout.ts';
import { type DotImage, type Profile, profileOf } from '#model/symbology/read/dot-image.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import { type BitPlane, cornersGray, type GrayCrop, uprightGray } from '../bits/bit-plane.ts';
import { type Margins, withMargins } from '#model/elements/base/symbol-margins.ts';

/** Rows of the crop that are useful for a scan line. */
export interface ScanRows {
  /** A row that all bars cross. */
  readonly middle: number;
  /** Rows above and below it that only the bars reaching up, or down, cross. */
  readonly upper: number;
  readonly lower: number;
}

/** A symbol of the label with its quiet zones, rotated upright: the input of a reader. */
export interface Crop extends DotImage {
  readonly rows: ScanRows;
  /** The bars and spaces that a scan line through all bars crosses, from one edge of the symbol to the other. */
  profile(): Profile;
}

/** Two rows, so that a speck next to the bars does not hide them from a reader. */
const STRIP_ROWS = 2;

/** Dots per module in each direction in `cropOfModules`: the minimum with which no reading was ever missed. */
export const CORNER_DOTS = 2;

/**
 * A matrix symbol that is known to have every dot as encoded, and nothing in its quiet zone: the dots in the corners of
 * its modules give a reader the same as all of them, and a picture of two dots a module is read in a fraction of the time
 * (see docs/develop/adr/0020).
 */
export function cropOfModules(plane: BitPlane, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { rotation, moduleDots } = placed;
  const image = cornersGray(plane, bounds, rotation, moduleDots, quiet.left / moduleDots);
  return cropWith(image, { middle: image.height >> 1, upper: 0, lower: image.height - 1 }, quiet);
}

/** `seen` is the part of the label that is on the plane. Everything outside of it counts as paper. */
export function cropOf(plane: BitPlane, seen: DotRect, bounds: DotRect, placed: PlacedSymbol, quiet: Margins): Crop {
  const { symbol, rotation } = placed;
  const height = rotation === 90 || rotation === 270 ? bounds.width : bounds.height;
  const gray = (from: Margins): GrayCrop => uprightGray(plane, withMargins(bounds, rotation, from), rotation, seen);
  if (symbol.kind === 'matrix') return cropWith(gray(quiet), scanRows(symbol, height), quiet);
  // A linear symbol is decoded from a few rows. All its dots are compared elsewhere.
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

/** `perDot`: pixels of the image for each dot. */
export function cropWith(image: DotImage, rows: ScanRows, { left, right }: Margins, perDot: number = 1): Crop {
  let profile: Profile | undefined;
  // Content of the quiet zones is measured elsewhere and must not look like bars here.
  return {
    ...image,
    rows,
    profile: () => (profile ??= inDots(profileOf(image, rows.middle, left, image.width - right), perDot)),
  };
}

function inDots(profile: Profile, perDot: number): Profile {
  if (perDot === 1) return profile;
  return { start: profile.start / perDot, widths: profile.widths.map((width) => width / perDot) };
}

/** Stacks images of the same width. */
export function stacked(rows: readonly DotImage[]): DotImage {
  const width = rows[0]?.width ?? 0;
  const gray = new Uint8Array(width * rows.length);
  rows.forEach((row, i) => gray.set(row.gray, i * width));
  return { width, height: rows.length, gray };
}

export function scanRows(symbol: EncodedSymbol, height: number): ScanRows {
  const spans = symbol.kind === 'linear' ? symbol.barSpans : undefined;
  if (spans === undefined) return { middle: height >> 1, upper: 0, lower: height - 1 };
  const top = Math.max(...spans.map(([from]) => from));
  const bottom = Math.min(...spans.map(([, to]) => to));
  const at = (share: number): number => Math.min(height - 1, Math.floor(share * height));
  return { middle: at((top + bottom) / 2), upper: at(top / 2), lower: at((1 + bottom) / 2) };
}
