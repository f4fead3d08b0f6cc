import type { AssetKey } from '#model/kernel/ids.ts';
import type { OneBitMode } from '../base/display-op.ts';
import type { ElementBase } from '../base/element.ts';

export const IMAGE_DISPLAY_MODES = ['stretch', 'contain', 'cover'] as const;
/**
 * How an image fills its box: stretched to exactly the box; whole and centered, with bare paper around it; or centered
 * and covering the whole box, cropped. The last two keep the image's proportions.
 */
export type ImageDisplayMode = (typeof IMAGE_DISPLAY_MODES)[number];

export const THRESHOLD_MAX = 255;

export interface ImageElement extends ElementBase {
  readonly type: 'image';
  readonly asset: AssetKey;
  /** Whether resizing keeps the box's proportions (the file's ISParticipating). */
  readonly keepProportion: boolean;
  readonly displayMode: ImageDisplayMode;
  /** How gray becomes black and white at the print's resolution. */
  readonly oneBit: OneBitMode;
  /** For `threshold` only: grays from this value (0 to 255) become paper. */
  readonly threshold: number;
}
