import fc from 'fast-check';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm, mmToDots } from '#model/kernel/units.ts';
import { MAX_SCALE_CHANGE, moveInDots, NO_CALIBRATION, type Calibration } from '#model/page/calibration.ts';
import { measuredCalibration, trueMeasures } from '#model/page/measured-calibration.ts';
import { createTestGrid, testGridTemplate } from '#model/page/test-grid.ts';
import { composeLabel } from '#model/page/compose.ts';
import { sheetGeometry } from '#model/page/sheet.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { OUTPUT_COLOURS, type PrintStep, type RunSetup } from '#protocol/render.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { sha256Hex } from '#render-worker/kernel/sha256.ts';
import { createStreamedPage } from '#render-worker/core/streamed-page.ts';
import { createWholePage } from '#render-worker/core/whole-page.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { createTonePainter } from '#render-worker/print/tone-painter.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});
afterAll(() => fixture.core.dispose());

const ROW = createRecord(2, { name: 'Row 1 标签', ean: '4006381333931' });
const LABEL = { widthMm: 40, heightMm: 30 };
const someScale = fc.double({ min: 1 - MAX_SCALE_CHANGE, max: 1 + MAX_SCALE_CHANGE, noNaN: true });
const someDpi = fc.constantFrom(203, 300);

async function print(template: Template, setup: Partial<RunSetup> & { readonly dpi: number }): Promise<PrintStep> {
  const { runId } = expectOk(await fixture.core.openRun({ template, ...setup }));
  try {
    return expectOk(await fixture.core.printRecords(runId, [ROW], 'print'));
  } finally {
    await fixture.core.closeRun(runId);
  }
}

/** The dots of the only page of a print without problems. */
async function dotsOfPage(template: Template, dpi: number, calibration?: Calibration): Promise<Dots> {
  const setup = calibration === undefined ? { dpi } : { dpi, calibration };
  const { labels, pages } = await print(template, { ...setup, minGrade: 'F' });
  expect(labels.flatMap((label) => label.problems)).toEqual([]);
  expect(pages).toHaveLength(1);
  const { width, height, data } = PNG.sync.read(Buffer.from(pages[0]?.png ?? []));
  return { width, height, isInk: (x, y) => data[4 * (y * width + x)] === 0 };
}

interface Dots {
  readonly width: number;
  readonly height: number;
  isInk(x: number, y: number): boolean;
}

/** Start positions of ink along a line of dots. */
function lineStarts(length: number, isInk: (at: number) => boolean): number[] {
  return Array.from({ length }, (_, i) => i).filter((i) => isInk(i) && (i === 0 || !isInk(i - 1)));
}

const someMove = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most });

