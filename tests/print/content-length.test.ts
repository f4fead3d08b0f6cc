import { beforeAll, describe, expect, test } from 'vitest';
import { UNPINNED } from '#model/elements/base/pins.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { mmToDots } from '#model/kernel/units.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import { pngSize } from '#model/page/png-image-data.ts';
import type { LabelSettings, LengthByContent } from '#model/template/template.ts';
import { EXPORT_FORMATS } from '#protocol/export.ts';
import type { ExportSetup, RunSetup, VerifiedPage } from '#protocol/render.ts';
import { createSkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { ComposeCache } from '#render-worker/view/compose-cache.ts';
import { Scene } from '#render-worker/view/scene.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';

const DPI = 203;
const LENGTH: LengthByContent = { minMm: 20, maxMm: 120, stepMm: 1, marginMm: 2 };
const SIZE = { widthMm: 60, heightMm: 60 };
const SHORT = createRecord(2, { name: 'Salt', note: '' });
const LONG = createRecord(3, {
  name: 'Water, wheat flour, sugar, butter, eggs, salt, yeast, vanilla and a little cinnamon '.repeat(2),
  note: 'x',
});
const TOO_LONG = createRecord(4, { name: 'Water, wheat flour, sugar, butter, eggs. '.repeat(40), note: '' });

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});

const ELEMENTS: readonly LabelElement[] = [
  createTestElement('text', {
    name: 'text',
    sources: [columnSource('name')],
    fontFamily: 'Roboto',
    fontSize: 14,
    fit: 'grow',
    autoWrap: true,
    xMm: 4,
    yMm: 3,
    widthMm: 40,
    heightMm: 5,
  }),
  createTestElement('barcode', { name: 'code', xMm: 6, yMm: 10, widthMm: 40, heightMm: 10, pushed: true }),
];
const FOOTER = createTestElement('qrcode', {
  name: 'footer',
  xMm: 40,
  yMm: 43,
  widthMm: 14,
  heightMm: 14,
  pins: { ...UNPINNED, y: 'end' },
});

const templateOf = (elements: readonly LabelElement[], label: Partial<LabelSettings> = {}): RunSetup['template'] =>
  createTestTemplate(elements, { ...SIZE, lengthByContent: LENGTH, ...label });

async function lengthOf(elements: readonly LabelElement[], record = LONG): Promise<number> {
  const { fonts, measure, skia } = fixture;
  const painter = createSkiaPainter(skia, fonts);
  const context = { measure, dpi: DPI, label: SIZE, imageSize: () => null, now: TEST_TIME };
  const inkBelow: Parameters<typeof composeLabel>[2]['inkBelow'] = (item, yMm) => painter.inkBelowMm(item, yMm, DPI);
  const template = templateOf(elements);
  const composed = await withFonts(fonts, () => composeLabel(template, record, { ...context, inkBelow }));
  const scene = new Scene(template, { ...new ComposeCache(), ...painter, inkBounds: (item) => item.bounds });
  expectOk(await withFonts(fonts, () => scene.update(record, context)));
  painter.dispose();
  const label = expectOk(composed);
  expect(scene.printed(undefined)).toEqual(label.list.items);
  expect(scene.label.heightMm).toBe(label.lengthMm);
  return label.lengthMm ?? NaN;
}

async function printed(setup: Partial<RunSetup>, records = [SHORT, LONG, SHORT]): Promise<readonly VerifiedPage[]> {
  const { core } = fixture;
  const { runId } = expectOk(await core.openRun({ template: templateOf(ELEMENTS), dpi: DPI, ...setup }));
  const { pages, labels } = expectOk(await core.printRecords(runId, records, 'print'));
  await core.closeRun(runId);
  expect(labels.every(({ verified }) => verified)).toBe(true);
  return pages;
}

async function exported(template: RunSetup['template'], format: ExportSetup['format']): Promise<Buffer> {
  const { core } = fixture;
  const setup = { template, dpi: DPI, format, now: TEST_TIME };
  const { runId } = expectOk(await core.openExport(setup));
  const { pieces } = expectOk(await core.exportRecords(runId, [LONG], true));
  await core.closeRun(runId);
  return Buffer.concat(pieces);
}

