import { PNG } from 'pngjs';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { previewSidePx } from '#app/state/save-label.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { PrintStep } from '#protocol/render.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createBitPlane } from '#render-worker/bits/bit-plane.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { goldenPage, hashOfBits } from '../golden/golden-page.ts';
import { createTestElement, createTestTemplate, TEST_ASSET, TEST_TIME } from '../support/create-elements.ts';
import type { SkiaFixture } from '../render/skia-fixture.ts';
import { hashOf } from '../render/skia-fixture.ts';
import { createBadPng, createPng } from './create-image-files.ts';
import { columnSource, createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: SkiaFixture & { readonly core: PrintCore };
let core: PrintCore;
beforeAll(async () => {
  fixture = await createPrintFixture();
  ({ core } = fixture);
});

const SHEET = {
  widthMm: 40,
  heightMm: 30,
  rows: 3,
  columns: 2,
  rowSpacingMm: 2.3,
  columnSpacingMm: 3.1,
  paddingMm: { left: 1.7, right: 1.7, top: 1.1, bottom: 1.1 },
};

function createRows(count: number, bad: readonly number[] = []): DataRecord[] {
  return Array.from({ length: count }, (_, i) =>
    createRecord(i + 2, { name: `名称 Row ${i + 1}`, ean: bad.includes(i + 2) ? '12345' : `4006381333${10 + i}` }),
  );
}

async function printAll(
  elements: readonly LabelElement[],
  settings: object,
  rows: readonly DataRecord[],
  dpi = 300,
): Promise<PrintStep> {
  const { runId } = expectOk(await core.openRun({ template: createTestTemplate(elements, settings), dpi }));
  const step = expectOk(await core.printRecords(runId, rows, 'print'));
  await core.closeRun(runId);
  return step;
}

describe('sheets', () => {
  test('a rejected record leaves no gap, and the bits are always the same', async () => {
    const elements = createLabelElements();
    const step = await printAll(elements, SHEET, createRows(9, [3, 6]));
    expect(step.labels.map((l) => [l.row, l.verified])).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((row) => [row, row !== 3 && row !== 6]),
    );
    expect(step.labels[1]?.problems).toMatchObject([
      { elementName: elements[3]?.name, problem: { code: 'symbol.length' } },
    ]);
    expect(step.pages.map((p) => p.labels.map((l) => l.row))).toEqual([[2, 4, 5, 7, 8, 9], [10]]);
    const good = await printAll(
      elements,
      SHEET,
      createRows(9).filter((r) => r.row !== 3 && r.row !== 6),
    );
    expect(good.pages.map((p) => p.pngHash)).toEqual(step.pages.map((p) => p.pngHash));
    for (const page of step.pages) {
      expect(createHash('sha256').update(page.png).digest('hex')).toBe(page.pngHash);
      for (const label of page.labels) {
        expect(label.symbols.map((s) => [s.symbology, s.ok, s.decoded === s.expected])).toEqual([
          ['ean13', true, true],
          ['qr', true, true],
        ]);
      }
    }
    expect(hashOfBits(step.pages[0]?.png ?? new Uint8Array()).slice(0, 16)).toBe('3c2032574e1b5360');
  });

  test('chunks and flushes give the same pages as one call', async () => {
    const template = createTestTemplate(createLabelElements(), SHEET);
    const rows = createRows(8, [5]);
    const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
    const hashes: string[] = [];
    for (const row of rows)
      hashes.push(...expectOk(await core.printRecords(runId, [row], 'keep')).pages.map((p) => p.pngHash));
    // A preview in between does not change the run.
    const preview = expectOk(await core.previewPage(runId, rows.slice(0, 1)));
    hashes.push(...expectOk(await core.printRecords(runId, [], 'print')).pages.map((p) => p.pngHash));
    await core.closeRun(runId);
    const whole = await printAll(template.elements, SHEET, rows, 203);
    expect(hashes).toEqual(whole.pages.map((p) => p.pngHash));
    expect(preview.pngHash).toBe((await printAll(template.elements, SHEET, rows.slice(0, 1), 203)).pages[0]?.pngHash);
  });

  test('a previewed sheet is the printed one to the dot, with any rejections', async () => {
    const template = createTestTemplate(createLabelElements(), SHEET);
    const rows = createRows(9, [2, 5]);
    const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
    const first = expectOk(await core.previewPage(runId, rows));
    expect(first.labels.map((l) => [l.row, l.cell])).toEqual([
      [2, null],
      [3, 0],
      [4, 1],
      [5, null],
      [6, 2],
      [7, 3],
      [8, 4],
      [9, 5],
    ]);
    expect(first.labels[0]?.problems).toMatchObject([{ problem: { code: 'symbol.length' } }]);
    const second = expectOk(await core.previewPage(runId, rows.slice(first.labels.length)));
    const step = expectOk(await core.printRecords(runId, rows, 'print'));
    expect(step.pages.map((page) => page.pngHash)).toEqual([first.pngHash, second.pngHash]);
    await core.closeRun(runId);
  });

  test('a preview of labels that are all rejected shows them with their reason', async () => {
    const { runId } = expectOk(
      await core.openRun({ template: createTestTemplate(createLabelElements(), SHEET), dpi: 203 }),
    );
    const rows = createRows(8, [2, 3, 4, 5, 6, 7, 8, 9]);
    const preview = expectOk(await core.previewPage(runId, rows));
    expect(preview.labels.map((l) => l.cell)).toEqual([0, 1, 2, 3, 4, 5, null, null]);
    expect(preview.labels.every((l) => !l.verified && l.problems[0]?.problem.code === 'symbol.length')).toBe(true);
    const blank = expectOk(await core.previewPage(runId, []));
    expect(preview.pngHash).not.toBe(blank.pngHash);
    // And nothing of it remains.
    expect(expectOk(await core.printRecords(runId, rows, 'print')).pages).toEqual([]);
    expect(expectOk(await core.previewPage(runId, [])).pngHash).toBe(blank.pngHash);
    await core.closeRun(runId);
  });

  test('after closing a run answers nothing more', async () => {
    const { runId } = expectOk(
      await core.openRun({ template: createTestTemplate(createLabelElements(), SHEET), dpi: 203 }),
    );
    const running = core.printRecords(runId, createRows(60), 'print');
    await core.closeRun(runId);
    expect(await running).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await core.printRecords(runId, [], 'print')).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});

describe('one label per page', () => {
  const settings = { widthMm: 40, heightMm: 30 };

  test('something over a symbol rejects the label', async () => {
    const box = createTestElement('rectangle', { xMm: 10, yMm: 20, widthMm: 10, heightMm: 3, penWidthMm: 0.3 });
    const step = await printAll([...createLabelElements(), box], settings, createRows(1));
    expect(step.pages).toEqual([]);
    expect(step.labels[0]?.problems[0]?.problem.code).toMatch(/^symbol\.(covered|notReadable|misread)$/);
  });

  test('a symbol mirrored on purpose is named as unreadable by intent, and passes', async () => {
    const mirrored = createLabelElements().map((e) => (e.type === 'barcode' ? { ...e, mirror: true } : e));
    const step = await printAll(mirrored, settings, createRows(1));
    expect(step.labels[0]?.symbols.map((s) => [s.symbology, s.ok, s.grade])).toEqual([
      ['ean13', true, null],
      ['qr', true, 'A'],
    ]);
    expect(step.pages).toHaveLength(1);
  });

  test('a damaged image and a missing background reject the label', async () => {
    const image = createTestElement('image', { xMm: 2, yMm: 2, widthMm: 8, heightMm: 4, asset: TEST_ASSET });
    const codes = async (bytes: Uint8Array, more: object): Promise<readonly string[]> => {
      const template = {
        ...createTestTemplate([image], { ...settings, ...more }),
        assets: new Map([[TEST_ASSET, { mime: 'image/png' as const, bytes }]]),
      };
      const local = (await createPrintFixture()).core;
      const { runId } = expectOk(await local.openRun({ template, dpi: 203 }));
      const step = expectOk(await local.printRecords(runId, [NO_RECORD], 'print'));
      local.dispose();
      return step.labels.flatMap((l) => l.problems.map((p) => p.problem.code));
    };
    const good = createPng(8, 4, (x) => [x * 30, 0, 0, 255]);
    expect(await codes(good, {})).toEqual([]);
    expect(await codes(createBadPng(), {})).not.toEqual([]);
    expect(await codes(good, { background: 'ff'.repeat(32) as AssetKey, printBackground: true })).toEqual([
      'image.missing',
    ]);
    expect(await codes(good, { background: 'ff'.repeat(32) as AssetKey, printBackground: false })).toEqual([]);
    expect(await codes(good, { background: TEST_ASSET, printBackground: true })).toEqual([]);
  });

  test.each([203, 300, 600])('rotated elements at %i dpi print and read back', async (dpi) => {
    const turned = [0, 90, 180, 270].map((rotation, i) =>
      createTestElement('barcode', {
        sources: [columnSource('name')],
        symbology: 'code128',
        numberPosition: 'below',
        rotation: rotation as 0 | 90 | 180 | 270,
        xMm: 6 + (i % 2) * 48,
        yMm: 6 + Math.floor(i / 2) * 48,
        widthMm: 40,
        heightMm: 12,
        fontSize: 10,
      }),
    );
    const step = await printAll(turned, { widthMm: 100, heightMm: 100 }, [createRecord(2, { name: 'Turned 17' })], dpi);
    expect(step.labels[0]?.problems).toEqual([]);
    expect(step.labels[0]?.symbols.map((s) => s.decoded)).toEqual(Array.from({ length: 4 }, () => 'Turned 17'));
  });

  test('a label beyond all limits is rejected before any memory is taken', async () => {
    const answer = await core.openRun({
      template: createTestTemplate([], { widthMm: 3000, heightMm: 3000 }),
      dpi: 600,
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'render.labelTooLarge' } });
  });
});

