import { serveWhenLoaded } from './serve-when-loaded.ts';
import { fetchSkiaRest, loadSkiaInBrowser } from './skia/load-browser.ts';

// Started before the page has called, to save time. A failure is reported to the page when it calls.
const skia = loadSkiaInBrowser();
skia.catch(() => undefined);

serveWhenLoaded(() => skia, fetchSkiaRest);
