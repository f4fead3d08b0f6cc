import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fitText, type FittedText } from '#model/elements/base/fit-text.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import { plainText } from '#model/elements/base/styled-text.ts';
import { setText } from '#model/elements/base/text-block.ts';
import { newTextStyle, type BoxedText } from '#model/elements/base/text-style.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fontUnitsToMm, MM_PER_INCH } from '#model/kernel/units.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';
import { SEED } from '../support/seed.ts';

const DPI = 300;
const TENTH_POINT_MM = MM_PER_INCH / 720;
const TOLERANCE_MM = 2e-3;
const TEXTS = [
  'Hydraulic pump, stainless steel, 24 V',
  'BEST BEFORE 2027-03-31',
  '不锈钢液压泵，24 伏，上海市浦东新区制造',
  'مضخة هيدروليكية من الفولاذ المقاوم للصدأ',
  'ปั๊มไฮดรอลิกสแตนเลส ขนาด 24 โวลต์',
  'हाइड्रोलिक पंप, स्टेनलेस स्टील',
  'Насос гидравлический 泵 pump',
  'Donaudampfschifffahrtsgesellschaft mbH',
  'one\ntwo lines\nand a third, longer line',
];

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

function contextOf(): LayoutContext {
  const label = { widthMm: 80, heightMm: 60 };
  const now = { year: 2026, month: 11, day: 29, hour: 8, minute: 0, second: 0 };
  return { measure: fixture.measure, dpi: DPI, label, imageSize: () => null, now };
}

function createBox(over: Partial<BoxedText> = {}): BoxedText {
  return { ...newTextStyle(1), fontFamily: 'Roboto', widthMm: 30, heightMm: 6, ...over };
}

async function fit(element: BoxedText, text: string): Promise<FittedText> {
  return expectOk(await withFonts(fixture.fonts, () => fitText(element, plainText(text), contextOf())));
}

async function extentOf(
  element: BoxedText,
  text: string,
): Promise<{ readonly width: number; readonly height: number }> {
  const { painted } = expectOk(await withFonts(fixture.fonts, () => setText(element, plainText(text), contextOf())));
  return painted;
}

/** Whether the text fits at this size, laid out without the search. */
async function fitsAt(box: BoxedText, text: string, sizeMm: number): Promise<boolean> {
  const letterSpacing = box.letterSpacing * ((sizeMm * 4) / box.fontSize);
  return isInside(await extentOf({ ...box, fit: 'none', fontSize: sizeMm * 4, letterSpacing }, text), box);
}

/** Whether a word is longer than the lines at this size, in a script with spaces and where a smaller size avoids it. */
async function breaksWord(box: BoxedText, text: string, sizeMm: number): Promise<boolean> {
  if (!box.autoWrap) return false;
  const isLonger = async (size: number): Promise<boolean> => {
    const words = text
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '' && !/[\p{sc=Han}\p{sc=Thai}]/u.test(word));
    const letterSpacing = box.letterSpacing * ((size * 4) / box.fontSize);
    const style = { ...box, fit: 'none' as const, autoWrap: false, fontSize: size * 4, letterSpacing };
    const extents = await Promise.all(words.map((word) => extentOf(style, word)));
    return extents.some(({ width, height }) =>
      box.arrange === 'vertical' ? height > box.heightMm + 1e-6 : width > box.widthMm + 1e-6,
    );
  };
  return (await isLonger(sizeMm)) && !(await isLonger(fontUnitsToMm(box.minFontSize)));
}

function isInside({ width, height }: { readonly width: number; readonly height: number }, box: BoxedText): boolean {
  return width <= box.widthMm + TOLERANCE_MM && height <= box.heightMm + TOLERANCE_MM;
}

