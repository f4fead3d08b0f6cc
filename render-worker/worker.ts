import { serveWhenLoaded } from './serve-when-loaded.ts';
import { loadSkiaInBrowser } from './skia/load-browser.ts';

// Asked for while the page has not called yet; who calls is told when it fails.
const skia = loadSkiaInBrowser();
skia.catch(() => undefined);

serveWhenLoaded(() => skia);
