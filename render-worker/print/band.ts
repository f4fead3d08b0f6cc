import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from './bit-plane.ts';

/** Some rows of a label, valid only while they are handed over. */
export interface Band {
  /** The label's row that the first one is. */
  readonly top: Dots;
  /** In black and white. */
  readonly plane: BitPlane;
  /** As they are sent, packed without a gap: the plane's own bits in a run of one bit. */
  readonly pixels: Uint8Array;
}
