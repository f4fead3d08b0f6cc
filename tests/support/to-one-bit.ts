import type { GrayImage } from '#render-worker/images/decode-image.ts';
import { type OneBitImage, oneBitSteps } from '#render-worker/images/one-bit-image.ts';
import type { OneBitLook } from '#render-worker/images/one-bit-bands.ts';
import type { Orientation } from '#render-worker/images/image-place.ts';

const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false };

/** All steps of `oneBitSteps` at once. */
export function toOneBit(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation = UPRIGHT,
): OneBitImage {
  const steps = oneBitSteps(image, width, height, look, orientation);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
