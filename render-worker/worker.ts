import { serveWhenLoaded } from './serve-when-loaded.ts';
import { loadSkiaInBrowser } from './skia/load-browser.ts';

// Begun before the page has called, to save time. A failure is told to the page when it calls.
const skia = loadSkiaInBrowser();
skia.catch(() => undefined);

serveWhenLoaded(() => skia);
