import type { ViewSurface } from '#protocol/render.ts';
import type { Skia } from '../skia/load.ts';
import { isRealGpu, webGlRenderer } from './gpu-probe.ts';
import { createGpuTarget } from './gpu-target.ts';
import { createCanvasBlit, createRasterTarget } from './raster-target.ts';
import type { ViewTarget } from './view-target.ts';

/** Made as soon as Skia is there; throws when a graphics processor was asked for and there is none. */
export type MakeViewTarget = (skia: Skia) => ViewTarget;

/**
 * Where this canvas is painted. It is decided before the canvas is touched, for good: its first context is its only one.
 * A graphics processor that is lost for good throws with nobody to catch it: the page answers with another canvas and
 * another worker, which paints on the CPU.
 *
 * A worker's contexts are made by the page's main thread, and the worker waits for it: asked for while Skia is on its
 * way, not when the main thread is busy with the editor's first screen and the picture waits.
 */
export function prepareViewTarget(canvas: OffscreenCanvas, surface: ViewSurface): MakeViewTarget {
  if (surface === 'gpu' || (surface === 'auto' && isRealGpu(webGlRenderer()))) {
    return (skia) =>
      createGpuTarget(skia, canvas, (reason) => {
        setTimeout(() => {
          throw new Error(reason);
        });
      });
  }
  const blit = createCanvasBlit(canvas);
  return (skia) => createRasterTarget(skia, blit);
}
