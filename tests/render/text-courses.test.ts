import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { arcInBox, depthMm, radiusAt } from '#model/elements/base/arc.ts';
import { measureArc } from '#model/elements/base/arc-text.ts';
import { layoutCourse } from '#model/elements/base/course-layout.ts';
import type { DisplayOp, GlyphRun } from '#model/elements/base/display-op.ts';
import { ONE_SIDE, type FlagSides } from '#model/elements/base/flag-sides.ts';
import type { CourseText } from '#model/elements/base/fit-course.ts';
import type { ElementLayout, LayoutContext } from '#model/elements/base/layout.ts';
import { lineLetters } from '#model/elements/base/line-letters.ts';
import { joinRuns, plainText, type StyledText } from '#model/elements/base/styled-text.ts';
import { newTextStyle } from '#model/elements/base/text-style.ts';
import { contentTransform } from '#model/elements/base/box.ts';
import { text as textDefinition } from '#model/elements/text/text.ts';
import { applyToRect } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { fontUnitsToMm, MM_PER_INCH } from '#model/kernel/units.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { SEED } from '../support/seed.ts';
import { createTestElement, TEST_TIME } from '../support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const TENTH_POINT_MM = MM_PER_INCH / 720;
const TOLERANCE_MM = 2e-3;
const TEXTS = [
  'Hydraulic pump, 24 V',
  'AVAST Tyre & Co. office',
  '上海市浦东新区合同专用章',
  'مضخة هيدروليكية',
  'ปั๊มน้ำไฮดรอลิก',
  'हाइड्रोलिक पंप',
  'Насос 泵 pump عربي',
  'first line\nand a second one',
];

type Element = CourseText & FlagSides;

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

function contextOf(measure = fixture.measure): LayoutContext {
  const label = { widthMm: 80, heightMm: 60 };
  return { measure, dpi: 300, label, imageSize: () => null, now: TEST_TIME };
}

function createElement(over: Partial<Element> = {}): Element {
  const style = { ...newTextStyle(1), fontFamily: 'Roboto' };
  return { ...style, ...ONE_SIDE, course: 'arcTop', arcDegrees: 120, widthMm: 40, heightMm: 20, ...over };
}

async function layout(element: Element, text: string | StyledText, context = contextOf()): Promise<ElementLayout> {
  const whole = typeof text === 'string' ? plainText(text) : text;
  return expectOk(await withFonts(fixture.fonts, () => layoutCourse(element, whole, context)));
}

function runsOf(ops: readonly DisplayOp[]): readonly GlyphRun[] {
  return ops.flatMap((op) => (op.type === 'glyphs' ? [op.run] : op.type === 'group' ? runsOf(op.ops) : []));
}

/** The lengths of the lines and of their arcs at this size, without the search. */
async function linesOnArc(element: Element, text: string, sizeMm: number) {
  const { arc, lines } = expectOk(
    await withFonts(fixture.fonts, () => measureArc(element, plainText(text), sizeMm, contextOf())),
  );
  return {
    isRoom: arc.radiusMm + TOLERANCE_MM >= arc.linesMm,
    lines: lines.map(({ shaped, baselineMm }) => ({
      lengthMm: shaped.widthMm,
      arcMm: arc.angle * (arc.radiusMm - depthMm(arc, baselineMm)),
    })),
  };
}

