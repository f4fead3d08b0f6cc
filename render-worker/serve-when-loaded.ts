import { holdMessages } from '#protocol/hold-messages.ts';
import type { Skia } from './skia/load.ts';

/**
 * Makes this worker a render worker. The engine's modules wait for the kernel, which is WebAssembly, and the page's first
 * calls come before they are there: those are kept and handed on in their order.
 */
export function serveWhenLoaded(loadSkia: () => Promise<Skia>): void {
  const handOn = holdMessages(self);
  import('./serve-engine.ts').then(
    ({ serveEngine }) => {
      serveEngine(loadSkia);
      handOn();
    },
    (reason: unknown) => {
      // A worker without its code is one that crashed: the page replaces it.
      setTimeout(() => {
        throw reason;
      });
    },
  );
}
