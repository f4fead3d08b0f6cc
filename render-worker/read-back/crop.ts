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
  /** Without the quiet zones. */
  readonly symbol: DotImage;
  readonly rows: ScanRows;
  /** What a scan line through all bars sees between the symbol's own edges. */
  profile(): Profile;
}

/** A linear symbol is decoded from some rows; all are compared dot for dot besides. */
const STRIP_ROWS = 8;

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
  let known: DotImage | undefined;
  let profile: Profile | undefined;
  const own = (): DotImage => (known ??= withoutSides(image, quiet));
  return {
    ...image,
    get symbol() {
      return own();
    },
    rows,
    profile: () => (profile ??= profileOf(own(), rows.middle)),
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

/** What lies in the quiet zones is measured there, and must not look like bars. */
function withoutSides({ width, height, gray }: DotImage, { left, right }: Margins): DotImage {
  const own = width - left - right;
  const dots = new Uint8Array(own * height);
  for (let y = 0; y < height; y++) {
    const from = y * width + left;
    dots.set(gray.subarray(from, from + own), y * own);
  }
  return { width: own, height, gray: dots };
}
