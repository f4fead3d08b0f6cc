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
import { fontTables, readPdf } from './pdf-reader.ts';
import { differingShare, differingShareNearby, inkShare, withPoppler } from './poppler.ts';

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await createExportFixture();
});

function labelOf(text: string, fields: Parameters<typeof createTestElement<'text'>>[1] = {}) {
  const element = createTestElement('text', { sources: [fixedText(text)], xMm: 3, yMm: 3, widthMm: 90, ...fields });
  return createTestTemplate([element], { widthMm: 100, heightMm: 80 });
}

describe('a PDF of shapes and text', () => {
  test('is well formed: every offset and length is right, and it is the same twice', async () => {
    const list = await fixture.list(createRichLabel(), 300);
    const pdf = await fixture.pdf([onePage(list)]);
    const { objects } = readPdf(pdf);
    const all = [...objects.values()].map((object) => object.dictionary);
    expect(all.filter((dictionary) => dictionary.includes('/Type /Page '))).toHaveLength(1);
    for (const dictionary of all) {
      for (const [, number] of dictionary.matchAll(/(\d+) 0 R/g)) expect(objects.has(Number(number))).toBe(true);
      expect(dictionary).not.toMatch(/Date|\/ID/);
    }
    const again = await createExportFixture();
    expect(Buffer.compare(await again.pdf([onePage(await again.list(createRichLabel(), 300))]), pdf)).toBe(0);
  });

  test('has the label in its exact size', async () => {
    const pdf = await fixture.pdf([onePage(await fixture.list(createRichLabel(), 300))]);
    await withPoppler(pdf, async (opened) =>
      expect(await opened.info()).toMatch(/Page size: +283\.46\d+ x 226\.77\d+ pts/),
    );
  });

  test('contains exactly the used glyphs: a Chinese label stays small', async () => {
    const text = '打印标签打印标签';
    const pdf = await fixture.pdf([onePage(await fixture.list(labelOf(text), 300))]);
    expect(pdf.length).toBeLessThan(200_000);
    const { objects } = readPdf(pdf);
    const programs = [...objects.values()].filter((object) => object.dictionary.includes('/Length1'));
    expect(programs).toHaveLength(1);
    const maxp = fontTables(programs[0]?.stream ?? Buffer.alloc(0)).get('maxp');
    // The missing glyph and one for each character.
    expect(maxp?.readUInt16BE(4)).toBe(1 + new Set(text).size);
    await withPoppler(pdf, async (opened) => {
      expect(await opened.fonts()).toEqual([expect.stringMatching(/^[A-Z]{6}\+NotoSansSC-\w+ .*yes yes yes/)]);
      expect((await opened.text()).trim()).toBe(text);
    });
  });

  test.each(['Hello Straße office', 'ffi fl “quotes” – dash', 'Жирный текст', '12 345,67 €', '标签 Label 打印'])(
    'text can be searched: %s',
    async (text) => {
      const pdf = await fixture.pdf([onePage(await fixture.list(labelOf(text), 300))]);
      await withPoppler(pdf, async (opened) => expect((await opened.text()).trim()).toBe(text));
    },
  );

  test('text in a column is found in reading order', async () => {
    const text = '竖排文字ABC';
    const template = labelOf(text, { arrange: 'vertical', widthMm: 8, heightMm: 60, wrapMm: 60 } as never);
    const pdf = await fixture.pdf([onePage(await fixture.list(template, 300))]);
    await withPoppler(pdf, async (opened) => {
      expect((await opened.text()).replace(/\s/g, '')).toBe(text);
    });
  });

  test('looks like the screen, and its symbols read', async () => {
    const list = await fixture.list(createRichLabel(), 300);
    await withPoppler(await fixture.pdf([onePage(list)]), async (opened) => {
      expect(differingShare(await opened.draw(1, 300), fixture.gray(list, 300))).toBeLessThan(0.015);
      const read = (await opened.symbols(1, 300)).map((symbol) => symbol.data);
      expect(read.sort()).toEqual(['ABC-1234', '标签-42']);
    });
  });

  test('has elements at free angles in their places, and their symbols read', async () => {
    const list = await fixture.list(createTurnedLabel(), 300);
    await withPoppler(await fixture.pdf([onePage(list)]), async (opened) => {
      const ours = fixture.gray(list, 600);
      expect(differingShareNearby(await opened.draw(1, 600), ours) / inkShare(ours)).toBeLessThan(0.05);
      const read = (await opened.symbols(1, 300)).map((symbol) => symbol.data);
      expect(read.sort()).toEqual(['ABC-1234', '标签-42']);
      const found = (await opened.text()).replaceAll(/\s+/g, '');
      for (const part of ['HelloStraße', 'Turned']) expect(found).toContain(part);
    });
  });

  // Poppler moves glyphs to whole pixels; at four times the resolution little is left of that.
  test.each([
    ['as it is', {}],
    ['thickened', { embolden: true }],
    ['slanted', { skew: true }],
    ['both', { embolden: true, skew: true }],
  ])('glyphs %s have the shapes of the screen', async (_, change) => {
    const template = labelOf('HEnol 标签 49', { fontSize: 20 });
    const small = { ...template, label: { ...template.label, widthMm: 50, heightMm: 12 } };
    const list = withRuns(await fixture.list(small, 300), change);
    const drawn = await withPoppler(await fixture.pdf([onePage(list)]), (opened) => opened.draw(1, 1200));
    const ours = fixture.gray(list, 1200);
    expect(differingShareNearby(drawn, ours) / inkShare(ours)).toBeLessThan(0.07);
  });

  test('runs of a text have their places and faces, and one text in order', async () => {
    const list = await fixture.list(createStyledLabel(), 300);
    const ours = fixture.gray(list, 1200);
    await withPoppler(await fixture.pdf([onePage(list)]), async (opened) => {
      expect(differingShareNearby(await opened.draw(1, 1200), ours) / inkShare(ours)).toBeLessThan(0.07);
      expect((await opened.text()).replaceAll(/\s+/g, '')).toBe('Skimmedmilkpowder10m2标签');
      expect((await opened.fonts()).filter((font) => /Bold/.test(font))).toHaveLength(1);
    });
  });

  test('texts on arcs, stacked and on flags have the places of the screen, and are found whole', async () => {
    const list = await fixture.list(createCourseLabel(), 300);
    const ours = fixture.gray(list, 1200);
    await withPoppler(await fixture.pdf([onePage(list)]), async (opened) => {
      // Poppler moves each turned letter to a whole pixel on its own.
      expect(differingShareNearby(await opened.draw(1, 1200), ours) / inkShare(ours)).toBeLessThan(0.09);
      const found = (await opened.text()).replaceAll(/\s+/g, '');
      for (const part of ['slantedwords', 'Жирный', 'STACK', 'Port17']) expect(found).toContain(part);
    });
  });

  test('paragraphs have their marks, leaders and hyphens', async () => {
    const list = await fixture.list(createParagraphsLabel(), 300);
    const ours = fixture.gray(list, 1200);
    await withPoppler(await fixture.pdf([onePage(list)]), async (opened) => {
      expect(differingShareNearby(await opened.draw(1, 1200), ours) / inkShare(ours)).toBeLessThan(0.07);
      const text = await opened.text();
      expect(text).toMatch(/1\.\s*Energy[\s.]*1046 kJ/);
      expect(text).toMatch(/2\.\s*Fat[\s.]*9\.5 g\s*12 %/);
      expect(text).toMatch(/Refrigerated in-/);
    });
  });

  test('symbols and straight shapes are the same dots', async () => {
    const list = await fixture.list(createRichLabel(), 300);
    for (const type of ['dots', 'rect']) {
      const items = list.items.map((item) => ({ ...item, ops: item.ops.filter((op) => op.type === type) }));
      const only = { ...list, items };
      const drawn = await withPoppler(await fixture.pdf([onePage(only)]), (opened) => opened.draw(1, 300));
      expect(differingShare(drawn, fixture.gray(only, 300))).toBeLessThan(0.0005);
    }
  });

  test('pages share their fonts, which come last', async () => {
    const pages = await Promise.all(
      ['one 标', 'two 签', 'three 标'].map(async (text) => onePage(await fixture.list(labelOf(text), 300))),
    );
    const pdf = await fixture.pdf(pages);
    await withPoppler(pdf, async (opened) => {
      expect(await opened.fonts()).toHaveLength(2);
      expect((await opened.text()).split('\f').map((page) => page.trim())).toEqual([
        'one 标',
        'two 签',
        'three 标',
        '',
      ]);
    });
    const text = Buffer.from(pdf).toString('latin1');
    expect(text.indexOf('/FontFile2')).toBeGreaterThan(text.lastIndexOf('/Type /Page '));
  });
});
