import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataRecord } from '#model/data/record.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import { UNPINNED, type Pin } from '#model/elements/base/pins.ts';
import { fixedText, withRunStyle, type DataSource } from '#model/elements/base/content.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelSettings, LengthByContent, Template } from '#model/template/template.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { templateIn } from '#model/template/translated-template.ts';
import { EXPORT_FORMATS } from '#protocol/export.ts';
import type { RunSetup } from '#protocol/render.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createSkiaFixture } from '#tests/render/skia-fixture.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';
import { createPng } from './create-image-files.ts';
import { columnSource, createRecord } from './create-print-core-fixture.ts';

const DPI = 203;
const LENGTH: LengthByContent = { minMm: 20, maxMm: 150, stepMm: 0.01, marginMm: 0 };
const SIZE = { widthMm: 60, heightMm: 60 };
const TAGS = ['en', 'zh', 'pt-BR'] as const;

let core: PrintCore;
beforeAll(async () => {
  const fixture = await createSkiaFixture();
  const library = createImageLibrary(fixture.skia);
  core = createPrintCore({ ...fixture, library, zxing: loadZxingInNode });
});
afterAll(() => core.dispose());

const picture = (black: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createPng(20, 10, (x) => (x < black ? [0, 0, 0, 255] : [255, 255, 255, 255])));
const FILES = { 'a.png': picture(4), 'b.png': picture(14) };
const PICTURES: PictureSet = {
  name: 'pictures',
  entries: Object.entries(FILES).map(([path, bytes]) => ({ path, file: new Blob([bytes]) })),
};

const translated = (text: string, translations: Readonly<Record<string, string>>): DataSource => ({
  ...fixedText(text),
  translations,
});
const yPin = (y: Pin): Partial<LabelElement> => ({ pins: { ...UNPINNED, y } });
const TEXT = { fontFamily: 'Roboto', fontSize: 12, autoWrap: true, xMm: 4, widthMm: 40, heightMm: 5 } as const;

/** A label with all of them: languages, pictures of rows, turned elements, colors, and what follows its length. */
const ELEMENTS: readonly LabelElement[] = [
  createTestElement('text', {
    ...TEXT,
    name: 'grows',
    yMm: 3,
    fit: 'grow',
    color: '#c8102e',
    sources: [
      translated('Made of ', { zh: '配料表非常长而且还要更长一点：', 'pt-BR': 'Este produto foi fabricado com ' }),
      withRunStyle(columnSource('name'), { bold: true, color: '#00aa55' }),
    ],
  }),
  createTestElement('text', {
    ...TEXT,
    name: 'pushed',
    yMm: 12,
    turnDegrees: 12.5,
    pushed: true,
    fit: 'shrink',
    sources: [translated('Best before', { zh: '保质期', 'pt-BR': 'Consumir de preferência antes de' })],
    canvasMirror: true,
  }),
  createTestElement('image', {
    name: 'photo',
    xMm: 36,
    yMm: 20,
    widthMm: 16,
    heightMm: 8,
    turnDegrees: -20,
    pushed: true,
    sources: [columnSource('file')],
  }),
  createTestElement('qrcode', {
    name: 'code',
    xMm: 10,
    yMm: 22,
    widthMm: 16,
    heightMm: 16,
    freeAngle: true,
    turnDegrees: 30,
    pushed: true,
    sources: [columnSource('name')],
  }),
  createTestElement('rectangle', {
    name: 'frame',
    xMm: 1,
    yMm: 1,
    widthMm: 58,
    heightMm: 58,
    ...(yPin('stretch') as object),
  }),
  createTestElement('text', {
    ...TEXT,
    name: 'footer',
    yMm: 50,
    turnDegrees: -8,
    ...(yPin('end') as object),
    sources: [translated('Made here', { zh: '中国制造' })],
  }),
];

const record = (row: number, name: string, file: string, language?: string): DataRecord => ({
  ...createRecord(row, { name, file }),
  ...(language === undefined ? {} : { language }),
});
const LONG = 'water, wheat flour, sugar, butter, eggs, salt, yeast and vanilla';
const ROWS = [
  record(2, 'Salt', 'a.png'),
  record(3, LONG, 'b.png', 'zh'),
  record(4, LONG, 'a.png', 'pt-BR'),
  record(5, 'Salt', 'b.png', 'zh'),
];

const templateOf = (elements: readonly LabelElement[], label: Partial<LabelSettings> = {}): Template =>
  createTestTemplate(elements, { ...SIZE, lengthByContent: LENGTH, languages: { tags: TAGS }, ...label });

interface Page {
  readonly hash: string;
  readonly heightDots: number;
}

async function printed(setup: Partial<RunSetup> & Pick<RunSetup, 'template'>, rows = ROWS): Promise<readonly Page[]> {
  const { runId } = expectOk(await core.openRun({ dpi: DPI, now: TEST_TIME, pictures: PICTURES, ...setup }));
  const { labels, pages } = expectOk(await core.printRecords(runId, rows, 'print'));
  await core.closeRun(runId);
  expect(labels.flatMap(({ problems }) => problems)).toEqual([]);
  return pages.map(({ pngHash, heightDots }) => ({ hash: pngHash, heightDots }));
}

