import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ExportFormat } from '#protocol/export.ts';
import { createPrintCore } from '#render-worker/core/create-print-core.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import { createPartsSource } from '../support/font-parts-source.ts';
import { createPng } from './create-image-files.ts';
import { createLargeElements, LARGE_LABEL } from './create-large-label.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';
import { openPrintPage } from './open-print-page.ts';
import type { PrintRequest } from './page/main.ts';
import type { PrintedHere } from './page/print-here.ts';

/** Texts in two scripts, symbols, slanted lines, a rotated and dithered image, on sheets of four. */
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
      xMm: 14.5,
      yMm: -6.3,
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

test('a browser prints exactly the same bits as Node, and exports exactly the same files', async () => {
  const request = createRequest();
  const fixture = await createPrintFixture();
  const { core } = fixture;
  const assets = new Map([
    [TEST_ASSET, { mime: 'image/png' as const, bytes: Uint8Array.from(request.assets[0]?.[1] ?? []) }],
  ]);
  const template = { label: request.label, elements: request.elements, assets };
  const { runId } = expectOk(await core.openRun({ template, dpi: request.dpi }));
  const step = expectOk(await core.printRecords(runId, request.records, 'print'));
  expect(step.labels.flatMap((l) => l.problems)).toEqual([]);
  const expected = step.pages.map((page) => page.pngHash);
  expect(expected).toHaveLength(2);

  // A PDF contains the font files, and a browser has the Chinese font in parts: the same parts give the same file.
  const { skia } = fixture;
  const inParts = createPrintCore({ skia, fonts: new FontStore(skia, createPartsSource()), zxing: loadZxingInNode });
  const cores = { 'pdf-vector': inParts, svg: core };
  const exported = { 'pdf-vector': [] as string[], svg: [] as string[] };
  for (const format of ['pdf-vector', 'svg'] as const) {
    const { runId: id } = expectOk(await cores[format].openExport({ template, dpi: request.dpi, format }));
    const { pieces } = expectOk(await cores[format].exportRecords(id, request.records, true));
    exported[format] = pieces.map((piece) => createHash('sha256').update(piece).digest('hex'));
    await cores[format].closeRun(id);
  }
  inParts.dispose();

  const { page, close } = await openPrintPage();
  try {
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
    await close();
  }
});

test('a browser prints 400 x 3000 mm with 2,000 elements in a small heap', async () => {
  const png = createPng(90, 60, (x, y) => [x * 2, y * 4, 128, 255]);
  const elements = createLargeElements();
  const { label } = createTestTemplate([], LARGE_LABEL);
  const assets = new Map([[TEST_ASSET, { mime: 'image/png' as const, bytes: png }]]);
  const { core } = await createPrintFixture();
  const { runId } = expectOk(await core.openRun({ template: { label, elements, assets }, dpi: 300 }));
  const step = expectOk(await core.printRecords(runId, [NO_RECORD], 'print'));

  const { page, close } = await openPrintPage();
  try {
    const request: PrintRequest = { label, elements, assets: [[TEST_ASSET, [...png]]], records: [], dpi: 300 };
    const printed = await page.evaluate(
      (asked) => (globalThis as unknown as { printHere(r: PrintRequest): Promise<PrintedHere> }).printHere(asked),
      request,
    );
    expect(printed.symbolsRead).toBe(200);
    expect(printed.pngHash).toBe(step.pages[0]?.pngHash);
    expect(printed.heapMiB).toBeLessThan(256);
    // In a worker too: it is painted in one step, and no heartbeat is missed by that.
    const hashes = await page.evaluate(
      (asked) => (globalThis as unknown as { printHashes(r: PrintRequest): Promise<string[]> }).printHashes(asked),
      { ...request, records: [NO_RECORD] },
    );
    expect(hashes).toEqual([printed.pngHash]);
  } finally {
    await close();
  }
});
