import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Symbology } from '#model/symbology/types.ts';

/** A symbol that stands on the page itself, as it was read there. */
export interface FoundSymbol {
  readonly symbology: Symbology;
  readonly content: string;
  /** In mm of the label. */
  readonly boundsMm: Rect;
  /** By how much it is turned clockwise, to the nearest quarter. */
  readonly rotation: Rotation;
  /** Printed dots to a module, rarely a whole number; null where that cannot be told. */
  readonly moduleDots: number | null;
  /** The scales (1 = 100 %) at which its modules are as in the document, or whole dots. Empty where nothing has to be done. */
  readonly offers: readonly number[];
}
