import type { Blit } from '#render-worker/view/raster-target.ts';

/** A screen in memory. */
export interface ShownPixels {
  readonly blit: Blit;
  /** The pixels that are on the screen, RGBA. */
  pixels(): Uint8Array;
  /** Number of pixels in the last copy to the screen. */
  blitted(): number;
}

/**
 * Keeps the user's view: as on a real canvas, only the parts marked as new are copied. The memory that
 * they are copied from is undefined elsewhere, so a test must not compare that.
 */
export function createShownPixels(): ShownPixels {
  let shown = new Uint8Array(0);
  let blitted = 0;
  return {
    blit(pixels, width, height, parts) {
      if (shown.length !== pixels.length) shown = new Uint8Array(pixels.length);
      blitted = 0;
      for (const part of parts ?? [{ x: 0, y: 0, width, height }]) {
        blitted += part.width * part.height;
        for (let y = part.y; y < part.y + part.height; y++) {
          const from = (y * width + part.x) * 4;
          shown.set(pixels.subarray(from, from + part.width * 4), from);
        }
      }
    },
    pixels: () => shown,
    blitted: () => blitted,
  };
}
