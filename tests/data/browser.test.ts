import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import type { PageAnswer, PageFile } from '#tests/support/spreadsheet-page.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const ROOT = join(import.meta.dirname, '../..');
const HTML =
  '<!doctype html><title>test</title><script type="module" src="/tests/support/spreadsheet-page.ts"></script>';
let cacheDir = '';
let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'labelwright-vite-'));
  server = await createServer({
    root: ROOT,
    configFile: false,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: ['comlink', 'idb', 'papaparse'] },
    plugins: [
      {
        name: 'blank-page',
        configureServer({ middlewares }) {
          middlewares.use('/blank', (_request, response) => response.setHeader('content-type', 'text/html').end(HTML));
        },
      },
    ],
  });
  await server.listen();
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(new URL('blank', server.resolvedUrls?.local[0]).href);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(cacheDir, { recursive: true, force: true });
});

test('a file goes through the worker and the browser database', async () => {
  const rows = [
    ['Code', '名称'],
    ['00123', '苹果'],
    ['00124', '梨'],
  ];
  const { utils, write } = await import('xlsx');
  const sheet = utils.aoa_to_sheet(rows);
  const xls = write({ SheetNames: ['Data'], Sheets: { Data: sheet } }, { type: 'base64', bookType: 'biff8' }) as string;
  const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');
  const files: PageFile[] = [
    { name: 'a.xlsx', base64: base64(buildXlsx([{ name: 'Data', rows }])) },
    { name: 'a.csv', base64: base64(rows.map((row) => row.join(';')).join('\r\n')) },
    { name: 'a.xls', base64: xls },
    { name: 'a.pdf', base64: base64('%PDF-1.4') },
  ];
  await page.waitForFunction(() => 'runSpreadsheetPage' in globalThis);
  const answer = await page.evaluate(
    (files) =>
      (globalThis as unknown as { runSpreadsheetPage: (files: PageFile[]) => Promise<PageAnswer> }).runSpreadsheetPage(
        files,
      ),
    files,
  );
  const expected = { ok: true, value: { rows: rows.slice(1), errors: [] } };
  expect(answer.results).toEqual([expected, expected, expected, 'file.wrongType']);
  expect(answer.kept).toEqual(Array.from({ length: 20 }, (_, i) => `${24 - i}.csv`));
});