/** 400 x 3000 mm, some 300 elements on it. */
function createLongElements(): LabelElement[] {
  return Array.from({ length: 300 }, (_, i) => {
    const xMm = 10 + (i % 4) * 95;
    const yMm = 12.3 + Math.floor(i / 4) * 39.7;
    if (i % 5 === 0) {
      return createTestElement('barcode', {
        sources: [fixedText(`LONG-${i}`)],
        xMm,
        yMm,
        widthMm: 70,
        heightMm: 18,
        fontSize: 12,
      });
    }
    if (i % 5 === 1)
      return createTestElement('qrcode', {
        sources: [fixedText(`https://example.com/${i}`)],
        xMm,
        yMm,
        widthMm: 25,
        heightMm: 25,
      });
    if (i % 5 === 2)
      return createTestElement('rectangle', { xMm, yMm, widthMm: 60.3, heightMm: 25.7, penWidthMm: 0.4 });
    if (i % 5 === 3)
      return createTestElement('line', {
        direction: i % 2 === 0 ? 'left' : 'right',
        xMm,
        yMm,
        widthMm: 60,
        heightMm: 25,
        penWidthMm: 0.7,
      });
    return createTestElement('text', {
      sources: [fixedText(`Text number ${i}: 长标签`)],
      xMm,
      yMm,
      widthMm: 80,
      heightMm: 8,
      fontSize: 26,
    });
  });
}

