import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';
import wasm from 'vite-plugin-wasm';
import { createFontFiles } from '#build/font-files.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import type { BenchPage } from './page/main.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, '.cache/bench-page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
};

/** Bundles the benchmark page as the product is bundled, opens it in headless Chromium, and runs one of its parts. */
export async function measureInPage<K extends keyof BenchPage>(part: K): Promise<Awaited<ReturnType<BenchPage[K]>>> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [wasm()],
    worker: { format: 'es', plugins: () => [wasm()] },
    build: { outDir: BUILT, emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
  });
  const fonts = createFontFiles(ROOT);
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(BUILT, path === '/' ? 'index.html' : path);
    const font = path.startsWith('/fonts/') ? fonts.read(path.slice('/fonts/'.length)) : null;
    (font ?? readFile(file)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: 60_000 });
    return (await page.evaluate(
      (name) => (globalThis as unknown as { bench: Record<string, () => Promise<unknown>> }).bench[name]?.(),
      part as string,
    )) as Awaited<ReturnType<BenchPage[K]>>;
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
}
