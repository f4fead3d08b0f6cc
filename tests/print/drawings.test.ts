import { beforeAll, describe, expect, test } from 'vitest';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { ImageElement } from '#model/elements/image/image-element.ts';
import { PdfBody } from '#model/page/pdf-body.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { pdfContent } from '#render-worker/export/pdf-content.ts';
import { PdfFonts } from '#render-worker/export/pdf-fonts.ts';
import { PdfImages } from '#render-worker/export/pdf-images.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { createExportFixture, type ExportFixture } from '#tests/export/create-vector-page.ts';
import { createTestElement, createTestTemplate, TEST_ASSET, TEST_TIME } from '#tests/support/create-elements.ts';

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await createExportFixture();
});

/** Dots per mm are whole at this resolution. */
const DPI = 254;

/** A label of 10 x 10 mm filled by a drawing of 100 x 100 units: at 254 dpi, a unit is a dot. */
function createDrawn(inside: string, fields: Partial<ImageElement> = {}, key = TEST_ASSET): Template {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
  const box = { xMm: 0, yMm: 0, widthMm: 10, heightMm: 10 };
  const element = createTestElement('image', { asset: key, ...box, ...fields });
  const template = createTestTemplate([element], { widthMm: 10, heightMm: 10 });
  return { ...template, assets: new Map([[key, { mime: 'image/svg+xml', bytes: new TextEncoder().encode(svg) }]]) };
}

