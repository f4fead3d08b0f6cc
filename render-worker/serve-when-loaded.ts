import { holdMessages } from '#protocol/hold-messages.ts';
import type { Skia } from './skia/load.ts';

/**
 * Makes this worker a render worker. The engine's modules wait for the kernel, which is WebAssembly, and the page's
 * first calls arrive earlier: those are kept and passed on in order.
 */
export function serveWhenLoaded(loadSkia: () => Promise<Skia>, fetchSkiaRest: () => Promise<void>): void {
  const handOn = holdMessages(self);
  import('./serve-engine.ts').then(
    ({ serveEngine }) => {
      serveEngine(loadSkia, fetchSkiaRest);
      handOn();
    },
    (reason: unknown) => {
      // A worker without its code counts as crashed: the page replaces it.
      setTimeout(() => {
        throw reason;
      });
    },
  );
}