describe('a label as long as its content', () => {
  test('prints each row like a label that was drawn at its length', async () => {
    const pages = await printed({});
    for (const [i, record] of [SHORT, LONG, SHORT].entries()) {
      const heightMm = await lengthOf(ELEMENTS, record);
      const template = templateOf(ELEMENTS, { heightMm, lengthByContent: undefined });
      const [drawn] = await printed({ template }, [record]);
      expect(pages[i]).toEqual(drawn);
      expect(pages[i]?.heightDots).toBe(mmToDots(heightMm, DPI));
      expect(pngSize(pages[i]?.png ?? new Uint8Array())).toEqual({ widthDots: 480, heightDots: pages[i]?.heightDots });
    }
    const [short = 0, long = 0] = pages.map(({ heightDots }) => heightDots);
    expect(long - short).toBeGreaterThan(100);
    expect(pages[2]?.pngHash).toBe(pages[0]?.pngHash);
  });

  test.each([
    ['gray', { colour: 'gray' as const }],
    ['color', { colour: 'rgb' as const }],
    ['a calibration', { calibration: { acrossScale: 1.01, alongScale: 0.98, rightMm: 0.5, downMm: 1 } }],
  ])('does so in %s', async (_, setup) => {
    const record = LONG;
    const heightMm = await lengthOf(ELEMENTS, record);
    const drawn = templateOf(ELEMENTS, { heightMm, lengthByContent: undefined });
    const [page] = await printed(setup, [record]);
    expect([page]).toEqual(await printed({ ...setup, template: drawn }, [record]));
  });

  test('does so with sheet edges around it, and where its page is too long to be held in memory', async () => {
    const around = { paddingMm: { left: 1, right: 2, top: 3, bottom: 4 } };
    const heightMm = await lengthOf(ELEMENTS);
    const template = templateOf(ELEMENTS, around);
    const drawn = templateOf(ELEMENTS, { ...around, heightMm, lengthByContent: undefined });
    expect(await printed({ template }, [LONG])).toEqual(await printed({ template: drawn }, [LONG]));

    const far = createTestElement('line', { xMm: 5, yMm: 2500, widthMm: 50, heightMm: 0.5, penWidthMm: 0.5 });
    const long = { widthMm: 400, lengthByContent: { ...LENGTH, maxMm: 3000 } };
    const [streamed] = await printed({ template: templateOf([...ELEMENTS, far], long), dpi: 300 }, [SHORT]);
    expect(streamed?.heightDots).toBe(mmToDots(2503, 300));
  });

  test.each(EXPORT_FORMATS)('is exported as %s at that length', async (format) => {
    const heightMm = await lengthOf([...ELEMENTS, FOOTER]);
    const yMm = heightMm - (SIZE.heightMm - FOOTER.yMm);
    const drawn = templateOf([...ELEMENTS, { ...FOOTER, yMm }], { heightMm, lengthByContent: undefined });
    const own = await exported(templateOf([...ELEMENTS, FOOTER]), format);
    expect(own.equals(await exported(drawn, format))).toBe(true);
  });

  test('is previewed at that length, also where it is rejected', async () => {
    const { core } = fixture;
    const { runId } = expectOk(await core.openRun({ template: templateOf(ELEMENTS), dpi: DPI }));
    const [long] = await printed({}, [LONG]);
    const preview = expectOk(await core.previewPage(runId, [LONG]));
    expect([preview.pngHash, preview.heightDots]).toEqual([long?.pngHash, long?.heightDots]);
    const refused = expectOk(await core.previewPage(runId, [TOO_LONG]));
    expect([refused.labels[0]?.verified, refused.heightDots]).toEqual([false, mmToDots(120, DPI)]);
    await core.closeRun(runId);
  });

  test('reports what does not fit the longest label, and nothing else', async () => {
    const { core } = fixture;
    const { runId } = expectOk(await core.openRun({ template: templateOf(ELEMENTS), dpi: DPI }));
    const rows = expectOk(await core.preflightRecords(runId, [SHORT, LONG, TOO_LONG]));
    expect(rows.map(({ row }) => row)).toEqual([4]);
    expect(rows[0]?.problems.map(({ elementName, problem }) => [elementName, problem.code])).toContainEqual([
      'text',
      'text.cutOff',
    ]);
    expect(expectOk(await core.checkRecords(runId, [SHORT, LONG, TOO_LONG])).map(({ row }) => row)).toEqual([4]);
    await core.closeRun(runId);
  });

  test('counts the ink of letters and pens that extends beyond their boxes, and the quiet zone of a code', async () => {
    const tight = { name: 'tight', sources: [columnSource('note')], fontFamily: 'Roboto', fontSize: 80, yMm: 5 };
    const letters = createTestElement('text', { ...tight, lineHeight: 0.4, heightMm: 8, widthMm: 40, xMm: 5 });
    const record = createRecord(2, { note: 'gjp' });
    const lengthByContent = { ...LENGTH, minMm: 5, stepMm: 0.01, marginMm: 0 };
    const template = templateOf([letters], { lengthByContent });
    const [page] = await printed({ template }, [record]);
    expect(page?.labels[0]?.problems).toEqual([]);
    const code = createTestElement('qrcode', { xMm: 10, yMm: 10, widthMm: 15, heightMm: 15 });
    const [withCode] = await printed({ template: templateOf([code], { lengthByContent }) }, [record]);
    expect(withCode?.labels[0]?.symbols[0]?.grade).toBe('A');
  });

  test('opens no run whose longest label is too long for a print', async () => {
    const { core } = fixture;
    const label = { widthMm: 400, lengthByContent: { ...LENGTH, maxMm: 3000 } };
    const opened = await core.openRun({ template: templateOf(ELEMENTS, label), dpi: 2400 });
    expect(opened.ok ? null : opened.error.code).toBe('render.labelTooLarge');
  });
});
