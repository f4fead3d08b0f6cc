import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { withAddedFonts } from '#model/elements/base/font-catalog.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { inspectFont } from '#render-worker/fonts/inspect-font.ts';
import { openFontFile } from '#render-worker/export/font-file.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createExportFixture, onePage, type ExportFixture } from './create-vector-page.ts';
import { readPdf } from './pdf-reader.ts';
import { differingShareNearby, inkShare, withPoppler } from './poppler.ts';

/** The same typeface in every addable file format. */
const FILES = {
  'TrueType, bare': 'TTF/SourceSansPro-Regular.ttf',
  'CFF, bare': 'OTF/SourceSansPro-Regular.otf',
  'TrueType in WOFF': 'WOFF/TTF/SourceSansPro-Regular.ttf.woff',
  'CFF in WOFF': 'WOFF/OTF/SourceSansPro-Regular.otf.woff',
  'TrueType in WOFF2': 'WOFF2/TTF/SourceSansPro-Regular.ttf.woff2',
  'CFF in WOFF2': 'WOFF2/OTF/SourceSansPro-Regular.otf.woff2',
};
const FAMILY = 'Source Sans Pro';
const require = createRequire(import.meta.url);

function pathOf(file: string): string {
  return require.resolve(`source-sans-pro/${file}`);
}

function labelOf(text: string, fontFamily: string, size = 20): Template {
  const box = { xMm: 2, yMm: 2, widthMm: 46, fontSize: size };
  const element = createTestElement('text', { sources: [fixedText(text)], fontFamily, ...box });
  return createTestTemplate([element], { widthMm: 50, heightMm: 12 });
}

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await createExportFixture();
});

describe.each(Object.entries(FILES))('an added font: %s', (kind, file) => {
  test('is known by its family', async () => {
    expect(expectOk(inspectFont(fixture.skia, await readFile(pathOf(file)))).family).toBe(FAMILY);
  });

  test('is embedded with its used glyphs, drawn as on the screen, and its text is found', async () => {
    fixture.fonts.useCatalog(withAddedFonts([{ family: FAMILY, weight: 400, italic: false, file: pathOf(file) }]));
    const text = 'HEnol Жук 49 €';
    const list = await fixture.list(labelOf(text, FAMILY), 300);
    const pdf = await fixture.pdf([onePage(list)]);
    expect(pdf.length).toBeLessThan(20_000);
    const programs = [...readPdf(pdf).objects.values()].filter((o) => /Length1|CIDFontType0C/.test(o.dictionary));
    expect(programs.map((o) => o.dictionary.includes('CIDFontType0C'))).toEqual([kind.startsWith('CFF')]);
    await withPoppler(pdf, async (opened) => {
      expect(await opened.fonts()).toEqual([expect.stringMatching(/^[A-Z]{6}\+SourceSansPro-Regular .*yes yes yes/)]);
      expect((await opened.text()).trim()).toBe(text);
      const ours = fixture.gray(list, 1200);
      expect(differingShareNearby(await opened.draw(1, 1200), ours) / inkShare(ours)).toBeLessThan(0.07);
    });
  });
});

test.each(['مرحبا بالعالم', 'أهلا وسهلا Label', 'رقم 12'])('Arabic in a PDF is found as it is read: %s', async (text) => {
  const list = await fixture.list(labelOf(text, 'Noto Sans Arabic', 14), 300);
  await withPoppler(await fixture.pdf([onePage(list)]), async (pdf) => {
    // Poppler marks changes of direction with invisible characters.
    expect((await pdf.text()).replace(/[\u200e\u200f\u202a-\u202e]/g, '').trim()).toBe(text);
  });
});

test('a truncated WOFF2 is no font', async () => {
  const bytes = await readFile(pathOf(FILES['TrueType in WOFF2']));
  await expect(openFontFile(bytes.subarray(0, 2000), FAMILY)).rejects.toThrow();
  expect(inspectFont(fixture.skia, bytes.subarray(0, 2000))).toMatchObject({ error: { code: 'font.unusable' } });
});
