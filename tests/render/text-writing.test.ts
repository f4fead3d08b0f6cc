import { beforeAll, describe, expect, test, onTestFinished } from 'vitest';
import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { ShapedText, ShapeRequest } from '#model/elements/base/layout.ts';
import { expectOk } from '#model/kernel/result.ts';
import { slicedRun, type LineRun } from '#render-worker/fonts/line-run.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { isUpright, uprightNumbers } from '#render-worker/fonts/orientation.ts';
import { GlyphPainter } from '#render-worker/paint/glyphs.ts';
import { createShapeRequest, createSkiaFixture, hashOf, type SkiaFixture } from './skia-fixture.ts';

/** The positions of a text's letters, in reading order within each run. */
function letters(shaped: ShapedText): readonly { letter: string; x: number; y: number; run: GlyphRun }[] {
  return shaped.runs.flatMap((run) =>
    Array.from(run.clusters, (at, i) => ({
      letter: String.fromCodePoint(run.text.codePointAt(at) ?? 0),
      x: run.positions[2 * i] ?? NaN,
      y: run.positions[2 * i + 1] ?? NaN,
      run,
    })),
  );
}

/** The text of each line, from its runs. */
function lineTexts(shaped: ShapedText): readonly string[] {
  return shaped.lines.map((line) =>
    shaped.runs
      .filter((run) => Math.abs((run.positions[1] ?? NaN) - line.baselineMm) < 0.6)
      .map((run) => run.text)
      .join(''),
  );
}

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

async function shape(over: Partial<ShapeRequest>): Promise<ShapedText> {
  return expectOk(await withFonts(fixture.fonts, () => fixture.measure.shape(createShapeRequest(over))));
}