describe('long labels', () => {
  test('400 x 3000 mm at 300 dpi in bands: Skia’s heap stays small', async () => {
    const elements = createLongElements();
    const { skia } = fixture as unknown as { readonly skia: { readonly HEAPU8: Uint8Array } };
    const step = await printAll(elements, { widthMm: 400, heightMm: 3000 }, [NO_RECORD]);
    expect(step.labels[0]?.problems).toEqual([]);
    expect([step.pages[0]?.widthDots, step.pages[0]?.heightDots]).toEqual([4724, 35_433]);
    expect(step.labels[0]?.symbols).toHaveLength(120);
    expect(skia.HEAPU8.length).toBeLessThan(160 << 20);
  });

  test('the height of the bands does not affect the result', () => {
    const { skia, fonts, measure } = fixture;
    const library = createImageLibrary(skia);
    library.add(
      new Map([[TEST_ASSET, { mime: 'image/png', bytes: createPng(50, 40, (x, y) => [x * 5, y * 6, 0, 255]) }]]),
    );
    const elements = [
      ...createLongElements().slice(0, 24),
      ...createLabelElements().map((e) => ({ ...e, xMm: e.xMm + 3.37, yMm: e.yMm + 55.91 })),
      createTestElement('image', {
        asset: TEST_ASSET,
        xMm: 60,
        yMm: 33.33,
        widthMm: 30.1,
        heightMm: 24.7,
        rotation: 90,
      }),
    ];
    const template = createTestTemplate(elements, { widthMm: 400, heightMm: 260 });
    const { list } = composeLabel(template, createRows(1)[0] ?? NO_RECORD, {
      measure,
      dpi: 300,
      label: template.label,
      imageSize: library.size,
      now: TEST_TIME,
    });
    const hashes = [512, 100, 33, 5000].map((bandRows) => {
      const labels = createLabelPainter(skia, fonts, library, bandRows);
      const plane = createBitPlane(4724, 3071);
      expectOk(labels.paint(list, plane));
      const bands: Uint8Array[] = [];
      expectOk(labels.paintBands(list, 4724, 3071, (band) => bands.push(band.pixels.slice())));
      expect(Buffer.concat(bands).equals(plane.bits)).toBe(true);
      labels.dispose();
      return hashOf(plane.bits);
    });
    expect(new Set(hashes).size).toBe(1);
  });
});

