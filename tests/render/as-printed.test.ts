import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { NO_CALIBRATION, type Calibration } from '#model/page/calibration.ts';
import type { Template } from '#model/template/template.ts';
import type { Frame, ViewState } from '#protocol/render.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createBitPainter } from '#render-worker/print/bit-painter.ts';
import type { DotPainter } from '#render-worker/view/printed-dots.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { createPng } from '../print/create-image-files.ts';
import {
  columnSource,
  createLabelElements,
  createPrintFixture,
  createRecord,
} from '../print/create-print-core-fixture.ts';
import { createShownPixels } from './shown-pixels.ts';

const RECORD = createRecord(2, { name: 'Widget №7 标签', ean: '4006381333931' });
const CALIBRATION: Calibration = { acrossScale: 1.013, alongScale: 0.99, rightMm: 1.2, downMm: -0.8 };

/** The usual label with a dithered photo, slanted shapes, one of which a text pushes down, and a background that prints. */
function createTemplate(): Template {
  const elements = [
    ...createLabelElements(),
    createTestElement('image', { asset: TEST_ASSET, xMm: 26, yMm: 15, widthMm: 8, heightMm: 2, oneBit: 'atkinson' }),
    createTestElement('ellipse', { xMm: 14, yMm: 9, widthMm: 9, heightMm: 5, penWidthMm: 0.4 }),
    createTestElement('ellipse', { xMm: 32, yMm: 2, widthMm: 7, heightMm: 3, penWidthMm: 0.4, pushed: true }),
    createTestElement('text', {
      sources: [columnSource('name')],
      fontFamily: 'Roboto',
      fontSize: 8,
      fit: 'grow',
      autoWrap: true,
      xMm: 31,
      yMm: 0.5,
      widthMm: 8,
      heightMm: 1,
    }),
  ];
  const label = { widthMm: 40, heightMm: 30, background: TEST_ASSET, printBackground: true };
  const png = createPng(90, 60, (x, y) => [200 + (x % 50), 255 - y, 230, 255]);
  return { ...createTestTemplate(elements, label), assets: new Map([[TEST_ASSET, { mime: 'image/png', bytes: png }]]) };
}

interface Shown {
  readonly frames: Frame[];
  readonly view: View;
  readonly painted: { readonly top: number; readonly rows: number }[];
  /** The level of a pixel, 0 to 255. */
  level(x: number, y: number): number;
}

type Fixture = Awaited<ReturnType<typeof createPrintFixture>>;

/** `slow`: each check of the clock is the end of a slice. */
function createView({ skia, fonts, measure }: Fixture, widthPx: number, slow = false): Shown {
  const frames: Frame[] = [];
  const painted: { top: number; rows: number }[] = [];
  const shown = createShownPixels();
  const library = createImageLibrary(skia);
  const counting = (): DotPainter => {
    const painter = createBitPainter(skia, fonts, library);
    return {
      paint(plane, items, dpi, top) {
        painted.push({ top, rows: plane.height });
        return painter.paint(plane, items, dpi, top);
      },
      dispose: () => painter.dispose(),
    };
  };
  const view = new View({
    skia,
    fonts,
    measure,
    library,
    target: createRasterTarget(skia, shown.blit),
    schedule: (task) => setTimeout(task),
    onFrame: (frame) => frames.push(frame),
    now: () => performance.now() * (slow ? 1e6 : 1),
    createDotPainter: counting,
  });
  return { frames, view, painted, level: (x, y) => shown.pixels()[4 * (y * widthPx + x)] as number };
}

async function untilPrinted({ frames }: Shown): Promise<void> {
  while (frames.at(-1)?.printed !== true) await new Promise((resolve) => setTimeout(resolve));
}

function stateOf(dpi: number, viewport: ViewState['viewport'], calibration?: Calibration): ViewState {
  const printed = { gridFromPx: 8, ...(calibration === undefined ? {} : { calibration }) };
  return { viewport, dpi, record: RECORD, surroundings: '#808080', printed };
}