/** The template as it would be drawn for this row alone: in its language, with its picture. */
function drawnFor(template: Template, { language, values }: DataRecord): Template {
  const own = templateIn(template, language ?? 'en');
  const file = Object.entries(values).find(([key]) => key.includes('file'))?.[1] ?? '';
  const bytes = FILES[file as keyof typeof FILES];
  const asset = hash('sha256', bytes, 'hex') as AssetKey;
  const elements = own.elements.map((element) => {
    if (!hasRowPictures(element)) return element;
    const { sources: _, ...image } = element;
    return { ...image, asset };
  });
  return { ...own, elements, assets: new Map([[asset, { mime: 'image/png', bytes }]]) };
}

describe('turned elements, languages, pictures of rows and a length by content together', () => {
  test.each([
    ['black and white', {}],
    ['gray', { colour: 'gray' as const }],
    ['color', { colour: 'rgb' as const }],
    ['a calibration', { calibration: { acrossScale: 1.01, alongScale: 0.98, rightMm: 0.5, downMm: 1 } }],
  ])('print each row in %s like a label that was drawn for it', async (_, setup) => {
    const template = templateOf(ELEMENTS);
    const pages = await printed({ template, ...setup });
    for (const [i, row] of ROWS.entries()) {
      const [own] = await printed({ template: drawnFor(template, row), ...setup }, [row]);
      expect(pages[i]).toEqual(own);
    }
    expect(new Set(pages.map(({ heightDots }) => heightDots)).size).toBeGreaterThan(2);
    // The file says the same.
    const reread = expectOk(readTemplate(writeTemplate(template)));
    expect(await printed({ template: reread, ...setup })).toEqual(pages);
  });

  test.each(EXPORT_FORMATS)('are exported as %s like a label that was drawn for the row', async (format) => {
    const template = templateOf(ELEMENTS);
    const exported = async (of: Template, row: DataRecord): Promise<string> => {
      const setup = { template: of, dpi: DPI, format, now: TEST_TIME, pictures: PICTURES };
      const { runId } = expectOk(await core.openExport(setup));
      const { pieces } = expectOk(await core.exportRecords(runId, [row], true));
      await core.closeRun(runId);
      return Buffer.concat(pieces).toString('latin1');
    };
    for (const row of ROWS) {
      const [own, drawn] = [await exported(template, row), await exported(drawnFor(template, row), row)];
      expect(own.length).toBe(drawn.length);
      expect(own === drawn).toBe(true);
    }
  });

  test('print like that on a sheet with other labels', async () => {
    const elements = ELEMENTS.map((element) => ({ ...element, pins: undefined }) as LabelElement);
    const template = templateOf(elements, { rows: 2, columns: 2 });
    expect(await printed({ template })).toHaveLength(1);
    for (const row of ROWS) {
      expect(await printed({ template }, [row])).toEqual(await printed({ template: drawnFor(template, row) }, [row]));
    }
  });
});

describe('a turned element that is the lowest of its label', () => {
  test('ends the label with its ink', async () => {
    const box = createTestElement('rectangle', { xMm: 15, yMm: 20, widthMm: 30, heightMm: 10, turnDegrees: 30 });
    const [page] = await printed({ template: templateOf([box]) }, [record(2, '', '')]);
    // Half of the height of the turned box, below its middle.
    const bottomMm = 25 + 15 * Math.sin(Math.PI / 6) + 5 * Math.cos(Math.PI / 6);
    expect(dotsToMm(page?.heightDots ?? 0, DPI)).toBeCloseTo(bottomMm, 0);
  });

  test.each([12.3, 30, 45, -20])('has room for the quiet zone of a code at %d degrees', async (turnDegrees) => {
    const code = createTestElement('qrcode', {
      xMm: 15,
      yMm: 20,
      widthMm: 20,
      heightMm: 20,
      freeAngle: true,
      turnDegrees,
    });
    await printed({ template: templateOf([code]) }, [record(2, '', '')]);
  });
});

describe('the fit proof of a text that follows the end of its label', () => {
  const wraps = {
    ...TEXT,
    fontSize: 14,
    widthMm: 50,
    heightMm: 6,
    yMm: 50,
    maxValueLength: 60,
    valueAlphabet: 'capitals',
  } as const;
  test.each<Partial<TextElement>>([
    { fit: 'grow', ...(yPin('end') as object) },
    { fit: 'none', ...(yPin('end') as object) },
    { fit: 'none', ...(yPin('center') as object) },
    { fit: 'shrink', minFontSize: 14, yMm: 10, heightMm: 45, ...(yPin('stretch') as object) },
  ])('is none, because its room depends on the length: %j', async (over) => {
    const text = createTestElement('text', { ...wraps, sources: [columnSource('name')], ...over });
    const template = templateOf([text]);
    const { runId } = expectOk(await core.openRun({ template, dpi: DPI, now: TEST_TIME }));
    expectOk(await core.checkRecords(runId, [record(2, 'PUMP', '')]));
    const [proof] = expectOk(await core.proveFit(runId, expectOk(await core.observedValues(runId))));
    expect(proof).toMatchObject({ outcome: 'unknown', doubt: 'length' });
    await core.closeRun(runId);
  });
});