test('a background has the dots of an image element over the whole label', async () => {
  const photo = createPng(60, 45, (x, y) => [4 * x, 5 * y, 2 * x + 2 * y, 255]);
  const assets = new Map([[TEST_ASSET, { mime: 'image/png' as const, bytes: photo }]]);
  const size = { widthMm: 40, heightMm: 30 };
  const image = createTestElement('image', { xMm: 0, yMm: 0, ...size });
  const background = { background: TEST_ASSET, canvases: [TEST_ASSET], printBackground: true };
  const hashes: string[] = [];
  for (const template of [createTestTemplate([], { ...size, ...background }), createTestTemplate([image], size)]) {
    hashes.push((await goldenPage(core, { ...template, assets }, 300)).hash);
  }
  expect(hashes[0]).toBe(hashes[1]);
});

describe('thumbnail', () => {
  test('is a small gray PNG of the design', async () => {
    const png = expectOk(
      await core.thumbnail(createTestTemplate(createLabelElements(), SHEET), createRows(1)[0] ?? NO_RECORD, 200),
    );
    const file = Buffer.from(png);
    expect([file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]]).toEqual([200, 150, 8, 0]);
    const again = expectOk(
      await core.thumbnail(createTestTemplate(createLabelElements(), SHEET), createRows(1)[0] ?? NO_RECORD, 200),
    );
    expect(hashOf(again)).toBe(hashOf(png));
  });

  test('of a large label is painted in bands that join, and has its resolution', async () => {
    // Its left stroke extends from 10 to 12 mm.
    const line = createTestElement('rectangle', { xMm: 10, yMm: -5, widthMm: 50, heightMm: 310, penWidthMm: 2 });
    const template = createTestTemplate([line], { widthMm: 400, heightMm: 300 });
    const side = previewSidePx(template.label);
    expect(side).toBe(4724);
    const png = PNG.sync.read(Buffer.from(expectOk(await core.thumbnail(template, NO_RECORD, side))));
    expect([png.width, png.height]).toEqual([4724, 3543]);
    const xDots = Math.round((11 * 300) / 25.4);
    const white = Array.from({ length: png.height }, (_, y) => png.data[4 * (y * png.width + xDots)]).filter(
      (v) => v !== 0,
    );
    expect(white).toEqual([]);
    expect(previewSidePx({ widthMm: 100, heightMm: 80 })).toBe(1181);
    const most = previewSidePx({ widthMm: 400, heightMm: 3000 });
    expect(most * ((most * 400) / 3000)).toBeLessThan(UPLOAD_LIMITS.imageMaxPixels);
  });
});
