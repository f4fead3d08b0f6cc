import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';

/** A symbol in a picture, in the picture's dots. */
export interface SymbolInPicture {
  readonly symbology: Symbology;
  readonly format: string;
  /** As the reader gives it, by which it is compared with what prints. */
  readonly text: string;
  readonly bounds: Rect;
  readonly rotation: Rotation;
  /** Dots to a module; null where that cannot be told. */
  readonly module: number | null;
  /** How much wider its wide bars are than its narrow ones, for symbols of two widths; null for others and where it cannot be told. */
  readonly wideRatio: number | null;
  /** Whether a line in its quiet zone keeps the reader from it: it is read without what is around it. */
  readonly isCrowded?: boolean;
}
