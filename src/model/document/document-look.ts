import type { Mm } from '#model/kernel/units.ts';
import type { OneBitMode } from '#model/elements/base/display-op.ts';

/**
 * `fit`: whole and in proportion; `fill`: in proportion over the whole area, cropped; `actual`: the size on the page.
 */
export const PAGE_FITS = ['fit', 'fill', 'actual'] as const;
export type PageFit = (typeof PAGE_FITS)[number];

/** The alignment of a part that is smaller or larger than its area. */
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

/** The placement of a page part on its label. */
export interface PagePlacement {
  readonly fit: PageFit;
  /** For `actual` only: 1 is the page's own size, 2 twice as long and wide. */
  readonly scale: number;
  readonly horizontal: HorizontalPlace;
  readonly vertical: VerticalPlace;
  /** The area of the part is the label without these; nothing is printed outside. */
  readonly marginsMm: Margins;
}

/** The look of document labels, and the handling of symbols on them. */
export interface DocumentLook {
  readonly placement: PagePlacement;
  readonly oneBit: OneBitMode;
  /** For `threshold` only: grays from this value (0 to 255) become paper. */
  readonly threshold: number;
  /** Swaps black and paper inside the margins. */
  readonly invert: boolean;
  /** Lines thinner than a dot keep a whole dot of ink. */
  readonly sharpen: boolean;
  /** `keep`: prints symbols as on the page; `remake`: regenerates them from their content in whole dots. */
  readonly symbols: 'keep' | 'remake';
  /** Whether to print a label with a symbol that was readable in the document and no longer is. */
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
