import { TEST_ASSET } from '#tests/support/create-elements.ts';

/** Sixteen by eight pixels of rising gray. */
const GRAY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAAAAADVHSBLAAAAk0lEQVR42gGIAHf/AAAQIDBAUGBwgJCgsMDQ4PAACRkpOUlZaXmJmam5ydnp+QASIjJCUmJygpKissLS4vICABsrO0tba3uLm6u7y9vr+wsAJDREVGR0hJSktMTU5PQEFAAtPU1dbX2Nna29zd3t/Q0dADZGVmZ2hpamtsbW5vYGFiYAP09fb3+Pn6+/z9/v/w8fL1rYP8Fe9ofPAAAAAElFTkSuQmCC';

/** An image that a user may select. */
export const IMAGE = {
  key: TEST_ASSET,
  asset: { mime: 'image/png', bytes: Uint8Array.from(Buffer.from(GRAY_PNG, 'base64')) },
  size: { width: 16, height: 8 },
} as const;
