import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { createServer } from 'vite';
import wasm from 'vite-plugin-wasm';
import { launchChromium } from './chromium.ts';

export interface VitePage {
  readonly page: Page;
  close(): Promise<void>;
}

/** A page in Chromium that runs one module of this project, with its imports, workers and nothing else. */
export async function openVitePage(module: string, libraries: readonly string[]): Promise<VitePage> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'labelwright-vite-'));
  const html = `<!doctype html><title>test</title><script type="module" src="${module}"></script>`;
  const server = await createServer({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    worker: { format: 'es', plugins: () => [wasm()] },
    // A library that the server discovers only later would make it reload the page.
    optimizeDeps: { noDiscovery: true, include: [...libraries] },
    plugins: [
      wasm(),
      {
        name: 'blank-page',
        configureServer({ middlewares }) {
          middlewares.use('/blank', (_request, response) => response.setHeader('content-type', 'text/html').end(html));
        },
      },
    ],
  });
  await server.listen();
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(new URL('blank', server.resolvedUrls?.local[0]).href);
  return {
    page,
    async close() {
      await browser.close();
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
