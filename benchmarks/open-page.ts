import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import wasm from 'vite-plugin-wasm';
import { createFontFiles } from '#build/font-files.ts';
import { launchChromium, launchChromiumOn } from '../tests/support/chromium.ts';
import type { BenchPage } from './page/main.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, '.cache/bench-page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
};

/** The page of all areas, bundled once. */
let built: Promise<unknown> | undefined;

/** The benchmark page, open in its own Chromium. */
export interface OpenedPage {
  readonly browser: Browser;
  readonly page: Page;
  /** Origin: `http://127.0.0.1:` and a port. */
  readonly address: string;
  /** Runs one of the page's parts. */
  measure<K extends keyof BenchPage>(
    part: K,
    ...asked: Parameters<BenchPage[K]>
  ): Promise<Awaited<ReturnType<BenchPage[K]>>>;
}

export interface OpenOptions {
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly profile?: string;
}

/**
 * Bundles the benchmark page like the product and opens it in headless Chromium. `files` are served next to it, by
 * their names. With a `profile`, the browser keeps its databases in this folder, as users' browsers do; otherwise in
 * memory.
 */
export async function withBenchPage<T>(
  work: (opened: OpenedPage) => Promise<T>,
  { files = new Map(), profile }: OpenOptions = {},
): Promise<T> {
  await (built ??= bundle());
  const fonts = createFontFiles(ROOT);
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(BUILT, path === '/' ? 'index.html' : path);
    const font = path.startsWith('/fonts/') ? fonts.read(path.slice('/fonts/'.length)) : null;
    const given = files.get(path.slice(1));
    (given === undefined ? (font ?? readFile(file)) : Promise.resolve(given)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = profile === undefined ? await launchChromium() : await launchChromiumOn(profile);
  try {
    const [context = await browser.newContext()] = browser.contexts();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${address}/`);
    await page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: 60_000 });
    return await work({
      browser,
      page,
      address,
      measure: <K extends keyof BenchPage>(part: K, ...asked: Parameters<BenchPage[K]>) =>
        page.evaluate(
          ([name, values]) =>
            (globalThis as unknown as { bench: Record<string, (...values: unknown[]) => Promise<unknown>> }).bench[
              name as string
            ]?.(...(values as unknown[])),
          [part as string, asked as unknown[]] as const,
        ) as Promise<Awaited<ReturnType<BenchPage[K]>>>,
    });
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

function bundle(): Promise<unknown> {
  return build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [wasm()],
    worker: { format: 'es', plugins: () => [wasm()] },
    build: { outDir: BUILT, emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
  });
}

/** Runs one part in a page opened for it. */
export function measureInPage<K extends keyof BenchPage>(
  part: K,
  ...asked: Parameters<BenchPage[K]>
): Promise<Awaited<ReturnType<BenchPage[K]>>> {
  return withBenchPage((opened) => opened.measure(part, ...asked));
}
