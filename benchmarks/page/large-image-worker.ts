/**
 * One large image in a worker of its own, as the product prints. The page sends its request once the worker reports
 * that it is ready.
 */
import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';
import { type LargeImageRequest, runLargeImage } from './large-image.ts';
import { createOurs } from './ours.ts';

const ours = createOurs(await loadSkiaInBrowser(), createFetchFontSource(), loadZxingInBrowser);
globalThis.addEventListener('message', (event: MessageEvent<LargeImageRequest>) => {
  runLargeImage(ours, event.data).then(
    (times) => globalThis.postMessage(times, { transfer: [] }),
    (reason: unknown) => {
      // A rejected promise is not reported to the page; an error thrown here is.
      setTimeout(() => {
        throw reason;
      });
    },
  );
});
globalThis.postMessage('ready', { transfer: [] });
