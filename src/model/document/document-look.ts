import type { Mm } from '#model/kernel/units.ts';
import type { OneBitMode } from '#model/elements/base/display-op.ts';

/** `fit`: whole and in proportion; `fill`: in proportion over the whole area, its edges cut off; `actual`: as large as on the page. */
export const PAGE_FITS = ['fit', 'fill', 'actual'] as const;
export type PageFit = (typeof PAGE_FITS)[number];

/** Where a part stands that is smaller or larger than its area. */
export const HORIZONTAL_PLACES = ['left', 'center', 'right'] as const;
export const VERTICAL_PLACES = ['top', 'middle', 'bottom'] as const;
export type HorizontalPlace = (typeof HORIZONTAL_PLACES)[number];
export type VerticalPlace = (typeof VERTICAL_PLACES)[number];

export interface Margins {
  readonly left: Mm;
  readonly top: Mm;
  readonly right: Mm;
  readonly bottom: Mm;
}

/** How a part of a page stands on its label. */
export interface PagePlacement {
  readonly fit: PageFit;
  /** For `actual` alone: 1 is the page's own size, 2 twice as long and wide. */
  readonly scale: number;
  readonly horizontal: HorizontalPlace;
  readonly vertical: VerticalPlace;
  /** The label without these is the area of the part; nothing of it is printed outside. */
  readonly marginsMm: Margins;
}

/** How the labels of documents look, and what becomes of symbols on them. */
export interface DocumentLook {
  readonly placement: PagePlacement;
  readonly oneBit: OneBitMode;
  /** For `threshold` only: greys from this value on (0 to 255) become paper. */
  readonly threshold: number;
  /** Black becomes paper and paper black, inside the margins. */
  readonly invert: boolean;
  /** Lines thinner than a dot keep a whole dot of ink. */
  readonly sharpen: boolean;
  /** `keep`: symbols are printed as the page has them; `remake`: made from their content anew, in whole dots. */
  readonly symbols: 'keep' | 'remake';
  /** Whether a label is printed on which a symbol cannot be read that could be read in the document. */
  readonly unread: 'refuse' | 'allow';
}

export const DEFAULT_LOOK: DocumentLook = {
  placement: {
    fit: 'fit',
    scale: 1,
    horizontal: 'center',
    vertical: 'middle',
    marginsMm: { left: 0, top: 0, right: 0, bottom: 0 },
  },
  oneBit: 'threshold',
  threshold: 160,
  invert: false,
  sharpen: false,
  symbols: 'keep',
  unread: 'refuse',
};
