import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import wasm from 'vite-plugin-wasm';
import { createFontFiles } from '#build/font-files.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import type { BenchPage } from './page/main.ts';
import { openUnwatchedPage } from './unwatched-page.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, '.cache/bench-page');
const LOADING_MS = 300;
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

type Measure = OpenedPage['measure'];

/**
 * Bundles the benchmark page like the product and opens it in headless Chromium. `files` are served next to it, by
 * their names.
 */
export async function withBenchPage<T>(
  work: (opened: OpenedPage) => Promise<T>,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<T> {
  await using served = await serveBenchPage(files);
  const { address } = served;
  const browser = await launchChromium();
  try {
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${address}/`);
    await page.waitForFunction(() => 'bench' in globalThis, undefined, { timeout: 60_000 });
    const measure = ((part, ...asked) => page.evaluate(callOf(part, asked))) as Measure;
    return await work({ browser, page, address, measure });
  } finally {
    await browser.close();
  }
}

/**
 * The same in a browser that nobody inspects, with its databases in the folder `profile`, as users' browsers have them:
 * otherwise they are in memory.
 */
export async function withUnwatchedPage<T>(
  profile: string,
  work: (opened: Pick<OpenedPage, 'address' | 'measure'>) => Promise<T>,
): Promise<T> {
  await using served = await serveBenchPage(new Map());
  const { address } = served;
  await using page = await openUnwatchedPage(`${address}/`, profile);
  while ((await page.evaluate(`'bench' in globalThis`)) !== true) {
    await new Promise((resolve) => setTimeout(resolve, LOADING_MS));
  }
  return await work({ address, measure: ((part, ...asked) => page.evaluate(callOf(part, asked))) as Measure });
}

function callOf(part: string, asked: readonly unknown[]): string {
  return `bench.${part}(...${JSON.stringify(asked)})`;
}

async function serveBenchPage(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly address: string } & AsyncDisposable> {
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
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
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
