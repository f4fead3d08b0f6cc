import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { FONT_FACES } from '#model/elements/base/fonts.ts';
import { launchChromium } from '../support/chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The page in `page`, bundled as the product is, open in Chromium. */
export async function openPrintPage(): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const built = await mkdtemp(join(tmpdir(), 'print-page-'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: built, target: 'esnext', assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
  });
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const font = FONT_FACES.find((face) => pathname === `/fonts/${basename(face.file)}`);
    const page = join(built, pathname === '/' ? 'index.html' : pathname);
    readFile(font === undefined ? page : join(ROOT, 'node_modules', font.file)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(page)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'printHashes' in globalThis);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
      await rm(built, { recursive: true, force: true });
    },
  };
}