describe('vertical writing', () => {
  test('Chinese is upright, top to bottom, and lines become columns from right to left', async () => {
    const shaped = await shape({ text: '固定资产\n标签', vertical: true, lineHeight: 1.5 });
    const placed = letters(shaped);
    expect(placed.map((p) => p.letter).join('')).toBe('固定资产标签');
    expect(placed.every((p) => p.run.sideways === undefined)).toBe(true);
    const first = placed.slice(0, 4);
    first.forEach((p, i) => expect(p.y).toBeCloseTo(4 * (i + 0.88), 3));
    expect(new Set(first.map((p) => p.x.toFixed(4))).size).toBe(1);
    expect((first[0]?.x ?? 0) - (placed[4]?.x ?? 0)).toBeCloseTo(6, 3);
    expect(placed[4]?.y).toBeCloseTo(4 * 0.88, 3);
    expect(shaped.widthMm).toBeCloseTo(12, 4);
    expect(shaped.heightMm).toBeCloseTo(16, 4);
    // The center of the first column is three quarters of an em from the right, its glyph half an em further left.
    expect(shaped.lines[0]).toMatchObject({ leftMm: 0, widthMm: expect.closeTo(16, 4), baselineMm: 9 });
    expect(first[0]?.x).toBeCloseTo(9 - 2, 3);
  });

  test('punctuation takes its vertical form', async () => {
    const text = '中、（文）「字」。';
    const lying = await shape({ text });
    const upright = await shape({ text, vertical: true });
    const glyphs = (shaped: ShapedText): Map<string, number> =>
      new Map(
        shaped.runs.flatMap((run) =>
          Array.from(run.clusters, (at, i) => [run.text.charAt(at), run.glyphs[i] ?? 0] as const),
        ),
      );
    const [before, after] = [glyphs(lying), glyphs(upright)];
    for (const sign of '、（）「」。') expect(after.get(sign), sign).not.toBe(before.get(sign));
    for (const letter of '中文字') expect(after.get(letter), letter).toBe(before.get(letter));
  });

  test('an ellipsis, a bar and quotes are upright if the font has a vertical form, and sideways otherwise', async () => {
    const signs = '…‥―“”‘’';
    for (const { letter, run } of letters(
      await shape({ text: `中${signs}文`, family: 'Noto Sans SC', vertical: true }),
    )) {
      expect(run.sideways, letter).toBeUndefined();
    }
    const roboto = letters(await shape({ text: 'A…B', vertical: true }));
    expect(roboto.map(({ run }) => run.sideways)).toEqual([true, true, true]);
    // Its dots are below each other: the ink is higher than it is wide.
    const { runs } = await shape({ text: '…', family: 'Noto Sans SC', vertical: true });
    const painter = new GlyphPainter(fixture.skia, fixture.fonts);
    onTestFinished(() => painter.dispose());
    const { width, height } = painter.runBounds(runs[0] ?? expect.fail());
    expect(height).toBeGreaterThan(3 * width);
  });

  test('Latin, Cyrillic, Arabic and long numbers are sideways in the middle of the column', async () => {
    const shaped = await shape({ text: '型号 Model Модель 2024 年', vertical: true });
    for (const { letter, run } of letters(shaped)) {
      expect(run.sideways === true, letter).toBe(!isUpright(letter));
    }
    const latin = letters(shaped).filter((p) => /[A-Za-z]/.test(p.letter));
    expect(new Set(latin.map((p) => p.x.toFixed(4))).size).toBe(1);
    expect(latin.map((p) => p.y)).toEqual(latin.map((p) => p.y).toSorted((a, b) => a - b));
    const arabic = await shape({ text: '中سلام文', vertical: true });
    expect(arabic.runs.some((run) => run.text === 'سلام' && run.sideways === true)).toBe(true);
  });

  test('one or two digits between Chinese are upright in the space of one character', async () => {
    expect(uprightNumbers('12月5日2024年A1中 7 中')).toEqual([
      { start: 0, end: 2 },
      { start: 3, end: 4 },
    ]);
    const shaped = await shape({ text: '年12月', vertical: true });
    const [year, one, two, month] = letters(shaped);
    // The positions differ only by the kerning between the digits.
    expect(shaped.heightMm).toBeCloseTo(12, 1);
    expect(one?.run.sideways).toBeUndefined();
    expect(one?.y).toBe(two?.y);
    expect((two?.x ?? 0) - (one?.x ?? 0)).toBeCloseTo(0.55 * 4, 3);
    expect((month?.y ?? 0) - (year?.y ?? 0)).toBeCloseTo(8, 1);
  });

  test('columns break at the height of the box, by the rules of the script', async () => {
    const shaped = await shape({ text: '一二三四，五六七八。', vertical: true, wrapMm: 17 });
    const columns = shaped.lines.map((line) =>
      letters(shaped)
        .filter((p) => Math.abs(p.x + 2 - line.baselineMm) < 1)
        .map((p) => p.letter)
        .join(''),
    );
    expect(columns).toEqual(['一二三', '四，五六', '七八。']);
  });

  test('spacing, alignment and justification run along the column', async () => {
    const loose = await shape({ text: '一二三', vertical: true, letterSpacingMm: 1 });
    expect(loose.heightMm).toBeCloseTo(14, 3);
    expect(letters(loose).map((p) => p.y)).toEqual([3.52, 8.52, 13.52].map((y) => expect.closeTo(y, 3)));
    const bottom = await shape({ text: '一二三\n四', vertical: true, align: 'right' });
    expect(bottom.lines.map((l) => l.leftMm)).toEqual([0, 8].map((y) => expect.closeTo(y, 3)));
    const wide = await shape({ text: '一二三', vertical: true, align: 'stretch', spreadMm: 20 });
    expect(letters(wide).map((p) => p.y)).toEqual([3.52, 11.52, 19.52].map((y) => expect.closeTo(y, 3)));
  });
});

