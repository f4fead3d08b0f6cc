import { describe, expect, test } from 'vitest';
import { layoutCourse } from '#model/elements/base/course-layout.ts';
import type { CourseText } from '#model/elements/base/fit-course.ts';
import { fitText } from '#model/elements/base/fit-text.ts';
import { ONE_SIDE, type FlagSides } from '#model/elements/base/flag-sides.ts';
import { wordAt } from '#model/elements/base/hyphenation.ts';
import type { LayoutContext, ShapedText, ShapeRequest } from '#model/elements/base/layout.ts';
import { NO_PARAGRAPHS, type ParagraphStyle } from '#model/elements/base/paragraph-style.ts';
import { emboldened, plainText, slicedText, type TextSpan } from '#model/elements/base/styled-text.ts';
import { NO_COURSE } from '#model/elements/base/text-course.ts';
import { newTextStyle } from '#model/elements/base/text-style.ts';

const LENGTH = 100_000;
const LETTER_EM = 0.5;

/** A measure whose letters are all equally wide, and how many letters it was asked about. */
function createCountingContext(): LayoutContext & { readonly asked: () => number } {
  let asked = 0;
  const shape = ({ text, sizeMm }: ShapeRequest): ShapedText => {
    asked += text.length;
    return { widthMm: text.length * sizeMm * LETTER_EM, heightMm: sizeMm, lines: [], runs: [], missing: [] };
  };
  return {
    asked: () => asked,
    measure: {
      shape,
      extent: shape,
      lineStarts(request) {
        shape(request);
        const perLine = Math.max(1, Math.floor((request.wrapMm ?? Infinity) / (request.sizeMm * LETTER_EM)));
        return Array.from({ length: Math.ceil(request.text.length / perLine) - 1 }, (_, i) => (i + 1) * perLine);
      },
      hyphens: () => [],
      fallback: () => null,
    },
    dpi: 300,
    label: { widthMm: 100, heightMm: 60 },
    imageSize: () => null,
    now: { year: 2026, month: 11, day: 30, hour: 8, minute: 0, second: 0 },
  };
}

function createBox(over: Partial<CourseText & ParagraphStyle> = {}): CourseText & FlagSides & ParagraphStyle {
  const style = { ...newTextStyle(1), ...NO_PARAGRAPHS, ...NO_COURSE, ...ONE_SIDE };
  return { ...style, fontSize: 1, autoWrap: true, widthMm: 75, heightMm: 60, ...over };
}

/** A list that counts how often one of its parts is read. */
function counted<T>(list: readonly T[]): { readonly list: readonly T[]; readonly reads: () => number } {
  let reads = 0;
  const get = (target: readonly T[], name: string | symbol): unknown => {
    if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
    return Reflect.get(target, name) as unknown;
  };
  return { list: new Proxy(list, { get }), reads: () => reads };
}

const bold = (start: number, end: number): TextSpan => ({ start, end, style: { bold: true } });
/** Every other letter. */
const spans = Array.from({ length: LENGTH / 2 }, (_, i) => bold(2 * i, 2 * i + 1));

describe('a text of 100,000 letters', () => {
  test.each([
    ['is hyphenated', { hyphenation: 'en' }],
    ['has tab stops', { tabStops: [{ positionMm: 5, align: 'left', leader: 'none' }] }],
    ['has a first line of its own', { firstIndentMm: 5 }],
  ] satisfies [string, Partial<ParagraphStyle>][])(
    'that %s is not laid out as a whole for each of its lines',
    (_, style) => {
      const context = createCountingContext();
      const text = `\t${'seven words of a line '.repeat(LENGTH / 22)}`;
      // A line has 600 letters.
      fitText(createBox(style), plainText(text), context);
      expect(context.asked()).toBeGreaterThan(0.9 * LENGTH);
      expect(context.asked()).toBeLessThan(20 * LENGTH);
    },
  );

  test('is cut into letters without reading all of its runs each time', () => {
    const runs = counted(spans);
    const whole = { text: 'ab'.repeat(LENGTH / 2), spans: runs.list };
    const letters = Array.from({ length: LENGTH }, (_, at) => slicedText(whole, at, at + 1));
    expect(letters.flatMap((letter) => letter.spans)).toHaveLength(spans.length);
    expect(letters[2]).toEqual({ text: 'a', spans: [bold(0, 1)] });
    expect(runs.reads()).toBeLessThan(40 * LENGTH);
  });

  test('has thousands of bold words without comparing each with each', () => {
    const ranges = counted(spans);
    const runs = counted(spans.map(({ start, end }) => ({ start, end, style: { italic: true } })));
    const text = 'ab'.repeat(LENGTH / 2);
    const found = emboldened({ text, spans: runs.list }, ranges.list);
    expect(found.spans).toHaveLength(spans.length);
    expect(found.spans[1]).toEqual({ start: 2, end: 3, style: { italic: true, bold: true } });
    expect(ranges.reads() + runs.reads()).toBeLessThan(20 * LENGTH);
  });

  test('has no word that is longer than words are', () => {
    expect(wordAt('a'.repeat(LENGTH), 50)?.word.length).toBeLessThan(200);
  });
});

describe('a text with more lines or letters than a function takes arguments', () => {
  const MANY = 130_000;

  test('is laid out as a list', () => {
    const { shaped } = fitText(createBox({ list: 'numbers' }), plainText('\n'.repeat(MANY)), createCountingContext());
    expect(shaped.heightMm).toBeCloseTo((MANY + 1) * 0.25);
  });

  test('is stacked', () => {
    const layout = layoutCourse(createBox({ course: 'stacked' }), plainText('a'.repeat(MANY)), createCountingContext());
    expect(layout.overflows).toHaveLength(1);
  });
});