describe('a text that fits its box', () => {
  test('never exceeds it, is within 0.1 pt of the largest size that fits, and is the same when laid out again', async () => {
    const boxes = fc.record({
      text: fc.constantFrom(...TEXTS),
      fit: fc.constantFrom('shrink' as const, 'resize' as const),
      autoWrap: fc.boolean(),
      arrange: fc.constantFrom('horizontal' as const, 'horizontal' as const, 'vertical' as const),
      letterSpacing: fc.constantFrom(0, 0, 1.5),
      widthMm: fc.double({ min: 4, max: 70, noNaN: true }),
      heightMm: fc.double({ min: 3, max: 40, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(boxes, async ({ text, ...over }) => {
        const box = createBox({ ...over, fontSize: 30, minFontSize: 2, maxFontSize: 60 });
        const fitted = await fit(box, text);
        expect(await fit(box, text)).toEqual(fitted);
        const afresh = { ...contextOf(), measure: createTextMeasure(fixture.skia, fixture.fonts) };
        expect(expectOk(await withFonts(fixture.fonts, () => fitText(box, plainText(text), afresh)))).toEqual(fitted);
        const most = fontUnitsToMm(over.fit === 'resize' ? box.maxFontSize : box.fontSize);
        if (fitted.outcome === 'tooLong') {
          expect(fitted.sizeMm).toBeCloseTo(fontUnitsToMm(box.minFontSize), 1);
          return;
        }
        expect(isInside(await extentOf(box, text), box)).toBe(true);
        expect(fitted.sizeMm).toBeLessThanOrEqual(most + 1e-9);
        if (most - fitted.sizeMm <= TENTH_POINT_MM) return;
        const larger = fitted.sizeMm + TENTH_POINT_MM;
        expect((await fitsAt(box, text, larger)) && !(await breaksWord(box, text, larger))).toBe(false);
      }),
      { numRuns: 120, seed: SEED },
    );
  });

  test('keeps its size where it has room', async () => {
    const { sizeMm, outcome } = await fit(createBox({ fit: 'shrink', fontSize: 12, widthMm: 60 }), 'Short');
    expect({ sizeMm, outcome }).toEqual({ sizeMm: 3, outcome: 'fits' });
  });

  test('wraps first and becomes smaller only when its lines do not fit', async () => {
    const text = TEXTS[0] ?? '';
    const wrapped = await fit(createBox({ fit: 'shrink', autoWrap: true, heightMm: 12, fontSize: 16 }), text);
    const oneLine = await fit(createBox({ fit: 'shrink', heightMm: 12, fontSize: 16 }), text);
    expect(wrapped.shaped.lines.length).toBeGreaterThan(1);
    expect(wrapped.sizeMm).toBeGreaterThan(oneLine.sizeMm);
  });

  test('does not break a word as long as a smaller size avoids it', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    const box = createBox({ fit: 'shrink', autoWrap: true, widthMm: 30, heightMm: 30, fontSize: 20, minFontSize: 3 });
    expect((await fit(box, word)).shaped.lines).toHaveLength(1);
    expect((await fit({ ...box, minFontSize: 18 }, word)).shaped.lines.length).toBeGreaterThan(1);
  });

  test('narrows its glyphs before it becomes smaller', async () => {
    const text = TEXTS[0] ?? '';
    const whole = await extentOf(createBox({ fontSize: 12 }), text);
    const box = createBox({ fit: 'condense', fontSize: 12, minWidthPercent: 70 });
    const little = await fit({ ...box, widthMm: whole.width * 0.8 }, text);
    expect(little).toMatchObject({ sizeMm: 3, outcome: 'fits' });
    expect(little.narrowing).toBeGreaterThanOrEqual(0.79);
    expect(little.narrowing).toBeLessThanOrEqual(0.8);
    const much = await fit({ ...box, widthMm: whole.width * 0.5 }, text);
    expect(much.narrowing).toBe(0.7);
    expect(much.sizeMm).toBeLessThan(3);
    expect((await extentOf({ ...box, widthMm: whole.width * 0.5 }, text)).width).toBeLessThanOrEqual(
      whole.width * 0.5 + TOLERANCE_MM,
    );
  });

  test.each(TEXTS)('ends with an ellipsis within the box: %s', async (text) => {
    for (const autoWrap of [false, true]) {
      const box = createBox({ fit: 'ellipsis', fontSize: 14, autoWrap, widthMm: 22, heightMm: 9 });
      const { outcome, shaped } = await fit(box, text);
      expect(['fits', 'shortened']).toContain(outcome);
      expect(isInside(await extentOf(box, text), box)).toBe(true);
      if (outcome === 'shortened') expect(shaped.runs.map((run) => run.text).join('')).toContain('…');
    }
  });

  test('reports what does not fit at the smallest size', async () => {
    const box = createBox({ fit: 'shrink', fontSize: 12, minFontSize: 11, widthMm: 10 });
    expect((await fit(box, TEXTS[0] ?? '')).outcome).toBe('tooLong');
  });
});
