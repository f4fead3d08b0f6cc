import type { ViewSurface } from '#protocol/render.ts';
import type { Skia } from '../skia/load.ts';
import { isRealGpu, webGlRenderer } from './gpu-probe.ts';
import { createGpuTarget } from './gpu-target.ts';
import { createCanvasBlit, createRasterTarget } from './raster-target.ts';
import type { ViewTarget } from './view-target.ts';

/**
 * Where this canvas is painted. It is decided before the canvas is touched, for good: its first context is its only one.
 * Throws when a graphics processor was asked for and there is none, and again, with nobody to catch it, when it is lost
 * for good: the page answers both with another canvas and another worker, which paints on the CPU.
 */
export function createViewTarget(canvas: OffscreenCanvas, skia: Skia, surface: ViewSurface): ViewTarget {
  if (surface === 'gpu' || (surface === 'auto' && isRealGpu(webGlRenderer()))) {
    return createGpuTarget(skia, canvas, (reason) => {
      setTimeout(() => {
        throw new Error(reason);
      });
    });
  }
  return createRasterTarget(skia, createCanvasBlit(canvas));
}
