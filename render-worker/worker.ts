import { serveEngine } from './serve-engine.ts';
import { loadSkiaInBrowser } from './skia/load-browser.ts';

serveEngine(loadSkiaInBrowser);
