import type { AssetKey } from '#model/kernel/ids.ts';
import type { ElementBase } from '../base/element.ts';

export interface ImageElement extends ElementBase {
  readonly type: 'image';
  readonly asset: AssetKey;
  /** Resizing keeps the proportions (the file's ISParticipating). */
  readonly keepProportion: boolean;
  /** How grey becomes black and white at print dots. */
  readonly oneBit: 'threshold' | 'dither';
}
