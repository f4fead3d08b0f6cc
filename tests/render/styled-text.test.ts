import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fitText, shapeRequest, type FittedText } from '#model/elements/base/fit-text.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import { joinRuns, plainText, type RunStyle, type StyledText } from '#model/elements/base/styled-text.ts';
import { setText, type TextBlock } from '#model/elements/base/text-block.ts';
import { newTextStyle, type BoxedText } from '#model/elements/base/text-style.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fontUnitsToMm, MM_PER_INCH } from '#model/kernel/units.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';
import { SEED } from '../support/seed.ts';

const TENTH_POINT_MM = MM_PER_INCH / 720;
const TOLERANCE_MM = 2e-3;
const PHRASES = [
  'Hydraulic pump, ',
  'stainless steel ',
  '不锈钢液压泵，',
  'مضخة هيدروليكية ',
  'ปั๊มไฮดรอลิก ',
  'हाइड्रोलिक पंप ',
  'Насос\n',
  '24 V',
];
const STYLES: readonly RunStyle[] = [
  {},
  { bold: true },
  { italic: true },
  { underline: true, bold: true },
  { sizePercent: 50 },
  { sizePercent: 180 },
  { position: 'superscript' },
  { position: 'subscript' },
];

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

function contextOf(): LayoutContext {
  const now = { year: 2026, month: 11, day: 30, hour: 8, minute: 0, second: 0 };
  return { measure: fixture.measure, dpi: 300, label: { widthMm: 80, heightMm: 60 }, imageSize: () => null, now };
}

function createBox(over: Partial<BoxedText> = {}): BoxedText {
  return { ...newTextStyle(1), fontFamily: 'Roboto', widthMm: 60, heightMm: 20, ...over };
}

async function set(box: BoxedText, text: StyledText): Promise<TextBlock> {
  return expectOk(await withFonts(fixture.fonts, () => setText(box, text, contextOf())));
}

async function fit(box: BoxedText, text: StyledText): Promise<FittedText> {
  return expectOk(await withFonts(fixture.fonts, () => fitText(box, text, contextOf())));
}

const runs = (most: number) =>
  fc.array(fc.record({ text: fc.constantFrom(...PHRASES), style: fc.constantFrom(...STYLES) }), {
    minLength: 1,
    maxLength: most,
  });

