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
