import { beforeAll, describe, expect, test } from 'vitest';
import { moved } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { growthOf, pushesOf } from '#model/page/pushed-elements.ts';
import { EXPORT_FORMATS } from '#protocol/export.ts';
import type { ExportSetup } from '#protocol/render.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';

const SIZE = { widthMm: 60, heightMm: 60 };
const DPI = 203;
const SHORT = createRecord(2, { name: 'Salt' });
const LONG = createRecord(3, { name: 'Water, wheat flour, sugar, butter, eggs, salt, yeast and a little cinnamon' });
const TOO_LONG = createRecord(4, { name: 'Water, wheat flour, sugar, butter, eggs, salt and yeast. '.repeat(5) });

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
beforeAll(async () => {
  fixture = await createPrintFixture();
});

const TEXT = createTestElement('text', {
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
});
const BELOW: readonly LabelElement[] = [
  createTestElement('barcode', { name: 'code', xMm: 6, yMm: 10, widthMm: 40, heightMm: 10, pushed: true }),
  createTestElement('line', {
    name: 'line',
    xMm: 4,
    yMm: 24,
    widthMm: 50,
    penWidthMm: 0.5,
    heightMm: 0.5,
    pushed: true,
  }),
  createTestElement('roundRectangle', { name: 'frame', xMm: 4, yMm: 27, widthMm: 20, heightMm: 8, pushed: true }),
];

/** The label as it would be drawn for this row alone, with nothing that grows or moves. */
async function drawnFor(record: DataRecord): Promise<readonly LabelElement[]> {
  const { fonts, measure } = fixture;
  const context = { measure, dpi: DPI, label: SIZE, imageSize: () => null, now: TEST_TIME };
  const alone = createTestTemplate([TEXT], SIZE);
  const { list } = expectOk(await withFonts(fonts, () => composeLabel(alone, record, context)));
  const [item] = list.items;
  if (item === undefined) throw new Error('no text');
  const growthMm = growthOf(TEXT, {
    item,
    symbols: [],
    problems: [],
    warnings: [],
    overflows: [],
    placeholder: false,
    hidden: false,
  });
  const pushing = [TEXT, ...BELOW].map((element) => ({
    element,
    growthMm: element === TEXT ? growthMm : 0,
    hidden: false,
  }));
  const pushes = pushesOf(pushing, SIZE.widthMm);
  return [
    { ...TEXT, heightMm: TEXT.heightMm + growthMm },
    ...BELOW.map((element) => moved({ ...element, pushed: undefined }, 0, pushes.get(element.id) ?? 0)),
  ];
}

/** The bits of a label's page, as a PNG. */
async function pngOf(elements: readonly LabelElement[], record: DataRecord): Promise<Buffer> {
  const { core } = fixture;
  const { runId } = expectOk(await core.openRun({ template: createTestTemplate(elements, SIZE), dpi: DPI }));
  const page = expectOk(await core.previewPage(runId, [record]));
  await core.closeRun(runId);
  return Buffer.from(page.png);
}

async function exported(elements: readonly LabelElement[], format: ExportSetup['format']): Promise<Buffer> {
  const { core } = fixture;
  const template = createTestTemplate(elements, SIZE);
  const { runId } = expectOk(await core.openExport({ template, dpi: DPI, format }));
  const { pieces } = expectOk(await core.exportRecords(runId, [LONG], true));
  await core.closeRun(runId);
  return Buffer.concat(pieces);
}

describe('a label with a text that grows', () => {
  test('prints each row like a label that was drawn for it', async () => {
    for (const record of [SHORT, LONG]) {
      const png = await pngOf([TEXT, ...BELOW], record);
      expect(png.equals(await pngOf(await drawnFor(record), record))).toBe(true);
    }
    expect((await drawnFor(LONG))[1]?.yMm).toBeGreaterThan(16);
    expect((await drawnFor(SHORT))[1]?.yMm).toBe(10);
  });

  test.each(EXPORT_FORMATS)('is exported like one as %s', async (format) => {
    const own = await exported([TEXT, ...BELOW], format);
    expect(own.equals(await exported(await drawnFor(LONG), format))).toBe(true);
  });

  test('reports the rows on which something is pushed beyond the label', async () => {
    const { core } = fixture;
    const template = createTestTemplate([TEXT, ...BELOW], SIZE);
    const { runId } = expectOk(await core.openRun({ template, dpi: DPI }));
    const rows = expectOk(await core.preflightRecords(runId, [SHORT, LONG, TOO_LONG]));
    await core.closeRun(runId);
    expect(rows.map(({ row }) => row)).toEqual([4]);
    const found = rows.flatMap(({ problems, warnings }) => [...problems, ...warnings]);
    expect(found.map(({ elementName }) => elementName)).toContain('frame');
  });
});
