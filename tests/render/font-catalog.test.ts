import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_FONTS, chainIn, withAddedFonts, type AddedFont } from '#model/elements/base/font-catalog.ts';
import { DEFAULT_FONT_FAMILY, FONT_FACES, NEW_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { newTextStyle } from '#model/elements/base/text-style.ts';
import type { ShapedText } from '#model/elements/base/layout.ts';
import { expectOk } from '#model/kernel/result.ts';
import { inspectFont } from '#render-worker/fonts/inspect-font.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const require = createRequire(import.meta.url);
const OSWALD = require.resolve('@expo-google-fonts/oswald/400Regular/Oswald_400Regular.ttf');
const INTER_BOLD_ITALIC = require.resolve('@expo-google-fonts/inter/700Bold_Italic/Inter_700Bold_Italic.ttf');

function createFont(over: Partial<AddedFont> = {}): AddedFont {
  return { family: 'House', weight: 400, italic: false, file: OSWALD, ...over };
}

async function shape({ fonts, measure }: SkiaFixture, family: string, text: string): Promise<ShapedText> {
  const style = { sizeMm: 4, bold: false, italic: false, letterSpacingMm: 0, lineHeight: 0 } as const;
  return expectOk(await withFonts(fonts, () => measure.shape({ text, family, ...style, align: 'left', wrapMm: null })));
}

describe('font catalog', () => {
  test('equals that of the product without additions', () => {
    expect(withAddedFonts([])).toBe(BUILT_IN_FONTS);
    expect(chainIn(BUILT_IN_FONTS, 'Nobody has this')).toEqual(chainIn(BUILT_IN_FONTS, DEFAULT_FONT_FAMILY));
  });

  test('the family of new elements is drawn in itself', () => {
    expect(newTextStyle(1).fontFamily).toBe(NEW_FONT_FAMILY);
    expect(FONT_FACES.some(({ family }) => family === NEW_FONT_FAMILY)).toBe(true);
    expect(chainIn(BUILT_IN_FONTS, NEW_FONT_FAMILY)[0]).toBe(NEW_FONT_FAMILY);
  });

  test('every family covers Latin, Arabic, Thai, Devanagari and Chinese by its chain', () => {
    for (const { name } of BUILT_IN_FONTS.families) {
      expect(chainIn(BUILT_IN_FONTS, name)).toEqual(
        expect.arrayContaining([
          'Roboto',
          'Noto Sans Arabic',
          'Noto Sans Thai',
          'Noto Sans Devanagari',
          'Noto Sans SC',
        ]),
      );
    }
  });

  test('an added family falls back like any other; the default name stops being an alias when it is added', () => {
    const catalog = withAddedFonts([createFont(), createFont({ family: DEFAULT_FONT_FAMILY })]);
    expect(chainIn(catalog, 'House').slice(0, 2)).toEqual(['House', 'Roboto']);
    expect(chainIn(catalog, DEFAULT_FONT_FAMILY)[0]).toBe(DEFAULT_FONT_FAMILY);
    expect(chainIn(BUILT_IN_FONTS, DEFAULT_FONT_FAMILY)[0]).toBe('Roboto');
  });

  test('a fallback font is searched last, by texts of every family, and other added ones are not', () => {
    const catalog = withAddedFonts([createFont({ fallback: true }), createFont({ family: 'Other' })]);
    for (const { name } of catalog.families) {
      expect(chainIn(catalog, name).at(name === 'House' ? 0 : -1), name).toBe('House');
      expect(chainIn(catalog, name).includes('Other'), name).toBe(name === 'Other');
    }
  });
});

describe('font store with a catalog', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
  });

  test('sets text in an added font, and in the default again when it is removed', async () => {
    const { fonts } = fixture;
    const before = await shape(fixture, 'House', 'House 中');
    expect(before.runs[0]?.face).toBe('Roboto/400/normal');
    fonts.useCatalog(withAddedFonts([createFont()]));
    const added = await shape(fixture, 'House', 'House 中');
    expect(added.runs.map((run) => run.face)).toEqual([`House/400/normal@${OSWALD}`, 'Noto Sans SC/400/normal']);
    const oswald = await shape(fixture, 'Oswald', 'House 中');
    expect(added.widthMm).toBe(oswald.widthMm);
    expect(added.widthMm).not.toBe(before.widthMm);
    fonts.useCatalog(BUILT_IN_FONTS);
    expect((await shape(fixture, 'House', 'House 中')).widthMm).toBe(before.widthMm);
  });

  test('distinguishes two files with the same name', async () => {
    fixture.fonts.useCatalog(
      withAddedFonts([
        createFont({ family: 'Thin', file: require.resolve('@expo-google-fonts/roboto/100Thin/Roboto_100Thin.ttf') }),
      ]),
    );
    const shaped = await shape(fixture, 'Thin', 'abc');
    expect(shaped.runs.map((run) => run.face.split('@')[0])).toEqual(['Thin/400/normal']);
    fixture.fonts.useCatalog(BUILT_IN_FONTS);
  });

  test('a missing font file is reported by its name', async () => {
    fixture.fonts.useCatalog(withAddedFonts([createFont({ file: '/nowhere/font.ttf' })]));
    const result = await fixture.fonts.ensure([{ text: 'a', family: 'House', bold: false, italic: false }]);
    expect(result).toMatchObject({ ok: false, error: { code: 'font.loadFailed' } });
    fixture.fonts.useCatalog(BUILT_IN_FONTS);
  });

  test('reads family, weight and slant of a file, and rejects a file that is no font', async () => {
    const { skia } = fixture;
    expect(inspectFont(skia, await readFile(OSWALD))).toEqual({
      ok: true,
      value: { family: 'Oswald', weight: 400, italic: false },
    });
    expect(inspectFont(skia, await readFile(INTER_BOLD_ITALIC))).toMatchObject({
      value: { weight: 700, italic: true },
    });
    const cut = (await readFile(OSWALD)).subarray(0, 3000);
    for (const bytes of [new Uint8Array(), Uint8Array.of(1, 2, 3), new TextEncoder().encode('<svg/>'), cut]) {
      expect(inspectFont(skia, bytes)).toMatchObject({ ok: false, error: { code: 'font.unusable' } });
    }
    expect(inspectFont(skia, new Uint8Array(20 * 1024 * 1024 + 1))).toMatchObject({ error: { code: 'font.tooLarge' } });
  });
});