describe('stretching', () => {
  test('spreads the letters of every line over the whole length', async () => {
    const shaped = await shape({ text: 'abc\nde', align: 'stretch', spreadMm: 40 });
    expect(shaped.widthMm).toBeCloseTo(40, 6);
    expect(shaped.lines.map((l) => [l.leftMm, l.widthMm])).toEqual([
      [0, expect.closeTo(40, 6)],
      [0, expect.closeTo(40, 6)],
    ]);
    const natural = await shape({ text: 'abc' });
    const places = letters(shaped).slice(0, 3);
    const own = letters(natural);
    const steps = places.map((p, i) => p.x - (own[i]?.x ?? 0));
    expect(steps[0]).toBe(0);
    expect(steps[2]).toBeCloseTo(40 - natural.widthMm, 4);
    expect((steps[1] ?? 0) * 2).toBeCloseTo(steps[2] ?? 0, 4);
  });

  test('also with several lines, the last one too', async () => {
    const shaped = await shape({ text: 'aaa bbb ccc', align: 'stretch', wrapMm: 16 });
    expect(shaped.lines.length).toBeGreaterThan(1);
    for (const line of shaped.lines) expect(line.widthMm).toBeCloseTo(16, 2);
  });

  test('separates neither a letter from its marks nor an Arabic word', async () => {
    const thai = await shape({ text: 'กั้น', align: 'stretch', spreadMm: 40 });
    const plain = await shape({ text: 'กั้น' });
    const [base, vowel, tone] = letters(thai);
    const [base0, vowel0, tone0] = letters(plain);
    expect((vowel?.x ?? 0) - (base?.x ?? 0)).toBeCloseTo((vowel0?.x ?? 0) - (base0?.x ?? 0), 4);
    expect((tone?.x ?? 0) - (base?.x ?? 0)).toBeCloseTo((tone0?.x ?? 0) - (base0?.x ?? 0), 4);
    const word = await shape({ text: 'سلام', align: 'stretch', spreadMm: 40 });
    const own = await shape({ text: 'سلام' });
    const gaps = (s: ShapedText): number[] => letters(s).map((p) => p.x - (letters(s)[0]?.x ?? 0));
    gaps(word).forEach((x, i) => expect(x).toBeCloseTo(gaps(own)[i] ?? NaN, 4));
    // Text that can't be spread is where its writing begins: at the right.
    expect(word.lines[0]?.leftMm).toBeCloseTo(40 - own.widthMm, 4);
  });

  test('a justified line without wrapping is spread between words', async () => {
    const shaped = await shape({ text: 'one two', align: 'justify', spreadMm: 40 });
    const plain = await shape({ text: 'one two' });
    const more = letters(shaped).map((p, i) => p.x - (letters(plain)[i]?.x ?? 0));
    expect(more.map((m) => Math.round(m * 100))).toEqual(
      [0, 0, 0, 0, 1, 1, 1].map((k) => k * Math.round((40 - plain.widthMm) * 100)),
    );
  });

  test('a line that is longer is unchanged', async () => {
    const plain = await shape({ text: 'a long line' });
    const shaped = await shape({ text: 'a long line', align: 'stretch', spreadMm: 3 });
    expect(shaped.widthMm).toBe(plain.widthMm);
    expect(shaped.runs[0]?.positions).toEqual(plain.runs[0]?.positions);
  });
});