/** The dots of the label as text, one line a row: # is ink. */
function dots(template: Template): readonly string[] {
  const { skia, fonts, measure } = fixture;
  const library = createImageLibrary(skia);
  library.add(template.assets);
  const context = { measure, dpi: DPI, label: template.label, imageSize: library.size, now: TEST_TIME };
  const { list, problems } = composeLabel(template, NO_RECORD, context);
  expect(problems).toEqual([]);
  const painter = createLabelPainter(skia, fonts, library);
  const plane = createBitPlane(100, 100);
  expectOk(painter.paint(list, plane));
  painter.dispose();
  return Array.from({ length: 100 }, (_, y) =>
    Array.from({ length: 100 }, (_x, x) =>
      ((plane.bits[y * plane.strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 ? '#' : ' ',
    ).join(''),
  );
}

const inkOf = (rows: readonly string[]): number => rows.join('').replaceAll(' ', '').length;

describe('a drawing on a print', () => {
  test('has whole dots and no grays between', () => {
    const rows = dots(createDrawn('<rect x="10" y="20" width="30" height="5"/>'));
    expect(rows[19]).toBe(' '.repeat(100));
    expect(rows.slice(20, 25)).toEqual(Array(5).fill(`${' '.repeat(10)}${'#'.repeat(30)}${' '.repeat(60)}`));
    expect(inkOf(rows)).toBe(150);
  });

  test('strokes thinner than a dot have a dot, straight and slanting ones', () => {
    const line = (data: string): string => `<path d="${data}" fill="none" stroke="#000" stroke-width=".01"/>`;
    expect(inkOf(dots(createDrawn(line('M10 50H90'))))).toBe(80);
    expect(inkOf(dots(createDrawn(line('M10 10L90 90'))))).toBeGreaterThanOrEqual(79);
  });

  test('light colors are paper on the content below, dark ones ink; the level of the element moves the threshold', () => {
    const inside = '<rect width="100" height="100" fill="red"/><circle cx="50" cy="50" r="20" fill="yellow"/>';
    const rows = dots(createDrawn(inside));
    expect(rows[0]).toBe('#'.repeat(100));
    expect(rows[50]?.slice(30, 70)).toBe(' '.repeat(40));
    expect(inkOf(dots(createDrawn(inside, { oneBit: 'threshold', threshold: 50 })))).toBe(0);
  });

  test('holes by the even-odd rule stay empty, others by direction', () => {
    const path = (rule: string): string => `<path fill-rule="${rule}" d="M0 0H100V100H0ZM40 40H60V60H40Z"/>`;
    expect(inkOf(dots(createDrawn(path('evenodd'))))).toBe(10_000 - 400);
    expect(inkOf(dots(createDrawn(path('nonzero'))))).toBe(10_000);
  });

  test('square ends extend by half a pen', () => {
    const line = (cap: string): string =>
      `<path d="M40 50H60" stroke="#000" stroke-width="10" stroke-linecap="${cap}" fill="none"/>`;
    expect(inkOf(dots(createDrawn(line('butt'))))).toBe(200);
    expect(inkOf(dots(createDrawn(line('square'))))).toBe(300);
  });

  test('rotated by quarter turns and mirrored, it has the same dots rotated', () => {
    const inside = '<path d="M10 10L80 20L30 90Z"/>';
    const turned = dots(createDrawn(inside, { rotation: 90 }));
    const upright = dots(createDrawn(inside));
    expect(turned).toEqual(
      turned.map((_, y) =>
        upright
          .map((row) => row[y])
          .toReversed()
          .join(''),
      ),
    );
  });

  test('whole and centered it keeps its proportions; it is never cropped, which is reported', () => {
    const wide = { heightMm: 5 } as const;
    const inside = '<rect width="100" height="100"/>';
    expect(inkOf(dots(createDrawn(inside, wide)))).toBe(5000);
    expect(inkOf(dots(createDrawn(inside, { ...wide, displayMode: 'contain' })))).toBe(2500);
    const covering = createDrawn(inside, { ...wide, displayMode: 'cover' });
    expect(inkOf(dots(covering))).toBe(2500);
    const { skia, measure } = fixture;
    const library = createImageLibrary(skia);
    library.add(covering.assets);
    const context = { measure, dpi: DPI, label: covering.label, imageSize: library.size, now: TEST_TIME };
    expect(composeLabel(covering, NO_RECORD, context).warnings).toMatchObject([
      { problem: { code: 'image.drawingNotCut' } },
    ]);
  });
});

describe('a drawing in files', () => {
  const inside =
    '<path fill-rule="evenodd" d="M0 0H9V9Z"/><path d="M0 0H9V9" stroke="#000" stroke-linecap="square" stroke-linejoin="bevel" fill="none"/>';

  test('is kept unchanged in a template file', () => {
    const template = createDrawn(inside);
    const again = expectOk(readTemplate(writeTemplate(template)));
    expect([...again.assets]).toEqual([...template.assets]);
    expect(again.elements).toEqual(template.elements);
  });

  test('is paths in SVG and PDF, with their rule, ends and corners', async () => {
    const key = 'ef'.repeat(32) as AssetKey;
    const list = await fixture.list(createDrawn(inside, {}, key), DPI);
    const page = { widthMm: 10, heightMm: 10, labels: [{ list, xMm: 0, yMm: 0 }] };
    const svg = await fixture.svg(page);
    expect(svg).not.toContain('<image');
    expect(svg).toContain('fill-rule="evenodd"');
    expect(svg).toContain('stroke-linecap="square" stroke-linejoin="bevel"');
    const body = new PdfBody(() => Promise.resolve());
    const { files, library } = fixture;
    const parts = { fonts: new PdfFonts(body, files), images: new PdfImages(body), library };
    const { operators } = pdfContent(page, parts);
    expect(operators).toMatch(/^f\*$/m);
    expect(operators).toMatch(/^2 j 0 G [\d.]+ w 2 J \[\] 0 d$/m);
    const gray = fixture.gray(list, DPI);
    expect(gray.gray.some((value) => value === 0)).toBe(true);
  });

  test('an unsupported one names its part and prevents printing', () => {
    const library = createImageLibrary(fixture.skia);
    const template = createDrawn('<text>A</text>');
    library.add(template.assets);
    expect(library.size(TEST_ASSET)).toBeNull();
    expect(library.problem(TEST_ASSET)).toMatchObject({ code: 'image.svgPart', params: { part: 'text' } });
  });
});