describe('a text in several styles', () => {
  test('is the plain text where no part has a style of its own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.constantFrom('left' as const, 'center' as const, 'justify' as const, 'stretch' as const),
        async (parts, autoWrap, align) => {
          const box = createBox({ autoWrap, align, underline: true });
          const plain = await set(box, plainText(parts.join('')));
          expect(await set(box, joinRuns(parts.map((text) => ({ text, style: {} }))))).toEqual(plain);
        },
      ),
      { numRuns: 40, seed: SEED },
    );
  });

  test('draws parts of its own style where the plain text has them', async () => {
    const parts = ['Hydraulic pump, ', 'stainless ', 'steel ', '不锈钢液压泵 ', 'مضخة هيدروليكية '];
    const box = createBox({ autoWrap: true, widthMm: 40 });
    const glyphsOf = ({ ops }: TextBlock) =>
      ops.flatMap((op) =>
        op.type === 'glyphs'
          ? Array.from(op.run.glyphs, (glyph, i) => [glyph, op.run.positions[2 * i], op.run.positions[2 * i + 1]])
          : [],
      );
    const plain = await set(box, plainText(parts.join('')));
    const same = await set(
      box,
      joinRuns(parts.map((text, i) => ({ text, style: i % 2 === 0 ? {} : { bold: false } }))),
    );
    expect(glyphsOf(same)).toEqual(glyphsOf(plain));
  });

  test('fits its box, within 0.1 pt of the largest size that fits, and the same when laid out again', async () => {
    const boxes = fc.record({
      fit: fc.constantFrom('shrink' as const, 'resize' as const),
      autoWrap: fc.boolean(),
      arrange: fc.constantFrom('horizontal' as const, 'horizontal' as const, 'vertical' as const),
      widthMm: fc.double({ min: 8, max: 70, noNaN: true }),
      heightMm: fc.double({ min: 6, max: 40, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(runs(4), boxes, async (parts, over) => {
        const box = createBox({ ...over, fontSize: 30, minFontSize: 1, maxFontSize: 60 });
        const text = joinRuns(parts);
        const fitted = await fit(box, text);
        expect(await fit(box, text)).toEqual(fitted);
        if (fitted.outcome === 'tooLong') return;
        const { painted, sizeMm } = await set(box, text);
        expect(painted.width).toBeLessThanOrEqual(box.widthMm + TOLERANCE_MM);
        expect(painted.height).toBeLessThanOrEqual(box.heightMm + TOLERANCE_MM);
        const larger = sizeMm + TENTH_POINT_MM;
        const most = fontUnitsToMm(box.fit === 'resize' ? box.maxFontSize : box.fontSize);
        if (larger > most || box.autoWrap) return;
        const above = await set({ ...box, fit: 'none', fontSize: larger * 4 }, text);
        expect(
          above.painted.width <= box.widthMm + TOLERANCE_MM && above.painted.height <= box.heightMm + TOLERANCE_MM,
        ).toBe(false);
      }),
      { numRuns: 60, seed: SEED },
    );
  });

  test('is measured as large as it is drawn', async () => {
    await fc.assert(
      fc.asyncProperty(
        runs(5),
        fc.boolean(),
        fc.constantFrom('left' as const, 'right' as const, 'justify' as const, 'stretch' as const),
        fc.constantFrom('horizontal' as const, 'vertical' as const),
        async (parts, autoWrap, align, arrange) => {
          const { text, spans } = joinRuns(parts);
          const request = shapeRequest(createBox({ autoWrap, align, arrange }), 24, text, 3.3, spans);
          const { measure } = fixture;
          const sizes = expectOk(
            await withFonts(fixture.fonts, () => [measure.extent(request), measure.shape(request)] as const),
          );
          const [measured, drawn] = sizes.map(({ widthMm, heightMm }) => ({ widthMm, heightMm }));
          expect(measured).toEqual(drawn);
        },
      ),
      { numRuns: 60, seed: SEED },
    );
  });

  test('ends with an ellipsis within its box', async () => {
    await fc.assert(
      fc.asyncProperty(runs(5), fc.boolean(), async (parts, autoWrap) => {
        const box = createBox({ fit: 'ellipsis', fontSize: 10, autoWrap, widthMm: 24, heightMm: 10 });
        const { painted, isTooLong } = await set(box, joinRuns(parts));
        if (isTooLong) return;
        expect(painted.width).toBeLessThanOrEqual(box.widthMm + TOLERANCE_MM);
        expect(painted.height).toBeLessThanOrEqual(box.heightMm + TOLERANCE_MM);
      }),
      { numRuns: 40, seed: SEED },
    );
  });

  test('takes bold and italic faces for its parts, and reports what they lack', async () => {
    const { ops } = await set(
      createBox(),
      joinRuns([{ text: 'a' }, { text: 'b', style: { bold: true } }, { text: 'c', style: { italic: true } }]),
    );
    const faces = ops.flatMap((op) => (op.type === 'glyphs' ? [op.run.face] : []));
    expect(new Set(faces).size).toBe(3);
    const lacking = await set(createBox(), joinRuns([{ text: 'a' }, { text: '\u{13080}', style: { bold: true } }]));
    expect(lacking.problems).toMatchObject([{ code: 'text.missingGlyph' }]);
  });

  test('raises and lowers small parts, and makes room for them', async () => {
    const box = createBox({ fontSize: 16 });
    const yOf = (block: TextBlock, at: number): number => {
      const glyphs = block.ops.filter((op) => op.type === 'glyphs')[at];
      return glyphs?.type === 'glyphs' ? (glyphs.run.positions[1] ?? NaN) : NaN;
    };
    const high = await set(box, joinRuns([{ text: 'm' }, { text: '2', style: { position: 'superscript' } }]));
    const low = await set(box, joinRuns([{ text: 'H' }, { text: '2', style: { position: 'subscript' } }]));
    expect(yOf(high, 1)).toBeLessThan(yOf(high, 0) - 1);
    expect(yOf(low, 1)).toBeGreaterThan(yOf(low, 0) + 0.4);
    const only = await set(box, joinRuns([{ text: 'x', style: { sizePercent: 200, position: 'subscript' } }]));
    expect(only.painted.height).toBeGreaterThan(0);
  });

  test('underlines its parts without gaps, and only them', async () => {
    const rects = ({ ops }: TextBlock) => ops.flatMap((op) => (op.type === 'rect' ? [op.rect] : []));
    const words = [{ text: 'one ' }, { text: 'two ', style: { underline: true, bold: true } }, { text: 'three' }];
    const [line, ...others] = rects(await set(createBox(), joinRuns(words)));
    expect(others).toEqual([]);
    expect(line?.x).toBeGreaterThan(5);
    const all = rects(await set(createBox({ underline: true, align: 'justify', autoWrap: false }), joinRuns(words)));
    for (const [i, rect] of all.slice(1).entries()) {
      const before = all[i];
      expect(rect.x).toBeCloseTo((before?.x ?? 0) + (before?.width ?? 0), 6);
    }
    expect(all).toHaveLength(3);
    const raised = [{ text: 'm' }, { text: '2', style: { position: 'superscript' as const } }];
    const heights = rects(await set(createBox({ underline: true }), joinRuns(raised))).map(({ y }) => y);
    expect(heights[1]).toBeCloseTo(heights[0] ?? NaN, 6);
  });
});