describe('a text on an arc', () => {
  test('that fits never leaves its arc, is within 0.1 pt of the largest size, and is the same when laid out again', async () => {
    const elements = fc.record({
      text: fc.constantFrom(...TEXTS),
      fit: fc.constantFrom('shrink' as const, 'resize' as const),
      course: fc.constantFrom('arcTop' as const, 'arcBottom' as const),
      align: fc.constantFrom('left' as const, 'center' as const, 'right' as const, 'stretch' as const),
      arcDegrees: fc.integer({ min: 10, max: 360 }),
      letterSpacing: fc.constantFrom(0, 0, 1.5),
      widthMm: fc.double({ min: 5, max: 70, noNaN: true }),
      heightMm: fc.double({ min: 5, max: 70, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(elements, async ({ text, ...over }) => {
        const element = createElement({ ...over, fontSize: 24, minFontSize: 1, maxFontSize: 60 });
        const laidOut = await layout(element, text);
        expect(await layout(element, text)).toEqual(laidOut);
        const afresh = createTextMeasure(fixture.skia, fixture.fonts);
        expect(await layout(element, text, contextOf(afresh))).toEqual(laidOut);
        const sizeMm = laidOut.fitted?.[0]?.sizeMm ?? NaN;
        if (laidOut.overflows?.length === 1) {
          expect(sizeMm).toBeCloseTo(fontUnitsToMm(1), 1);
          return;
        }
        const { lines, isRoom } = await linesOnArc(element, text, sizeMm);
        expect(isRoom).toBe(true);
        for (const { lengthMm, arcMm } of lines) expect(lengthMm).toBeLessThanOrEqual(arcMm + TOLERANCE_MM);
        const { x, y, width, height } = laidOut.content;
        expect(Math.min(x, y)).toBeGreaterThan(-TOLERANCE_MM);
        expect(x + width).toBeLessThan(element.widthMm + TOLERANCE_MM);
        expect(y + height).toBeLessThan(element.heightMm + TOLERANCE_MM);
        const most = fontUnitsToMm(over.fit === 'resize' ? 60 : 24);
        expect(sizeMm).toBeLessThanOrEqual(most + 1e-9);
        if (most - sizeMm <= TENTH_POINT_MM) return;
        const letterSpacing = element.letterSpacing;
        const larger = await linesOnArc({ ...element, letterSpacing }, text, sizeMm + TENTH_POINT_MM);
        expect(larger.isRoom && larger.lines.every((line) => line.lengthMm <= line.arcMm)).toBe(false);
      }),
      { numRuns: 120, seed: SEED },
    );
  });

  test('has each letter on its circle, turned to the direction of the circle', async () => {
    for (const course of ['arcTop', 'arcBottom'] as const) {
      const element = createElement({ course, align: 'center', fontSize: 12 });
      const { ops, fitted } = await layout(element, 'HHHHHHHH');
      const [run] = runsOf(ops);
      const { arc, lines } = measureArc(element, plainText('HHHHHHHH'), fitted?.[0]?.sizeMm ?? 0, contextOf());
      const radius = radiusAt(arc, lines[0]?.baselineMm ?? 0);
      const widthMm = (lines[0]?.shaped.widthMm ?? 0) / 8;
      if (run?.turns === undefined) throw new Error('no turned run');
      expect(run.text).toBe('HHHHHHHH');
      for (let i = 0; i < 8; i++) {
        const [cos = 0, sin = 0] = run.turns.subarray(2 * i, 2 * i + 2);
        // The middle of the letter's foot.
        const x = (run.positions[2 * i] ?? 0) + (cos * widthMm) / 2 - arc.center.x;
        const y = (run.positions[2 * i + 1] ?? 0) + (sin * widthMm) / 2 - arc.center.y;
        expect(Math.hypot(x, y)).toBeCloseTo(radius, 2);
        expect(x * cos + y * sin).toBeCloseTo(0, 2);
        // The first letters are on the left, and upright in the middle.
        expect(Math.sign(x)).toBe(i < 4 ? -1 : 1);
        expect(Math.sign(sin)).toBe((i < 4 ? -1 : 1) * (course === 'arcTop' ? 1 : -1));
        expect(Math.sign(y)).toBe(course === 'arcTop' ? -1 : 1);
      }
    }
  });

  test('starts, ends or is in the middle of the arc as it is aligned', async () => {
    const middleOf = async (align: Element['align']): Promise<number> => {
      const { ops } = await layout(createElement({ align, fontSize: 8 }), 'HOH');
      return runsOf(ops)[0]?.turns?.[3] ?? NaN;
    };
    const [left, center, right] = [await middleOf('left'), await middleOf('center'), await middleOf('right')];
    expect(left).toBeLessThan(-0.5);
    expect(center).toBeCloseTo(0, 5);
    expect(right).toBeCloseTo(-left, 5);
  });

  test('keeps marks with their letters, and Arabic letters joined', async () => {
    const { ops } = await layout(createElement({ align: 'stretch', fontSize: 8 }), 'น้ำตา');
    const [run] = runsOf(ops);
    if (run?.turns === undefined) throw new Error('no turned run');
    const turns = Array.from(run.glyphs, (_, i) => run.turns?.[2 * i + 1]);
    // น with its mark and the parts of ำ are one letter.
    expect(run.glyphs.length).toBeGreaterThan(3);
    expect(new Set(turns).size).toBe(3);
    const joined = runsOf((await layout(createElement({ align: 'stretch', fontSize: 8 }), 'مرحبا')).ops);
    const apart = runsOf((await layout(createElement({ align: 'left', fontSize: 8 }), 'مرحبا')).ops);
    expect(joined[0]?.glyphs).toEqual(apart[0]?.glyphs);
    expect(joined[0]?.turns).toEqual(apart[0]?.turns);
  });

  test('keeps Devanagari syllables whole', () => {
    // क्षे and त्र as a font without ligatures would shape them: a glyph for each character.
    const text = 'क्षेत्र';
    const run: GlyphRun = {
      face: 'any/400/normal',
      sizeMm: 4,
      glyphs: Uint16Array.from(text, (_, i) => i + 1),
      positions: Float32Array.from({ length: 2 * text.length }, (_, i) => (i % 2 === 0 ? i / 2 : 0)),
      text,
      clusters: Uint32Array.from(text, (_, i) => i),
      embolden: false,
      skew: false,
    };
    const line = { leftMm: 0, widthMm: text.length, baselineMm: 3, ascentMm: 3, descentMm: 1 };
    const letters = lineLetters({ widthMm: text.length, heightMm: 4, lines: [line], runs: [run], missing: [] }, 0);
    expect(letters.map(({ text: letter, from, to }) => [letter, from, to])).toEqual([
      ['क्षे', 0, 4],
      ['त्र', 4, 7],
    ]);
  });

  test('stays in its box where the box is a point', async () => {
    for (const course of ['arcTop', 'arcBottom', 'stacked'] as const) {
      for (const words of ['a', '\n', 'a\nb']) {
        const laidOut = await layout(createElement({ course, fit: 'shrink', widthMm: 0, heightMm: 0 }), words);
        expect(laidOut.fitted?.[0]?.sizeMm).toBeCloseTo(fontUnitsToMm(7), 1);
        for (const run of runsOf(laidOut.ops)) expect(run.positions.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('spreads its letters evenly over a circle', async () => {
    const { ops } = await layout(createElement({ align: 'stretch', arcDegrees: 360, fontSize: 8 }), 'HHHHHH');
    const [run] = runsOf(ops);
    const angles = Array.from({ length: 6 }, (_, i) =>
      Math.atan2(run?.turns?.[2 * i + 1] ?? NaN, run?.turns?.[2 * i] ?? NaN),
    );
    for (const [i, angle] of angles.slice(1).entries()) {
      expect((angle - (angles[i] ?? NaN) + 2 * Math.PI) % (2 * Math.PI)).toBeCloseTo(Math.PI / 3, 2);
    }
  });

  test('is too long where it leaves the arc, and shortened where it has an ellipsis', async () => {
    const text = 'A text that is much longer than its arc';
    expect((await layout(createElement({ fontSize: 20 }), text)).overflows).toEqual([
      expect.objectContaining({ code: 'text.tooLong' }),
    ]);
    const shortened = await layout(createElement({ fontSize: 20, fit: 'ellipsis' }), text);
    expect(shortened.overflows).toEqual([]);
    expect(shortened.warnings).toEqual([expect.objectContaining({ code: 'text.shortened' })]);
    expect(runsOf(shortened.ops)[0]?.text).toMatch(/^A text.*…$/);
  });

  test('has lines of different radius, runs of different size, and underlines along the arc', async () => {
    const { ops } = await layout(
      createElement({ align: 'center', fontSize: 10 }),
      joinRuns([{ text: 'big ', style: { sizePercent: 150, underline: true } }, { text: 'x\nsecond' }]),
    );
    const runs = runsOf(ops);
    expect(new Set(runs.map(({ sizeMm }) => Math.round(sizeMm * 100)))).toEqual(new Set([375, 250]));
    const rules = ops.filter((op) => op.type === 'path');
    expect(rules).toHaveLength(1);
    expect(rules[0]?.data).toMatch(/^M[\d. -]+C/);
    const height = (text: string): number => runs.find((run) => run.text.startsWith(text))?.positions[1] ?? NaN;
    expect(height('second')).toBeGreaterThan(height('x'));
  });

  test('covers no more of the box than a circle with the same outer edge for both sides', () => {
    const round = { arcDegrees: 360, course: 'arcTop' } as const;
    const top = arcInBox(round, { width: 30, height: 30 }, 4);
    const bottom = arcInBox({ ...round, course: 'arcBottom' }, { width: 30, height: 30 }, 4);
    expect(top).toMatchObject({ radiusMm: 15, center: { x: 15, y: 15 } });
    expect(bottom.center).toEqual(top.center);
    expect(bottom.radiusMm).toBe(top.radiusMm);
  });
});

describe('a stacked text', () => {
  const stacked = (over: Partial<Element> = {}): Element =>
    createElement({ course: 'stacked', widthMm: 12, heightMm: 40, fontSize: 12, ...over });

  test('has upright letters below each other, in the middle of their column, and one text', async () => {
    const { ops, overflows } = await layout(stacked(), 'fiW');
    const [run] = runsOf(ops);
    expect(overflows).toEqual([]);
    // Shaped letter by letter: no ligature.
    expect(run).toMatchObject({ text: 'fiW' });
    expect(run?.glyphs).toHaveLength(3);
    const ys = [run?.positions[1] ?? NaN, run?.positions[3] ?? NaN, run?.positions[5] ?? NaN];
    expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeCloseTo((ys[2] ?? 0) - (ys[1] ?? 0), 5);
    expect(run?.positions[0]).toBeGreaterThan(run?.positions[4] ?? NaN);
  });

  test('has its next column to the right, and to the left in Arabic', async () => {
    const xs = async (text: string): Promise<readonly number[]> => {
      const [run] = runsOf((await layout(stacked({ fontFamily: 'Noto Sans Arabic' }), text)).ops);
      return [run?.positions[0] ?? NaN, run?.positions.at(-2) ?? NaN];
    };
    const [first = NaN, second = NaN] = await xs('AA\nAA');
    expect(second).toBeGreaterThan(first);
    const [right = NaN, left = NaN] = await xs('مم\nمم');
    expect(left).toBeLessThan(right);
    expect(right).toBeGreaterThan(6);
  });

  test('shrinks to the height and the width of its box', async () => {
    const short = await layout(stacked({ fit: 'shrink', heightMm: 15 }), 'LABEL');
    expect(short.overflows).toEqual([]);
    expect(short.fitted?.[0]?.sizeMm).toBeLessThan(3);
    const narrow = await layout(stacked({ fit: 'shrink', widthMm: 3 }), 'LA\nBE');
    expect(narrow.overflows).toEqual([]);
    expect(narrow.content).toMatchObject({ x: 0, y: 0, width: 3, height: 40 });
    expect((await layout(stacked({ heightMm: 10 }), 'LABEL')).overflows).toHaveLength(1);
  });
});

describe('a flag', () => {
  const flag = (over: Partial<Element>): Element =>
    createElement({ course: 'straight', flagGapMm: 5, widthMm: 30, heightMm: 20, fontSize: 10, ...over });

  test('has the text once more, half a turn around its fold', async () => {
    const element = flag({ flagFold: 'below' });
    const { ops, content } = await layout(element, 'Port 17');
    const alone = await layout({ ...element, flagFold: 'none' }, 'Port 17');
    const { width, height } = alone.content;
    expect(ops).toHaveLength(2);
    expect(ops[1]).toMatchObject({
      type: 'group',
      transform: { a: -1, b: 0, c: 0, d: -1, e: width, f: 2 * height + 5 },
      ops: [ops[0]],
    });
    expect(content).toEqual({ x: 0, y: 0, width, height: 2 * height + 5 });
  });

  test('that keeps its size has the box that is painted, and keeps it when laid out again', async () => {
    const cases: readonly Partial<Element>[] = [
      { flagFold: 'below' },
      { flagFold: 'right', align: 'center' },
      { flagFold: 'below', arrange: 'vertical', align: 'right' },
      { flagFold: 'right', autoWrap: true, widthMm: 40 },
    ];
    for (const over of cases) {
      let element = { ...createTestElement('text', {}), ...flag({ ...over, heightMm: 3 }), fontFamily: 'Roboto' };
      for (const words of ['Port 17, a longer text', 'Port']) {
        const painted = (await layout(element, words)).content;
        element = textDefinition.fitted(element, applyToRect(contentTransform(element), painted));
        const { content } = await layout(element, words);
        const again = textDefinition.fitted(element, applyToRect(contentTransform(element), content));
        expect([again.xMm, again.yMm, again.widthMm, again.heightMm]).toEqual([
          element.xMm,
          element.yMm,
          element.widthMm,
          element.heightMm,
        ]);
        expect(content.height).toBeCloseTo(element.heightMm, 2);
        expect(content.width).toBeCloseTo(element.widthMm, 2);
      }
    }
  });

  test('has the text once more to the right of its fold, upright', async () => {
    const { ops, content } = await layout(flag({ flagFold: 'right' }), 'Port 17');
    const width = (content.width - 5) / 2;
    expect(ops[1]).toMatchObject({ type: 'group', transform: { a: 1, b: 0, c: 0, d: 1, e: width + 5, f: 0 } });
  });

  test('fits each text to its half of the box, also on an arc', async () => {
    for (const course of ['straight', 'arcTop', 'stacked'] as const) {
      const element = flag({ flagFold: 'below', course, fit: 'shrink', fontSize: 60, minFontSize: 1 });
      const { content, overflows, fitted } = await layout(element, 'Port 17');
      expect(overflows).toEqual([]);
      expect(fitted?.[0]?.sizeMm).toBeLessThan(7.5);
      expect(content).toMatchObject({ x: 0, y: 0, width: 30, height: 20 });
    }
  });
});
