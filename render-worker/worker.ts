import { holdMessages } from './hold-messages.ts';
import { loadSkiaInBrowser } from './skia/load-browser.ts';

// Asked for while the page has not called yet; who calls is told when it fails.
const skia = loadSkiaInBrowser();
skia.catch(() => undefined);

// The engine's modules wait for the kernel, which is WebAssembly: the page's first calls come before they are there.
const handOn = holdMessages();
import('./serve-engine.ts').then(
  ({ serveEngine }) => {
    serveEngine(() => skia);
    handOn();
  },
  (reason: unknown) => {
    // A worker without its code is one that crashed: the page replaces it.
    setTimeout(() => {
      throw reason;
    });
  },
);
