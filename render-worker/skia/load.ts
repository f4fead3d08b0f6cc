import type { CanvasKit, CanvasKitInitOptions } from 'canvaskit-wasm';
import CanvasKitInit from 'canvaskit-wasm';

/** Skia, ready to use. There is one per worker, and its memory is freed only when the worker ends. */
export type Skia = CanvasKit;

/** Address of Skia's compiled code. In Node the package finds its own file, so no address is needed. */
export interface SkiaSource {
  /** Address of `canvaskit.wasm`. */
  readonly wasmUrl?: string;
}

/**
 * Loads and starts Skia: 25 to 50 ms warm, up to half a second cold. Rejects when the code can't be loaded.
 */
export async function loadSkia(source: SkiaSource): Promise<Skia> {
  const { wasmUrl } = source;
  const options: CanvasKitInitOptions | undefined =
    wasmUrl === undefined ? undefined : { locateFile: (): string => wasmUrl };
  return CanvasKitInit(options);
}
