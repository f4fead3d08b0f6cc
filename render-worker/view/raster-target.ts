import type { Rect } from '#model/kernel/geometry.ts';
import { ok } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import type { ShadePlane } from './shade-plane.ts';
import type { ViewTarget } from './view-target.ts';

/**
 * Shows pixels: RGBA, row by row, valid only during the call. `parts` are the new regions; null means all. Outside
 * these regions the pixels are undefined: what was shown there before must stay.
 */
export type Blit = (pixels: Uint8Array, widthPx: number, heightPx: number, parts: readonly Rect[] | null) => void;

/** Paints in Skia's memory and copies new pixels to where they are shown. Only there the picture is kept. */
export function createRasterTarget(skia: Skia, blit: Blit): ViewTarget {
  const surface = new RasterSurface(skia, 'rgba');
  let isPainted = false;
  function plane(): ShadePlane {
    const bytes = surface.pixels();
    return { width: surface.width, pixels: new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) };
  }
  return {
    begin(widthPx, heightPx) {
      const kept = isPainted && surface.width === widthPx && surface.height === heightPx;
      isPainted = false;
      const canvas = surface.resize(widthPx, heightPx);
      // Skia's heap is so full that not even a screenful fits, and it never shrinks. Only another worker helps.
      if (!canvas.ok) throw new Error('no memory for the picture');
      return ok({ canvas: canvas.value, kept, plane });
    },
    present(parts) {
      isPainted = true;
      if (parts === null || parts.length > 0) blit(surface.pixels(), surface.width, surface.height, parts);
    },
    onStale: () => undefined,
    dispose: () => surface.dispose(),
  };
}

/** Shows pixels on a canvas from the page. */
export function createCanvasBlit(canvas: OffscreenCanvas): Blit {
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('the canvas gives no 2d context');
  return (pixels, widthPx, heightPx, parts) => {
    if (canvas.width !== widthPx) canvas.width = widthPx;
    if (canvas.height !== heightPx) canvas.height = heightPx;
    // A view of Skia's heap, which is copied once, into the canvas.
    const clamped = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
    const image = new ImageData(clamped, widthPx, heightPx);
    if (parts === null) context.putImageData(image, 0, 0);
    else for (const { x, y, width, height } of parts) context.putImageData(image, 0, 0, x, y, width, height);
  };
}
