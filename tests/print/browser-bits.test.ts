import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { FONT_FACES } from '#model/elements/base/fonts.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ExportFormat } from '#protocol/export.ts';
import { launchChromium } from '../support/chromium.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';
import type { PrintRequest } from './page/main.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Texts in two scripts, symbols, slanted lines, a turned and dithered image, on sheets of four. */
function createRequest(): PrintRequest {
  const image = { asset: TEST_ASSET, widthMm: 5, heightMm: 4, oneBit: 'floydSteinberg' } as const;
  const elements = [
    ...createLabelElements(),
    createTestElement('image', { ...image, xMm: 2, yMm: 10, rotation: 90 }),
    createTestElement('line', {
      direction: 'left',
      dashed: true,
      xMm: 10,
      yMm: 10,
      widthMm: 13.3,
      heightMm: 4.4,
      penWidthMm: 0.4,
    }),
    createTestElement('text', {
      text: 'x',
      bold: true,
      italic: true,
      rotation: 270,
      widthMm: 21.164,
      xMm: 20.5,
      yMm: 9.7,
      fontSize: 8.4,
    } as object),
  ];
  const label = createTestTemplate([], { widthMm: 40, heightMm: 30, rows: 2, columns: 2, columnSpacingMm: 1.3 }).label;
  const png = createPng(90, 60, (x, y) => [x * 2, y * 4, (x * y) % 256, 255]);
  const records = Array.from({ length: 6 }, (_, i) =>
    createRecord(i + 2, { name: `名称 ${i}`, ean: `4006381333${10 + i}` }),
  );
  return { label, elements, assets: [[TEST_ASSET, [...png]]], records, dpi: 300 };
}

test('a browser prints the very bits that Node prints, and exports the very files', { timeout: 120_000 }, async () => {
  const request = createRequest();
  const { core } = await createPrintFixture();
  const assets = new Map([
    [TEST_ASSET, { mime: 'image/png' as const, bytes: Uint8Array.from(request.assets[0]?.[1] ?? []) }],
  ]);
  const template = { label: request.label, elements: request.elements, assets };
  const { runId } = expectOk(await core.openRun({ template, dpi: request.dpi }));
  const step = expectOk(await core.printRecords(runId, request.records, true));
  expect(step.labels.flatMap((l) => l.problems)).toEqual([]);
  const expected = step.pages.map((page) => page.bitsHash);
  expect(expected).toHaveLength(2);

  const exported = { 'pdf-vector': [] as string[], svg: [] as string[] };
  for (const format of ['pdf-vector', 'svg'] as const) {
    const id = expectOk(await core.openExport({ template, dpi: request.dpi, format }));
    const { pieces } = expectOk(await core.exportRecords(id, request.records, true));
    exported[format] = pieces.map((piece) => createHash('sha256').update(piece).digest('hex'));
    await core.closeExport(id);
  }

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
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'printHashes' in globalThis);
    const hashes = await page.evaluate(
      (asked) => (globalThis as unknown as { printHashes(r: PrintRequest): Promise<string[]> }).printHashes(asked),
      request,
    );
    expect(hashes).toEqual(expected);
    for (const format of ['pdf-vector', 'svg'] as const) {
      const files = await page.evaluate(
        ([asked, wanted]) =>
          (globalThis as unknown as { exportHashes(r: PrintRequest, f: ExportFormat): Promise<string[]> }).exportHashes(
            asked,
            wanted,
          ),
        [request, format] as const,
      );
      expect(files, format).toEqual(exported[format]);
    }
  } finally {
    await browser.close();
    server.close();
    await rm(built, { recursive: true, force: true });
  }
});
