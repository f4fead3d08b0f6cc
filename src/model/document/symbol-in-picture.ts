import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';

/** A symbol in a picture, in the picture's dots. */
export interface SymbolInPicture {
  readonly symbology: Symbology;
  readonly format: string;
  /** As the reader returns it, for comparison with the printed text. */
  readonly text: string;
  readonly bounds: Rect;
  readonly rotation: Rotation;
  /** Dots per module; null if unknown. */
  readonly module: number | null;
  /** The ratio of wide to narrow bars, for symbols of two widths; null for others and if unknown. */
  readonly wideRatio: number | null;
  /** Whether a line in its quiet zone prevents reading: it is then read without its surroundings. */
  readonly isCrowded?: boolean;
}

/** A symbol on the page itself, as read there. */
export interface FoundSymbol {
  readonly symbology: Symbology;
  readonly content: string;
  /** In mm of the label. */
  readonly boundsMm: Rect;
  /** Clockwise rotation, to the nearest quarter. */
  readonly rotation: Rotation;
  /** Printed dots per module, rarely a whole number; null if unknown. */
  readonly moduleDots: number | null;
  /**
   * The scales (1 = 100 %) at which its modules are those of the document, or whole dots. Empty if nothing has to
   * change.
   */
  readonly offers: readonly number[];
}
