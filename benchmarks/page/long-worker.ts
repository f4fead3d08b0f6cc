/** The long label in a worker, as the product prints: ours and the canvas both. */
import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';
import { runLong } from './long.ts';
import { createOurs } from './ours.ts';
import { loadPeerFont } from './peer-font.ts';

await loadPeerFont();
const ours = createOurs(await loadSkiaInBrowser(), createFetchFontSource(), loadZxingInBrowser);
globalThis.postMessage(await runLong(ours), { transfer: [] });
