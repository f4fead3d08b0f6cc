import type { AssetKey } from '#model/kernel/ids.ts';
import type { OneBitMode } from '../base/display-op.ts';
import type { ElementBase } from '../base/element.ts';

export const IMAGE_DISPLAY_MODES = ['stretch', 'contain', 'cover'] as const;
/**
 * How an image fills its box: distorted to cover just that; whole and centred, with paper left over; or centred over
 * all of the box, with its edges cut off. The last two keep its proportions.
 */
export type ImageDisplayMode = (typeof IMAGE_DISPLAY_MODES)[number];

export const THRESHOLD_MAX = 255;

export interface ImageElement extends ElementBase {
  readonly type: 'image';
  readonly asset: AssetKey;
  /** Resizing keeps the box's proportions (the file's ISParticipating). */
  readonly keepProportion: boolean;
  readonly displayMode: ImageDisplayMode;
  /** How grey becomes black and white at print dots. */
  readonly oneBit: OneBitMode;
  /** Grey from this on is paper, 0 to 255; for `threshold` only. */
  readonly threshold: number;
}
