import wasmUrl from 'canvaskit-wasm/bin/canvaskit.wasm?url';
import { loadSkia, type Skia } from './load.ts';

/** Skia in a browser's worker, loaded from our own server. */
export function loadSkiaInBrowser(): Promise<Skia> {
  return loadSkia({ wasmUrl });
}
