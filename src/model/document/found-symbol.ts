import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';

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
