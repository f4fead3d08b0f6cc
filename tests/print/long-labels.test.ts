import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createBitPlane } from '#render-worker/bits/bit-plane.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import type { SkiaFixture } from '../render/skia-fixture.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '../support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { createLargeElements, LARGE_LABEL } from './create-large-label.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';
import { hashOfBits } from '../golden/golden-page.ts';
import { hashOf } from '../render/skia-fixture.ts';

let fixture: SkiaFixture & { readonly core: PrintCore };
beforeAll(async () => {
  fixture = await createPrintFixture();
});

function heap(): Uint8Array {
  return (fixture.skia as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
}

const assets = new Map([
  [TEST_ASSET, { mime: 'image/png' as const, bytes: createPng(90, 60, (x, y) => [x * 2, y * 4, 128, 255]) }],
]);

const SIX_RECORDS = Array.from({ length: 6 }, () => NO_RECORD);

describe('400 x 3000 mm with 2,000 elements', () => {
  test.each([
    [300, 4724, 35_433],
    [600, 9449, 70_866],
  ])('at %i dpi prints and reads back', async (dpi, widthDots, heightDots) => {
    const template = { ...createTestTemplate(createLargeElements(), LARGE_LABEL), assets };
    const { runId } = expectOk(await fixture.core.openRun({ template, dpi }));
    const step = expectOk(await fixture.core.printRecords(runId, [NO_RECORD], 'print'));
    await fixture.core.closeRun(runId);
    expect(step.labels[0]?.problems).toEqual([]);
    expect(step.labels[0]?.symbols.filter((s) => s.ok)).toHaveLength(200);
    expect(step.pages[0]).toMatchObject({ widthDots, heightDots, dpi });
    expect(heap().length).toBeLessThan(256 << 20);
  });

  test.each(['bit', 'gray'] as const)('%s: the worker handles messages between the bands', async (colour) => {
    const elements = createLargeElements().filter((e) => e.type === 'line' || e.type === 'rectangle');
    const template = { ...createTestTemplate(elements, LARGE_LABEL), assets };
    const { runId } = expectOk(await fixture.core.openRun({ template, dpi: colour === 'bit' ? 600 : 203, colour }));
    let heard = 0;
    const listening = setInterval(() => heard++, 1);
    const step = expectOk(await fixture.core.printRecords(runId, SIX_RECORDS, 'print'));
    clearInterval(listening);
    expect(step.pages).toHaveLength(6);
    // At most 40 ms and a band pass between two: labels that block are noticed once each.
    expect(heard).toBeGreaterThan(8);
    await fixture.core.closeRun(runId);
  });

  test('a run that is closed while its label is painted ends within its next bands', async () => {
    const elements = createLargeElements().filter((e) => e.type === 'line' || e.type === 'rectangle');
    const template = { ...createTestTemplate(elements, LARGE_LABEL), assets };
    /** Number of message checks, in all and after the run was closed, which is at the given number. */
    const print = async (closeAt: number): Promise<{ ok: boolean; heard: number; heardAfter: number }> => {
      const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 600 }));
      let heard = 0;
      const listening = setInterval(() => {
        if (++heard === closeAt) void fixture.core.closeRun(runId);
      }, 1);
      const step = await fixture.core.printRecords(runId, SIX_RECORDS, 'print');
      clearInterval(listening);
      if (!step.ok) expect(step.error.code).toBe('aborted');
      await fixture.core.closeRun(runId);
      return { ok: step.ok, heard, heardAfter: heard - closeAt };
    };
    const whole = await print(Infinity);
    const closed = await print(2);
    expect([whole.ok, closed.ok]).toEqual([true, false]);
    expect(whole.heard).toBeGreaterThan(5);
    expect(closed.heardAfter).toBeLessThanOrEqual(1);
    // The next run of the same worker prints as before.
    expect((await print(Infinity)).ok).toBe(true);
  });

  test('a page that streams has the bits of one that does not', () => {
    const { skia, fonts, measure, core } = fixture;
    const template = {
      ...createTestTemplate(createLargeElements().slice(0, 900), { widthMm: 400, heightMm: 1400 }),
      assets,
    };
    return core.openRun({ template, dpi: 300 }).then(async (opened) => {
      const step = expectOk(await core.printRecords(expectOk(opened).runId, [NO_RECORD], 'print'));
      const library = createImageLibrary(skia);
      library.add(assets);
      const labels = createLabelPainter(skia, fonts, library);
      const context = { measure, dpi: 300, label: template.label, imageSize: library.size, now: localTimeAt() };
      const plane = createBitPlane(4724, 16_535);
      expectOk(labels.paint(composeLabel(template, NO_RECORD, context).list, plane));
      labels.dispose();
      expect(hashOfBits(step.pages[0]?.png ?? new Uint8Array()).slice(0, 16)).toBe(hashOf(plane.bits));
    });
  });

  test('a covered symbol, and one that leaves the label, reject a streamed label too', async () => {
    const elements = createLargeElements();
    const cover = createTestElement('rectangle', { xMm: 8, yMm: 7, widthMm: 10, heightMm: 3, penWidthMm: 0.5 });
    const outside = createTestElement('qrcode', { xMm: 395, yMm: 1500, widthMm: 15, heightMm: 15 });
    const template = { ...createTestTemplate([...elements, cover, outside], LARGE_LABEL), assets };
    const { runId } = expectOk(await fixture.core.openRun({ template, dpi: 300 }));
    const step = expectOk(await fixture.core.printRecords(runId, [NO_RECORD], 'print'));
    expect(step.pages).toEqual([]);
    const codes = step.labels[0]?.problems.map((p) => p.problem.code) ?? [];
    expect(codes).toContain('symbol.outsideLabel');
    expect(codes.some((code) => /^symbol\.(covered|notReadable|misread)$/.test(code))).toBe(true);
    const preview = expectOk(await fixture.core.previewPage(runId, [NO_RECORD]));
    expect(preview.labels[0]?.cell).toBe(0);
    await fixture.core.closeRun(runId);
  });
});

test('2,000 different labels leave Skia’s heap unchanged after the first', async () => {
  const { core, skia } = fixture;
  const template = createTestTemplate(createLabelElements(), { widthMm: 40, heightMm: 30 });
  const { runId } = expectOk(await core.openRun({ template, dpi: 203 }));
  // A block this large only fits above all memory that was taken before.
  const top = (): number => {
    const block = skia.Malloc(Uint8Array, 24 << 20);
    const at = block.byteOffset;
    skia.Free(block);
    return at;
  };
  const print = async (first: number, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, i) =>
      createRecord(first + i, { name: `名称 ${first + i}`, ean: String(4_006_381_000_000 + first + i).slice(0, 12) }),
    );
    const step = expectOk(await core.printRecords(runId, rows, 'print'));
    expect(step.pages).toHaveLength(count);
  };
  await print(1, 200);
  const before = { top: top(), bytes: heap().length };
  await print(201, 2000);
  expect(heap().length).toBe(before.bytes);
  expect(top() - before.top).toBeLessThanOrEqual(0);
  await core.closeRun(runId);
});
