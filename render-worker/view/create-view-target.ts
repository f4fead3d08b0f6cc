import type { ViewSurface } from '#protocol/render.ts';
import type { Skia } from '../skia/load.ts';
import { isRealGpu, webGlRenderer } from './gpu-probe.ts';
import { createGpuTarget } from './gpu-target.ts';
import { createCanvasBlit, createRasterTarget } from './raster-target.ts';
import type { ViewTarget } from './view-target.ts';

/** Makes the target when Skia is loaded. Rejects when a graphics processor was requested and there is none. */
export type MakeViewTarget = (skia: Skia) => Promise<ViewTarget>;

/**
 * Decides where this canvas is painted, before the canvas is touched and permanently: a canvas never gets a second kind
 * of context. When a graphics processor is lost permanently, an error is thrown and not caught; the page answers with
 * another canvas and another worker, which paints on the CPU. The page's main thread makes a worker's contexts while
 * the worker waits. They are requested while Skia is loading, because later the main thread is busy with the editor's
 * first screen and the picture would wait for it. `fetchRest` fetches the rest of Skia, which paints on a graphics
 * processor.
 */
export function prepareViewTarget(
  canvas: OffscreenCanvas,
  surface: ViewSurface,
  fetchRest: () => Promise<void>,
): MakeViewTarget {
  if (surface === 'gpu' || (surface === 'auto' && isRealGpu(webGlRenderer()))) {
    const rest = fetchRest();
    return async (skia) => {
      await rest;
      return createGpuTarget(skia, canvas, (reason) => {
        setTimeout(() => {
          throw new Error(reason);
        });
      });
    };
  }
  const blit = createCanvasBlit(canvas);
  return async (skia) => createRasterTarget(skia, blit);
}
