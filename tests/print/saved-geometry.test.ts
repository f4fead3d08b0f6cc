import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROTATIONS, type Rect } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import { inkOf } from '../golden/golden-page.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { placesInFile } from '../support/second-reader.ts';
import { columnSource, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const LABEL = { widthMm: 100, heightMm: 80 };
const DPI = 300;
/** Side bearing of a letter, and a dot. */
const SIDE_MM = 0.6;

/** A text whose box is the estimate with which it was created, or still the one of another text. */
function estimated(fields: Partial<TextElement>): TextElement {
  const { widthMm = 22, heightMm = 4, rotation = 0 } = fields;
  const isUpright = rotation === 0 || rotation === 180;
  return createTestElement('text', {
    fontFamily: 'Roboto',
    fontSize: 12,
    sources: [fixedText('HHHHMMMMWWWWHHHH')],
    xMm: 50 - (isUpright ? widthMm : heightMm) / 2,
    yMm: 40 - (isUpright ? heightMm : widthMm) / 2,
    widthMm,
    heightMm,
    ...fields,
  });
}

/** Content of the label's file, as the editor saves it. */
async function savedFile(elements: readonly LabelElement[]): Promise<string> {
  return writeTemplate(await measuredTemplate(createTestTemplate(elements, LABEL), core));
}

/** Bounding box of the ink of a label, in mm. */
async function printedInk(xml: string, record: DataRecord): Promise<Rect> {
  const { runId } = expectOk(
    await core.openRun({ template: expectOk(readTemplate(xml)), dpi: DPI, overflow: 'allow' }),
  );
  const page = expectOk(await core.previewPage(runId, [record]));
  await core.closeRun(runId);
  const { dots, width: widthDots } = inkOf(page.png);
  const [columns, rows]: [number[], number[]] = [[], []];
  dots.forEach((ink, i) => {
    if (ink === 0) return;
    columns.push(i % widthDots);
    rows.push(Math.floor(i / widthDots));
  });
  const perMm = dotsPerMm(DPI);
  const span = (at: readonly number[]): [number, number] => {
    const first = at.reduce((a, b) => Math.min(a, b));
    const last = at.reduce((a, b) => Math.max(a, b));
    return [first / perMm, (last + 1 - first) / perMm];
  };
  const [x, width] = span(columns);
  const [y, height] = span(rows);
  return { x, y, width, height };
}

/** Distance of each side of the ink from the box, inwards, in mm: left, right, top, bottom. */
function marginsOf(ink: Rect, box: Rect): readonly number[] {
  return [ink.x - box.x, box.x + box.width - ink.x - ink.width, ink.y - box.y, box.y + box.height - ink.y - ink.height];
}

async function expectInkInBox(element: TextElement): Promise<void> {
  const xml = await savedFile([element]);
  const box = placesInFile(xml).get(element.name) ?? expect.fail('not in the file');
  const ink = await printedInk(xml, NO_RECORD);
  const [left = NaN, right = NaN, top = NaN, bottom = NaN] = marginsOf(ink, box);
  const turned = element.rotation === 90 || element.rotation === 270;
  const along = turned === (element.arrange === 'horizontal') ? [top, bottom] : [left, right];
  for (const margin of [left, right, top, bottom]) expect(margin).toBeGreaterThan(-0.1);
  // Across the lines a box has room for letters that extend higher or lower.
  for (const margin of along) expect(margin).toBeLessThan(SIDE_MM);
}

describe('another reader of a saved file finds the ink of a text between StartX, StartY, Width and Height', () => {
  const looks: readonly (readonly [string, Partial<TextElement>])[] = [
    ['aligned left', { align: 'left' }],
    ['centered', { align: 'center' }],
    ['aligned right', { align: 'right' }],
    ['mirrored', { mirror: true }],
    ['mirrored and aligned right', { mirror: true, align: 'right' }],
    ['vertical', { arrange: 'vertical', align: 'right', widthMm: 4, heightMm: 22 }],
    ['stretched', { align: 'stretch', widthMm: 60 }],
    ['with an estimate that is too wide', { align: 'right', widthMm: 70 }],
  ];
  for (const [name, look] of looks) {
    for (const rotation of ROTATIONS) {
      test(`${name}, at ${rotation}°`, () => expectInkInBox(estimated({ ...look, rotation })));
    }
  }

  test('of a column, with its first value', async () => {
    await expectInkInBox(estimated({ align: 'right', sources: [columnSource('name')] }));
  });
});

test('EndX and EndY are the corner opposite to the measured start', async () => {
  const element = estimated({ align: 'right' });
  const xml = await savedFile([element]);
  const { x, y, width, height } = placesInFile(xml).get(element.name) ?? expect.fail();
  const end = (name: string): number => Number(new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]);
  expect(end('EndX')).toBeCloseTo(x + width, 3);
  expect(end('EndY')).toBeCloseTo(y + height, 3);
});

test('the file prints the label as before it was measured, in every row', async () => {
  const rows = ['M', 'MMMMMMMMM', 'MMMMMMMMMMMMMMMMMM'].map((name, i) => createRecord(i + 2, { name }));
  const sources = [columnSource('name')];
  const template = createTestTemplate(
    [
      estimated({ sources, align: 'right', yMm: 10 }),
      estimated({ sources, align: 'center', yMm: 20 }),
      estimated({ sources, align: 'stretch', yMm: 30, widthMm: 40 }),
      estimated({ sources, align: 'justify', yMm: 40, mirror: true }),
      estimated({ sources, align: 'left', yMm: 50, rotation: 180 }),
    ],
    LABEL,
  );
  const pages = async (xml: string): Promise<readonly string[]> => {
    const { runId } = expectOk(await core.openRun({ template: expectOk(readTemplate(xml)), dpi: DPI }));
    const hashes: string[] = [];
    for (const row of rows) hashes.push(expectOk(await core.previewPage(runId, [row])).pngHash);
    await core.closeRun(runId);
    return hashes;
  };
  const measured = await measuredTemplate(template, core);
  expect(writeTemplate(measured)).not.toBe(writeTemplate(template));
  expect(await pages(writeTemplate(measured))).toEqual(await pages(writeTemplate(template)));
});

test('a browser that cannot paint saves the label with its existing boxes', async () => {
  const template = createTestTemplate([estimated({})], LABEL);
  const cannot = {
    elementBounds: () => Promise.resolve({ ok: false, error: { code: 'render.unavailable' } } as const),
  };
  expect(await measuredTemplate(template, cannot)).toBe(template);
});