/** The levels of the run's own page, dot by dot. */
async function printedPage(core: Fixture['core'], template: Template, dpi: number, calibration?: Calibration) {
  const setup = calibration === undefined ? { template, dpi } : { template, dpi, calibration };
  const { runId, sheet } = expectOk(await core.openRun(setup));
  const page = expectOk(await core.previewPage(runId, [RECORD]));
  await core.closeRun(runId);
  const { data, width, height } = PNG.sync.read(Buffer.from(page.png));
  const level = (x: number, y: number): number => {
    const inside = x >= 0 && y >= 0 && x < width && y < height;
    return inside ? (data[4 * (y * width + x)] as number) : 255;
  };
  return { sheet, level };
}

describe('the dots of a print on the screen', () => {
  test.each([
    [203, 1, undefined],
    [203, 3, undefined],
    [300, 2, undefined],
    [600, 1, undefined],
    [203, 2, CALIBRATION],
  ] as const)('are those of the run: %i dpi, %i pixels a dot, calibration %o', async (dpi, scale, calibration) => {
    const fixture = await createPrintFixture();
    const template = createTemplate();
    const { sheet, level } = await printedPage(fixture.core, template, dpi, calibration);
    const { labelWidthDots: width, labelHeightDots: height, cells } = sheet;
    const [widthPx, heightPx] = [width * scale + 40, height * scale + 40];
    const shown = createView(fixture, widthPx);
    const { acrossScale, alongScale } = calibration ?? NO_CALIBRATION;
    // Across, the dots are exactly `scale` wide; along, a calibrated label has another size.
    const pxPerMm = (scale * dpi * acrossScale) / 25.4;
    shown.view.reset(1, template);
    shown.view.show(stateOf(dpi, { widthPx, heightPx, pxPerMm, originXPx: 20, originYPx: 10 }, calibration));
    await untilPrinted(shown);
    const downPx = (scale * acrossScale) / alongScale;
    let differing = 0;
    let ink = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const atY = Math.floor(10 + (y + 0.5) * downPx);
        const wanted = level(x + (cells[0]?.xDots ?? 0), y + (cells[0]?.yDots ?? 0));
        if (shown.level(20 + Math.floor((x + 0.5) * scale), atY) !== wanted) differing++;
        if (wanted === 0) ink++;
      }
    }
    expect(ink).toBeGreaterThan(width);
    expect(shown.frames.some(({ pushes }) => pushes.size === 1)).toBe(true);
    expect(differing).toBe(0);
    shown.view.dispose();
    fixture.core.dispose();
  });

  test('are pure black and white when they are large, with lines between them from eight pixels on', async () => {
    const fixture = await createPrintFixture();
    const template = createTemplate();
    const { level } = await printedPage(fixture.core, template, 203);
    const shown = createView(fixture, 400);
    shown.view.reset(1, template);
    // Dots of 10 pixels, from dot (100, 60) on.
    const viewport = { widthPx: 400, heightPx: 300, pxPerMm: (10 * 203) / 25.4, originXPx: -1000, originYPx: -600 };
    shown.view.show(stateOf(203, viewport));
    await untilPrinted(shown);
    for (let y = 0; y < 30; y++) {
      for (let x = 0; x < 40; x++) {
        const wanted = level(100 + x, 60 + y);
        for (const [dx, dy] of [
          [1, 1],
          [5, 5],
          [9, 9],
        ] as const) {
          expect(shown.level(10 * x + dx, 10 * y + dy)).toBe(wanted);
        }
        if (x > 0) expect(shown.level(10 * x, 10 * y + 5)).toBe(wanted === 255 ? 0xdc : 0x48);
        if (y > 0) expect(shown.level(10 * x + 5, 10 * y)).toBe(wanted === 255 ? 0xdc : 0x48);
      }
    }
    // Only the visible rows are painted.
    expect(shown.painted.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(31 * shown.painted.length);
    shown.view.dispose();
    fixture.core.dispose();
  });

  test('are the mean gray of a pixel when they are small', async () => {
    const fixture = await createPrintFixture();
    const template = createTemplate();
    const { level, sheet } = await printedPage(fixture.core, template, 600);
    const shown = createView(fixture, 240);
    shown.view.reset(1, template);
    // Exactly 5 x 5 dots a pixel.
    const viewport = { widthPx: 240, heightPx: 180, pxPerMm: 600 / 25.4 / 5, originXPx: 0, originYPx: 0 };
    shown.view.show(stateOf(600, viewport));
    await untilPrinted(shown);
    for (let y = 0; y < Math.floor(sheet.labelHeightDots / 5); y += 3) {
      for (let x = 0; x < Math.floor(sheet.labelWidthDots / 5); x += 2) {
        let dark = 0;
        for (let i = 0; i < 25; i++) dark += Number(level(5 * x + (i % 5), 5 * y + Math.floor(i / 5)) === 0);
        expect(Math.abs(shown.level(x, y) - (255 - (255 * dark) / 25))).toBeLessThanOrEqual(1);
      }
    }
    shown.view.dispose();
    fixture.core.dispose();
  });

  test('of the largest label are painted in bands; meanwhile the usual picture is shown', async () => {
    const fixture = await createPrintFixture();
    const elements = [
      createTestElement('rectangle', { xMm: 5, yMm: 5, widthMm: 390, heightMm: 2990, penWidthMm: 10 }),
      createTestElement('text', {
        sources: [fixedText('Large')],
        xMm: 20,
        yMm: 1400,
        widthMm: 300,
        heightMm: 60,
        fontSize: 400,
      }),
    ];
    const template = createTestTemplate(elements, { widthMm: 400, heightMm: 3000 });
    const shown = createView(fixture, 300, true);
    shown.view.reset(1, template);
    const viewport = { widthPx: 300, heightPx: 900, pxPerMm: 0.28, originXPx: 20, originYPx: 20 };
    shown.view.show({ ...stateOf(600, viewport), record: NO_RECORD });
    await untilPrinted(shown);
    const printedAt = shown.frames.findIndex(({ printed }) => printed);
    expect(printedAt).toBeGreaterThan(0);
    expect(shown.frames.slice(0, printedAt).every(({ printed }) => !printed)).toBe(true);
    // The whole bitmap would have 83 MB.
    expect(Math.max(...shown.painted.map(({ rows }) => rows))).toBeLessThanOrEqual(512);
    expect(shown.painted.length).toBeGreaterThan(100);
    const edge = [20, 21, 22, 23, 24].map((x) => shown.level(x, 300));
    expect(Math.min(...edge)).toBe(0);
    expect(shown.level(50, 300)).toBe(255);
    shown.view.dispose();
    fixture.core.dispose();
  });

  test('are replaced by the usual picture and return, and a change is shown at once', async () => {
    const fixture = await createPrintFixture();
    const template = createTemplate();
    const shown = createView(fixture, 360);
    const viewport = { widthPx: 360, heightPx: 260, pxPerMm: 203 / 25.4, originXPx: 10, originYPx: 10 };
    const state = stateOf(203, viewport);
    const { printed: _look, ...usual } = state;
    shown.view.reset(1, template);
    shown.view.show(state);
    await untilPrinted(shown);
    shown.view.show(usual);
    while (shown.frames.at(-1)?.printed === true) await new Promise((resolve) => setTimeout(resolve));
    shown.view.show(state);
    await untilPrinted(shown);
    const [frame] = template.elements;
    if (frame === undefined) throw new Error('no element');
    const moved = { ...frame, xMm: frame.xMm + 1, yMm: frame.yMm + 1, widthMm: 38, heightMm: 28 };
    const from = shown.frames.length;
    shown.view.change(1, 2, { added: [], updated: [[frame, moved]], removed: [] });
    while (shown.frames.length === from) await new Promise((resolve) => setTimeout(resolve));
    expect(shown.frames.at(-1)).toMatchObject({ revision: 2, printed: true });
    const { level } = await printedPage(
      fixture.core,
      { ...template, elements: template.elements.map((each) => (each === frame ? moved : each)) },
      203,
    );
    let differing = 0;
    for (let y = 0; y < 239; y++) {
      for (let x = 0; x < 319; x++) if (shown.level(x + 10, y + 10) !== level(x, y)) differing++;
    }
    expect(differing).toBe(0);
    shown.view.dispose();
    fixture.core.dispose();
  });
});