describe('scripts', () => {
  test('Chinese lines never begin with closing punctuation nor end with an opening one', async () => {
    const text = '商品名称（中文），规格：五百克。「净含量」以标签为准！';
    for (let width = 17; width < 60; width += 4) {
      const shaped = await shape({ text, wrapMm: width });
      const lines = lineTexts(shaped);
      expect(lines.join('')).toBe(text);
      for (const line of lines) {
        expect(line, `at ${width} mm`).not.toMatch(/^[，。：）」！]/);
        expect(line, `at ${width} mm`).not.toMatch(/[（「]$/);
      }
    }
  });

  test('Thai, which has no spaces, breaks between words only', async () => {
    const text = 'ภาษาไทยเป็นภาษาที่มีวรรณยุกต์';
    const words = new Set<number>();
    let at = 0;
    for (const { segment } of new Intl.Segmenter('th', { granularity: 'word' }).segment(text)) {
      at += segment.length;
      words.add(at);
    }
    const shaped = await shape({ text, wrapMm: 22 });
    expect(shaped.missing).toEqual([]);
    const lines = lineTexts(shaped);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe(text);
    let end = 0;
    for (const line of lines) {
      end += line.length;
      expect(words, line).toContain(end);
    }
  });

  test('Arabic runs from right to left, joined, with its marks above and below', async () => {
    const shaped = await shape({ text: 'سلام abc' });
    const [latin, , arabic] = [shaped.runs[0], shaped.runs[1], shaped.runs.at(-1)];
    expect(latin?.text).toBe('abc');
    expect(arabic?.face).toBe('Noto Sans Arabic/400/normal');
    expect(arabic?.text).toBe('سلام');
    const clusters = Array.from(arabic?.clusters ?? []);
    expect(clusters).toEqual(clusters.toSorted((a, b) => b - a));
    // Lam and alef are one glyph.
    expect(arabic?.glyphs.length).toBeLessThanOrEqual(4);
    const marked = await shape({ text: 'مُحَمَّد' });
    const ys = new Set(letters(marked).map((p) => Math.round(p.y * 100)));
    expect(ys.size).toBeGreaterThan(2);
  });

  test('a justified Arabic paragraph ends at the right', async () => {
    const shaped = await shape({ text: 'سلام عليكم يا صديقي العزيز', align: 'justify', wrapMm: 18 });
    const last = shaped.lines.at(-1);
    expect((last?.leftMm ?? 0) + (last?.widthMm ?? 0)).toBeCloseTo(18, 2);
    expect(Math.min(...letters(shaped).map((p) => p.x))).toBeGreaterThan(-0.2);
  });

  test('five scripts in one text, each from a font that has it', async () => {
    const text = 'Label 标签 Этикетка ملصق ฉลาก';
    for (const family of ['Roboto', 'Oswald', 'Roboto Slab', 'Share Tech Mono', 'Noto Sans SC', 'Alibaba PuHuiTi']) {
      const shaped = await shape({ text, family });
      expect(shaped.missing, family).toEqual([]);
      const covered = shaped.runs.map((run) => run.text).join('');
      expect([...covered].toSorted().join('')).toBe([...text].toSorted().join(''));
      expect(shaped.runs.every((run) => !run.glyphs.includes(0))).toBe(true);
    }
  });

  test('a code point that no font has is reported', async () => {
    expect((await shape({ text: 'a\u{1f600}' })).missing).toEqual([0x1f600]);
  });
});

/** Glyphs and their positions to the micrometer, which a change of shaping must not move unnoticed. */
function fingerprint(shaped: ShapedText): string {
  const runs = shaped.runs.map((run) => [
    run.face,
    run.sideways ?? false,
    [...run.glyphs],
    Array.from(run.positions, (mm) => Math.round(mm * 100)),
  ]);
  return hashOf(new TextEncoder().encode(JSON.stringify(runs)));
}

test.each([
  [
    'vertical',
    { text: '型号 Model-7，2026年12月5日（试产）', vertical: true, wrapMm: 30 } as const,
    'fce66968a447bbb4',
  ],
  ['stretch', { text: 'Label 标签\nสินค้า', align: 'stretch', spreadMm: 50 } as const, 'b8cae618eeb95d63'],
  ['right to left', { text: 'سلام عليكم يا صديقي 2026 abc', align: 'justify', wrapMm: 25 } as const, '6da2cf49d7b5a671'],
  ['Thai', { text: 'ภาษาไทยเป็นภาษาที่มีวรรณยุกต์', wrapMm: 22 } as const, 'a29f7b1d9e0f0806'],
])('golden: %s', async (_name, over, expected) => {
  expect(fingerprint(await shape(over))).toBe(expected);
});

test('a run of 300,000 glyphs is cut', () => {
  const count = 300_000;
  const numbers = Float64Array.from({ length: count }, (_, i) => i);
  const clusters = Uint32Array.from(numbers);
  const glyphs = Uint16Array.from(numbers);
  const choice = {} as LineRun['choice'];
  const run: LineRun = {
    choice,
    start: 5,
    text: 'x'.repeat(count),
    clusters,
    glyphs,
    xs: numbers,
    ys: numbers,
    advances: numbers,
  };
  const cut = slicedRun(run, 10, count);
  expect([cut.start, cut.text.length, cut.clusters[0], cut.clusters.at(-1)]).toEqual([15, count - 10, 0, count - 11]);
});
