import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ShapedText, ShapeRequest } from '#model/elements/base/layout.ts';
import { FONT_FACES } from '#model/elements/base/fonts.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readGlyphNeighbours } from '#render-worker/fonts/glyph-neighbours.ts';
import { KnownPairs } from '#render-worker/fonts/known-pairs.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const FAMILIES = FONT_FACES.map((face) => face.family).filter((name, i, all) => all.indexOf(name) === i);
const NOTHING = 0;

/** As in a print run: a few words and always new numbers. */
const WORDS = ['SN-', 'Order ', 'Batch B', ' / Shelf ', 'Net weight ', ' kg', 'AVATAR To ', 'LT.', 'Wa', '0x', 'é, ß'];
/** Ligatures, characters that fonts set by their neighbors (Inter: 2x3, A-B, ->), and texts that only Skia sets. */
const OTHERS =
  'office fi ffl ff -> 2x3 (A) A-B 1/2 ... Yo. Ł ij 1. "x" ™ 批号 中文 ， Ж я ا ไ e\u0301 \u00a0 \u00ad \n \t'.split(
    ' ',
  );
const createNumber = fc.integer({ min: 0, max: 9_999_999 }).map(String);
const createPiece = fc.oneof(createNumber, fc.constantFrom(...WORDS), fc.stringMatching(/^[ -~]{1,4}$/));

const createText = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.oneof(createNumber, fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 4 }),
    },
    {
      weight: 1,
      arbitrary: fc.array(fc.oneof(createPiece, fc.constantFrom(...OTHERS)), { minLength: 1, maxLength: 5 }),
    },
  )
  .map((parts) => parts.join(''));

const createRequest: fc.Arbitrary<ShapeRequest> = fc.record({
  text: createText,
  family: fc.constantFrom(...FAMILIES, 'Roboto', 'Roboto'),
  sizeMm: fc.constantFrom(2.5, 3, 4.2333, 10),
  bold: fc.boolean(),
  italic: fc.boolean(),
  letterSpacingMm: fc.constantFrom(0, 0, 0, 0, 0, 0.25),
  lineHeight: fc.constantFrom(0, 0, 1.2),
  align: fc.constantFrom('left', 'center', 'right', 'justify', 'stretch'),
  wrapMm: fc.constantFrom(null, null, 15, 60, 500),
});

/** All measurements of a text, to the last bit. */
function said(shaped: ShapedText): string {
  return JSON.stringify(shaped, (_, value: unknown) => (ArrayBuffer.isView(value) ? Object.values(value) : value));
}

describe('known pairs', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
  });

  test('lay texts out like Skia, to the last bit', async () => {
    const { skia, fonts } = fixture;
    const pairs = new KnownPairs();
    const quick = createTextMeasure(skia, fonts, pairs);
    const slow = createTextMeasure(skia, fonts, new KnownPairs(NOTHING));
    let known = 0;
    await fc.assert(
      fc.asyncProperty(createRequest, async (request) => {
        const expected = said(expectOk(await withFonts(fonts, () => slow.shape(request))));
        const face = fonts.resolve(request.text, request.family, request.bold, request.italic).faces[0]?.face.id ?? '';
        if (pairs.line(face, request.text) !== null) known++;
        expect(said(quick.shape(request))).toBe(expected);
      }),
      { numRuns: 8000 },
    );
    expect(known).toBeGreaterThan(500);
  });

  test('know the serial numbers of a run after the first ones', async () => {
    const { skia, fonts } = fixture;
    const pairs = new KnownPairs();
    const measure = createTextMeasure(skia, fonts, pairs);
    const style = { sizeMm: 3, bold: false, italic: false, letterSpacingMm: 0, lineHeight: 0, wrapMm: 50 } as const;
    const request = { ...style, family: 'Roboto', align: 'left' } as const;
    for (let n = 0; n < 300; n++) {
      expectOk(await withFonts(fonts, () => measure.shape({ ...request, text: `SN-${n * 7919}` })));
    }
    expect(pairs.line('Roboto/400/normal', 'SN-31415926')?.run.text).toBe('SN-31415926');
    // The number alone has no script, which a font may kern otherwise; other pairs and the end are not known.
    for (const text of ['31415926', 'NS-1', 'SN-', 'SN-1 ', '中1'])
      expect(pairs.line('Roboto/400/normal', text)).toBeNull();
  });

  test('are dropped when there are too many', () => {
    const pairs = new KnownPairs(3);
    const learn = (text: string): void => {
      const places = Float64Array.from(text, (_, i) => i * 64);
      pairs.learn(
        'face',
        {
          ascent: 100,
          descent: 20,
          width: 64 * text.length,
          run: {
            start: 0,
            text,
            clusters: Uint32Array.from(text, (_, i) => i),
            glyphs: Uint16Array.from(text, (letter) => letter.charCodeAt(0)),
            xs: places,
            ys: new Float64Array(text.length),
            advances: new Float64Array(text.length).fill(64),
          },
        },
        () => true,
      );
    };
    learn('ab');
    expect(pairs.line('face', 'ab')).toMatchObject({ ascent: 100, descent: 20, width: 128 });
    learn('xy');
    expect([pairs.line('face', 'ab'), pairs.line('face', 'xy')?.width]).toEqual([null, 128]);
    learn('four');
    expect(pairs.line('face', 'four')).toBeNull();
  });
});

describe('glyph neighbors', () => {
  async function bytesOf(id: string): Promise<ArrayBuffer> {
    const file = FONT_FACES.find((face) => face.id === id)?.file ?? '';
    return new Uint8Array(await readFile(`node_modules/${file}`)).buffer;
  }

  test.each([
    ['Roboto/400/normal', ['SN', '01', 'AV', 'To', 'if', 'ij'], ['fi', 'ff', 'fl']],
    ['Roboto Slab/400/normal', ['ff', 'SN'], ['fi', 'fl']],
    ['Inter/400/normal', ['SN', 'ab', '01'], ['N-', '->', 'x1', 'A(']],
    ['Roboto Mono/700/normal', ['fi', '->'], []],
  ])('of %s', async (id, plain, changing) => {
    const { skia } = await createSkiaFixture();
    const bytes = await bytesOf(id);
    const typeface = skia.Typeface.MakeTypefaceFromData(bytes);
    const neighbours = readGlyphNeighbours(bytes);
    const isPlain = (pair: string): boolean | undefined => {
      const [first = 0, second = 0] = typeface?.getGlyphIDs(pair) ?? [];
      return neighbours?.plain(first, second);
    };
    expect(plain.filter((pair) => isPlain(pair) !== true)).toEqual([]);
    expect(changing.filter((pair) => isPlain(pair) !== false)).toEqual([]);
    typeface?.delete();
  });

  test('are empty for a file that is cut off or packed', async () => {
    const bytes = await bytesOf('Roboto/400/normal');
    expect(readGlyphNeighbours(bytes.slice(0, 30_000))).toBeNull();
    expect(readGlyphNeighbours(new TextEncoder().encode('wOF2 and so on').buffer)).toBeNull();
    expect(readGlyphNeighbours(new ArrayBuffer(3))).toBeNull();
  });
});
