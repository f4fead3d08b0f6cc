import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import wasm from 'vite-plugin-wasm';
import { createFontFiles } from '#build/font-files.ts';
import { launchChromium } from './chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export interface BuiltPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** The page in this folder, bundled like the product, with its fonts; open in Chromium when it has this global. */
export async function openBuiltPage(root: string, global: string, args: readonly string[] = []): Promise<BuiltPage> {
  const built = await mkdtemp(join(tmpdir(), 'built-page-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [wasm()],
    worker: { format: 'es', plugins: () => [wasm()] },
    build: { outDir: built, target: 'esnext', assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
  });
  const fonts = createFontFiles(ROOT);
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const page = join(built, pathname === '/' ? 'index.html' : pathname);
    const font = pathname.startsWith('/fonts/') ? fonts.read(pathname.slice('/fonts/'.length)) : null;
    (font ?? readFile(page)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(page)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium(args);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction((name) => name in globalThis, global);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
      await rm(built, { recursive: true, force: true });
    },
  };
}
