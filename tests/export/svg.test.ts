import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import {
  createCourseLabel,
  createParagraphsLabel,
  createRichLabel,
  createStyledLabel,
  createTurnedLabel,
  withRuns,
} from './create-rich-label.ts';
import { createExportFixture, onePage, type ExportFixture } from './create-vector-page.ts';
import { differingShare, inkShare, type GrayPicture } from './poppler.ts';

let fixture: ExportFixture;
beforeAll(async () => {
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  fixture = await createExportFixture();
});

function draw(svg: string, width: number): GrayPicture {
  const rendered = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  const { pixels } = rendered;
  return {
    width: rendered.width,
    height: rendered.height,
    gray: Uint8Array.from({ length: rendered.width * rendered.height }, (_, i) => pixels[i * 4] ?? 255),
  };
}

/** A label of whole millimeters and pixels: 254 x 127 at 254 dpi are 10 per millimeter. */
const DPI = 254;

describe('an SVG', () => {
  test('is well-formed, in millimeters, and has nothing that runs or is fetched', async () => {
    const svg = await fixture.svg(onePage(await fixture.list(createRichLabel(), 300)));
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="100mm" height="80mm" viewBox="0 0 100 80"/,
    );
    expect(svg).not.toMatch(/<script|<style|<foreignObject|\son\w+=|<text|font-family/);
    for (const [, target] of svg.matchAll(/(?:href|src)="([^"]{0,30})/g))
      expect(target).toMatch(/^data:image\/png;base64,/);
    for (const [, target] of svg.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^#/);
  });

  test('contains its texts', async () => {
    const svg = await fixture.svg(onePage(await fixture.list(createRichLabel(), 300)));
    const titles = JSON.stringify(new XMLParser().parse(svg));
    for (const text of ['Hello Straße office', '标签打印', 'anti & mirror', 'ABC-1234']) expect(titles).toContain(text);
  });

  test('is the same twice', async () => {
    const again = await createExportFixture();
    const page = onePage(await fixture.list(createRichLabel(), 300));
    expect(await again.svg(onePage(await again.list(createRichLabel(), 300)))).toBe(await fixture.svg(page));
  });

  test.each([
    ['as it is', {}],
    ['thickened', { embolden: true }],
    ['slanted', { skew: true }],
  ])('with glyphs %s looks like the screen', async (_, change) => {
    const list = withRuns(await fixture.list(createRichLabel(), DPI), change);
    const ours = fixture.gray(list, DPI);
    const drawn = draw(await fixture.svg(onePage(list)), ours.width);
    expect([drawn.width, drawn.height]).toEqual([ours.width, ours.height]);
    expect(differingShare(drawn, ours) / inkShare(ours)).toBeLessThan(0.03);
  });

  test.each([
    ['runs', createStyledLabel],
    ['paragraphs', createParagraphsLabel],
  ])('has the %s of a text in their places', async (_, create) => {
    const list = await fixture.list(create(), DPI);
    // Fine enough that the edges of letters, which every program smooths in its own way, hardly count.
    const ours = fixture.gray(list, 5 * DPI);
    const drawn = draw(await fixture.svg(onePage(list)), ours.width);
    expect(differingShare(drawn, ours) / inkShare(ours)).toBeLessThan(0.05);
  });

  test('has texts on arcs, stacked and on flags in their places', async () => {
    const list = await fixture.list(createCourseLabel(), DPI);
    const ours = fixture.gray(list, 5 * DPI);
    const svg = await fixture.svg(onePage(list));
    expect(differingShare(draw(svg, ours.width), ours) / inkShare(ours)).toBeLessThan(0.05);
    for (const title of ['slanted words', 'STACK', 'Port 17']) expect(svg).toContain(`<title>${title}</title>`);
  });

  test('has elements at free angles in their places', async () => {
    const list = await fixture.list(createTurnedLabel(), DPI);
    const ours = fixture.gray(list, 5 * DPI);
    const svg = await fixture.svg(onePage(list));
    expect(differingShare(draw(svg, ours.width), ours) / inkShare(ours)).toBeLessThan(0.02);
  });

  test('has its symbols dot by dot', async () => {
    const list = await fixture.list(createRichLabel(), DPI);
    const items = list.items.map((item) => ({ ...item, ops: item.ops.filter((op) => op.type === 'dots') }));
    const only = { ...list, items };
    const ours = fixture.gray(only, DPI);
    expect(differingShare(draw(await fixture.svg(onePage(only)), ours.width), ours)).toBe(0);
  });

  test('omits characters that XML cannot contain', async () => {
    const element = createTestElement('text', { sources: [fixedText('a\u0001b<&>\ud800c')] });
    const svg = await fixture.svg(onePage(await fixture.list(createTestTemplate([element]), 300)));
    expect(XMLValidator.validate(svg)).toBe(true);
  });
});
