import type { Canvas, GrDirectContext, Surface, WebGLContextHandle } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import { ok } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';
import type { ViewTarget } from './view-target.ts';

/** Timeout for a lost context to be restored: the picture has to be back within three seconds. */
const RESTORE_LIMIT_MS = 1_000;

/** The canvas keeps its pixels from one picture to the next; Skia smooths edges itself. */
const CONTEXT = { majorVersion: 2, antialias: 0, depth: 0, preserveDrawingBuffer: 1 } as const;

/** Objects with the lifetime of one context of the canvas. */
interface Gpu {
  readonly handle: WebGLContextHandle;
  readonly context: GrDirectContext;
  surfaces: GpuSurfaces | null;
}

interface GpuSurfaces {
  /**
   * The surface that is painted on and never visible itself. Outside the parts that are presented its pixels are
   * undefined.
   */
  readonly easel: Surface;
  readonly screen: Surface;
}

/**
 * Paints on a graphics processor, on the canvas from the page. When its context is lost and restored, everything is
 * made and painted again. Where that is not possible, `onLost` is called once: this canvas can show nothing any more,
 * not even with a 2d context. Throws when there is no context to begin with.
 */
export function createGpuTarget(skia: Skia, canvas: OffscreenCanvas, onLost: (reason: string) => void): ViewTarget {
  const first = openGpu(skia, canvas);
  if (first === null) throw new Error('the canvas gives no WebGL context');
  let gpu: Gpu | null = first;
  let isPainted = false;
  let isOver = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let stale: () => void = () => undefined;

  function giveUp(reason: string): void {
    if (isOver) return;
    end();
    onLost(reason);
  }

  function end(): void {
    isOver = true;
    clearTimeout(patience);
    canvas.removeEventListener('webglcontextlost', lose);
    canvas.removeEventListener('webglcontextrestored', restore);
    leave();
  }

  function leave(): void {
    if (gpu !== null) closeGpu(skia, gpu);
    gpu = null;
    isPainted = false;
  }

  function lose(event: Event): void {
    // Without this the context would not be restored.
    event.preventDefault();
    leave();
    clearTimeout(patience);
    patience = setTimeout(() => giveUp('the WebGL context was lost'), RESTORE_LIMIT_MS);
  }

  function restore(): void {
    clearTimeout(patience);
    leave();
    gpu = openGpu(skia, canvas);
    if (gpu === null) giveUp('the WebGL context did not come back');
    else stale();
  }

  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restore);
  return {
    begin(widthPx, heightPx) {
      if (gpu === null) return ok(null);
      const isSame = gpu.surfaces !== null && canvas.width === widthPx && canvas.height === heightPx;
      const kept = isPainted && isSame;
      isPainted = false;
      if (!isSame) {
        deleteSurfaces(gpu);
        canvas.width = widthPx;
        canvas.height = heightPx;
        gpu.surfaces = makeSurfaces(skia, gpu.context, widthPx, heightPx);
      }
      if (gpu.surfaces === null) {
        giveUp('the graphics processor has no room for the picture');
        return ok(null);
      }
      return ok({ canvas: gpu.surfaces.easel.getCanvas(), kept });
    },
    present(parts) {
      if (gpu === null || gpu.surfaces === null) return;
      isPainted = true;
      const { easel, screen } = gpu.surfaces;
      copyParts(skia, easel, screen.getCanvas(), parts);
      screen.flush();
    },
    onStale(listener) {
      stale = listener;
    },
    dispose: end,
  };
}

function openGpu(skia: Skia, canvas: OffscreenCanvas): Gpu | null {
  const handle = skia.GetWebGLContext(canvas, CONTEXT);
  if (handle === 0) return null;
  const context = skia.MakeWebGLContext(handle);
  if (context !== null) return { handle, context, surfaces: null };
  skia.deleteContext(handle);
  return null;
}

/** Nothing of the old context may be used again, especially its glyphs and textures. */
function closeGpu(skia: Skia, gpu: Gpu): void {
  deleteSurfaces(gpu);
  gpu.context.releaseResourcesAndAbandonContext();
  gpu.context.delete();
  skia.deleteContext(gpu.handle);
}

function makeSurfaces(skia: Skia, context: GrDirectContext, width: number, height: number): GpuSurfaces | null {
  const info = {
    width,
    height,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: skia.AlphaType.Opaque,
    colorSpace: skia.ColorSpace.SRGB,
  };
  const easel = skia.MakeRenderTarget(context, info);
  if (easel === null) return null;
  // Throws, or gives null, when the size exceeds the limits of the graphics processor.
  const screen = skia.MakeOnScreenGLSurface(context, width, height, skia.ColorSpace.SRGB);
  if (screen !== null) return { easel, screen };
  easel.delete();
  return null;
}

function deleteSurfaces(gpu: Gpu): void {
  gpu.surfaces?.screen.delete();
  gpu.surfaces?.easel.delete();
  gpu.surfaces = null;
}

function copyParts(skia: Skia, easel: Surface, screen: Canvas, parts: readonly Rect[] | null): void {
  // This is the texture itself and no copy, so it is deleted before anything else is painted on it.
  const picture = easel.makeImageSnapshot();
  if (parts === null) screen.drawImage(picture, 0, 0);
  else {
    for (const { x, y, width, height } of parts) {
      screen.save();
      screen.clipRect([x, y, x + width, y + height], skia.ClipOp.Intersect, false);
      screen.drawImage(picture, 0, 0);
      screen.restore();
    }
  }
  picture.delete();
}