describe('a test grid', () => {
  test.each([
    [100, 60],
    [40, 40],
    [38, 25],
    [15, 15],
    [150, 100],
  ])('of %i x %i mm has its lines at the calibrated positions, within a dot', async (width, height) => {
    await fc.assert(
      fc.asyncProperty(someScale, someScale, someDpi, async (acrossScale, alongScale, dpi) => {
        const grid = createTestGrid({ width, height });
        const move = { rightMm: 0.5, downMm: -0.5 };
        const made = { acrossScale, alongScale, ...move };
        const dots = await dotsOfPage(testGridTemplate(grid, 'Grid'), dpi, made);
        const perMm = dotsPerMm(dpi);
        const { rightDots, downDots } = moveInDots(made, dpi);
        const { cornerMm, pitchMm, acrossMm, alongMm } = grid;
        const spot = (mm: number): number => (cornerMm + mm) * perMm;
        const between = 0.92 * pitchMm;
        const y = Math.round(spot(between) * alongScale + downDots);
        const x = Math.round(spot(between) * acrossScale + rightDots);
        const columns = lineStarts(dots.width, (at) => dots.isInk(at, y));
        const rows = lineStarts(dots.height, (at) => dots.isInk(x, at));
        const wanted = (lengthMm: number, scale: number, by: number): number[] =>
          Array.from({ length: lengthMm / pitchMm + 1 }, (_, i) => spot(i * pitchMm) * scale + by);
        const [wantedColumns, wantedRows] = [
          wanted(acrossMm, acrossScale, rightDots),
          wanted(alongMm, alongScale, downDots),
        ];
        // The mark and the texts do not interfere: they end before the next line of the grid.
        expect(columns).toHaveLength(wantedColumns.length);
        expect(rows).toHaveLength(wantedRows.length);
        columns.forEach((at, i) => expect(Math.abs(at - (wantedColumns[i] ?? 0))).toBeLessThanOrEqual(1));
        rows.forEach((at, i) => expect(Math.abs(at - (wantedRows[i] ?? 0))).toBeLessThanOrEqual(1));
      }),
      { numRuns: 6 },
    );
  });

  test('gives the calibration that compensates any printer, from any other one', () => {
    const most = MAX_SCALE_CHANGE / 2.5;
    const printer = fc.record({
      across: fc.double({ min: 1 - most, max: 1 + most, noNaN: true }),
      along: fc.double({ min: 1 - most, max: 1 + most, noNaN: true }),
      right: fc.double({ min: -3, max: 3, noNaN: true }),
      down: fc.double({ min: -3, max: 3, noNaN: true }),
    });
    const used = fc.record({
      acrossScale: fc.double({ min: 1 - most, max: 1 + most, noNaN: true }),
      alongScale: fc.double({ min: 1 - most, max: 1 + most, noNaN: true }),
      rightMm: fc.double({ min: -3, max: 3, noNaN: true }),
      downMm: fc.double({ min: -3, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(printer, used, (does, before) => {
        const grid = createTestGrid({ width: 100, height: 60 });
        const { cornerMm, acrossMm, alongMm } = grid;
        const measuredWith = (calibration: Calibration): ReturnType<typeof trueMeasures> => ({
          acrossMm: acrossMm * calibration.acrossScale * does.across,
          alongMm: alongMm * calibration.alongScale * does.along,
          leftMm: (cornerMm * calibration.acrossScale + calibration.rightMm) * does.across + does.right,
          topMm: (cornerMm * calibration.alongScale + calibration.downMm) * does.along + does.down,
        });
        const found = expectOk(measuredCalibration(grid, before, measuredWith(before)));
        const after = measuredWith(found);
        for (const [key, mm] of Object.entries(trueMeasures(grid)))
          expect(after[key as keyof typeof after]).toBeCloseTo(mm, 3);
      }),
    );
  });

  test('an accurate printer needs none; invalid measurements are reported by name', () => {
    const grid = createTestGrid({ width: 100, height: 60 });
    const asIs = trueMeasures(grid);
    expect(measuredCalibration(grid, NO_CALIBRATION, asIs)).toEqual({ ok: true, value: NO_CALIBRATION });
    const codeOf = (measured: Partial<typeof asIs>): string | null => {
      const found = measuredCalibration(grid, NO_CALIBRATION, { ...asIs, ...measured });
      return found.ok ? null : found.error.code;
    };
    expect(codeOf({ acrossMm: 0 })).toBe('calibration.badLength');
    expect(codeOf({ alongMm: -3 })).toBe('calibration.badLength');
    expect(codeOf({ alongMm: grid.alongMm * 1.06 })).toBe('calibration.tooFar');
    expect(codeOf({ acrossMm: grid.acrossMm * 0.9 })).toBe('calibration.tooFar');
    expect(codeOf({ leftMm: 70 })).toBe('calibration.moved');
    expect(codeOf({ topMm: -40 })).toBe('calibration.moved');
    expect(codeOf({ leftMm: 7, topMm: 4 })).toBeNull();
  });
});

describe('a calibrated print', () => {
  const onPage = createTestTemplate(createLabelElements(), LABEL);
  const sheet: Partial<LabelSettings> = {
    rows: 2,
    columns: 2,
    rowSpacingMm: 2.3,
    columnSpacingMm: 3.1,
    paddingMm: { left: 4, right: 4, top: 4, bottom: 4 },
  };

  test('is moved by whole dots, and no dot changes on the way', async () => {
    const plain = new Map<number, Dots>();
    await fc.assert(
      fc.asyncProperty(someDpi, someMove(4), someMove(4), async (dpi, right, down) => {
        const before = plain.get(dpi) ?? (await dotsOfPage(onPage, dpi));
        plain.set(dpi, before);
        const perMm = dotsPerMm(dpi);
        const calibration = { ...NO_CALIBRATION, rightMm: right / perMm, downMm: down / perMm };
        const after = await dotsOfPage(onPage, dpi, calibration);
        expect([after.width, after.height]).toEqual([before.width, before.height]);
        let differences = 0;
        for (let y = 0; y < after.height; y++) {
          for (let x = 0; x < after.width; x++) {
            const [fromX, fromY] = [x - right, y - down];
            const isOn = fromX >= 0 && fromY >= 0 && fromX < before.width && fromY < before.height;
            if (after.isInk(x, y) !== (isOn && before.isInk(fromX, fromY))) differences++;
          }
        }
        expect(differences).toBe(0);
      }),
      { numRuns: 8 },
    );
  });

  test('keeps every symbol unchanged, dot for dot, and reads it back, on labels and on sheets', async () => {
    const linear = [
      ['code128', 'Ab-12'],
      ['ean13', '4006381333931'],
      ['itf14', '14006381333938'],
    ] as const;
    const symbols: LabelElement[] = [
      ...linear.map(([symbology, value], i) =>
        createTestElement('barcode', {
          symbology,
          sources: [fixedText(value)],
          numberPosition: 'none',
          xMm: 6,
          yMm: 3 + 9 * i,
          widthMm: 46,
          heightMm: 7,
        }),
      ),
      createTestElement('barcode', {
        symbology: 'code39',
        sources: [fixedText('A1')],
        rotation: 90,
        numberPosition: 'none',
        xMm: 70,
        yMm: 3,
        widthMm: 40,
        heightMm: 7,
      }),
      ...(['qr', 'datamatrix'] as const).map((symbology, i) =>
        createTestElement('qrcode', {
          symbology,
          sources: [fixedText(`Row ${i}`)],
          xMm: 20 + 24 * i,
          yMm: 34,
          widthMm: 13,
          heightMm: 13,
        }),
      ),
    ];
    const label = { widthMm: 90, heightMm: 52 };
    const scaled = fc.record({ acrossScale: someScale, alongScale: someScale, rightMm: someScale, downMm: someScale });
    await fc.assert(
      fc.asyncProperty(scaled, fc.constantFrom(203, 300), fc.boolean(), async (calibration, dpi, isSheet) => {
        const template = createTestTemplate(symbols, isSheet ? { ...label, ...sheet } : label);
        const plain = await print(template, { dpi });
        const { labels } = await print(template, { dpi, calibration });
        expect(labels.map(({ verified, problems }) => ({ verified, problems }))).toEqual([
          { verified: true, problems: [] },
        ]);
        expect(
          labels[0]?.symbols.map(({ decoded, measures }) => [decoded, measures?.moduleMm, measures?.widthMm]),
        ).toEqual(
          plain.labels[0]?.symbols.map(({ decoded, measures }) => [decoded, measures?.moduleMm, measures?.widthMm]),
        );
      }),
      { numRuns: 15 },
    );
  });

  test('text, shapes and rotated elements scale with the page', async () => {
    const frame = createTestElement('ellipse', { xMm: 5, yMm: 5, widthMm: 30, heightMm: 20, penWidthMm: 0.4 });
    const dots = await dotsOfPage(createTestTemplate([frame], LABEL), 300, {
      ...NO_CALIBRATION,
      acrossScale: 1.04,
      alongScale: 0.96,
    });
    const columns = Array.from({ length: dots.width }, (_, x) => x).filter((x) =>
      Array.from({ length: dots.height }, (_, y) => y).some((y) => dots.isInk(x, y)),
    );
    const rows = Array.from({ length: dots.height }, (_, y) => y).filter((y) =>
      Array.from({ length: dots.width }, (_, x) => x).some((x) => dots.isInk(x, y)),
    );
    const near = (at: number | undefined, mm: number): void =>
      expect(Math.abs((at ?? NaN) - mmToDots(mm, 300))).toBeLessThanOrEqual(1);
    near(columns[0], 5 * 1.04);
    near((columns.at(-1) ?? 0) + 1, 35 * 1.04);
    near(rows[0], 5 * 0.96);
    near((rows.at(-1) ?? 0) + 1, 25 * 0.96);
  });

  test('of a page too large for memory is the same as of one that fits', async () => {
    const { skia, fonts } = fixture;
    const library = createImageLibrary(skia);
    const labels = createLabelPainter(skia, fonts, library);
    const tones = createTonePainter(skia, fonts, library);
    const zxing = await loadZxingInNode();
    const label = { ...onPage.label, paddingMm: { left: 1, right: 0, top: 2, bottom: 0 } };
    const made = { scale: { acrossScale: 1.02, alongScale: 0.98 } };
    const context = { ...createTestContext(203), measure: createTextMeasure(skia, fonts), label, ...made };
    const composed = composeLabel(onPage, ROW, context);
    await fc.assert(
      fc.asyncProperty(someMove(60), someMove(60), fc.constantFrom(...OUTPUT_COLOURS), async (right, down, colour) => {
        const calibration = { ...made.scale, rightMm: right / dotsPerMm(203), downMm: down / dotsPerMm(203) };
        const parts = {
          dpi: 203,
          colour,
          minGrade: 'F',
          zxing,
          labels,
          tones,
          createWriter: createPngWriter,
          hash: sha256Hex,
        } as const;
        const page = {
          ...parts,
          sheet: sheetGeometry(label, 203, calibration),
          mayContinue: () => Promise.resolve(true),
        };
        const [held, streamed] = await Promise.all(
          [createWholePage(page), createStreamedPage(page)].map(async (surface) => {
            const reading = expectOk(await surface.place(0, composed.list, composed));
            return { reading, hash: (await expectOk(surface.take())).pngHash };
          }),
        );
        expect(streamed).toEqual(held);
      }),
      { numRuns: 25 },
    );
    labels.dispose();
    tones.dispose();
  });
});

describe('parts that a calibration moves off the page', () => {
  const off = { ...NO_CALIBRATION, rightMm: -4 };
  const at = { xMm: 1, yMm: 5 };

  test('are a problem for text, or a warning if the run allows it', async () => {
    const text = createTestElement('text', { ...at, sources: [fixedText('Edge')], fontSize: 16 });
    const template = createTestTemplate([text], LABEL);
    const refused = await print(template, { dpi: 300, calibration: off });
    expect(refused.pages).toEqual([]);
    expect(refused.labels[0]?.problems[0]).toMatchObject({
      elementId: text.id,
      problem: { code: 'calibration.offPage' },
    });
    expect(Number(refused.labels[0]?.problems[0]?.problem.params?.['mm'])).toBeCloseTo(3, 0);
    const allowed = await print(template, { dpi: 300, calibration: off, overflow: 'allow' });
    expect(allowed.labels[0]?.warnings.map(({ problem }) => problem.code)).toEqual(['calibration.offPage']);
    expect(allowed.pages).toHaveLength(1);
    const checks = await fixture.core.openRun({ template, dpi: 300, calibration: off });
    const found = expectOk(await fixture.core.checkRecords(expectOk(checks).runId, [ROW]));
    expect(found[0]?.problems[0]).toMatchObject({ problem: { code: 'calibration.offPage' } });
  });

  test('are a warning for shapes, and reject a symbol', async () => {
    const frame = createTestElement('rectangle', { ...at, widthMm: 20, heightMm: 8 });
    const shapes = await print(createTestTemplate([frame], LABEL), { dpi: 300, calibration: off });
    expect(shapes.labels[0]?.warnings).toMatchObject([
      { elementName: frame.name, problem: { code: 'calibration.offPage', params: { mm: '3.0' } } },
    ]);
    expect(shapes.pages).toHaveLength(1);
    const code = createTestElement('qrcode', { ...at, sources: [fixedText('x')], widthMm: 12, heightMm: 12 });
    const symbols = await print(createTestTemplate([code], LABEL), { dpi: 300, calibration: off, minGrade: 'F' });
    expect(symbols.pages).toEqual([]);
    expect(symbols.labels[0]?.problems).toMatchObject([
      { elementName: code.name, problem: { code: 'calibration.offPage' } },
    ]);
  });

  test('are reported once for an element: for its symbol, then for its text', async () => {
    const bars = createTestElement('barcode', {
      xMm: 1,
      yMm: 5,
      widthMm: 30,
      heightMm: 12,
      sources: [fixedText('4006381333931')],
      symbology: 'ean13',
    });
    const box = createTestElement('text', { ...at, yMm: 20, sources: [fixedText('Edge')], antiMirror: true });
    const { labels } = await print(createTestTemplate([bars, box], LABEL), {
      dpi: 300,
      calibration: { ...NO_CALIBRATION, rightMm: -9 },
      overflow: 'allow',
    });
    const [label] = labels;
    expect(label?.problems.map(({ elementName }) => elementName)).toEqual([bars.name]);
    const off = label?.warnings.filter(({ problem }) => problem.code === 'calibration.offPage');
    expect(off?.map(({ elementName }) => elementName)).toEqual([box.name]);
  });

  test('are ignored where there is nothing', async () => {
    const text = createTestElement('text', { xMm: 6, yMm: 5, sources: [fixedText('Inside')], fontSize: 16 });
    const { labels } = await print(createTestTemplate([text], LABEL), { dpi: 300, calibration: off });
    expect(labels[0]).toMatchObject({ verified: true, problems: [], warnings: [] });
  });
});
