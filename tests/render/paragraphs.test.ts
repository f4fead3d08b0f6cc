import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import {
  LIST_KINDS,
  NO_PARAGRAPHS,
  TEXT_DIRECTIONS,
  type ParagraphStyle,
} from '#model/elements/base/paragraph-style.ts';
import { joinRuns, plainText, type StyledText } from '#model/elements/base/styled-text.ts';
import { TAB_ALIGNS, TAB_LEADERS, type TabStop } from '#model/elements/base/tab-stops.ts';
import { setText, type TextBlock } from '#model/elements/base/text-block.ts';
import { newTextStyle, TEXT_ALIGNS, TEXT_ARRANGES, type BoxedText } from '#model/elements/base/text-style.ts';
import { expectOk } from '#model/kernel/result.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { Hyphenator } from '#render-worker/hyphenation/hyphenator.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';
import { SEED } from '../support/seed.ts';

const TOLERANCE_MM = 2e-3;
const PHRASES = [
  'Hydraulic pump, ',
  'stainless steel\n',
  '不锈钢液压泵，\n',
  'مضخة هيدروليكية\n',
  'ปั๊มไฮดรอลิก ',
  'हाइड्रोलिक पंप\n',
  'Насос\n\n',
  '\t',
  '\t12.50',
  '24 V',
];

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});

function contextOf(measure = fixture.measure): LayoutContext {
  const now = { year: 2026, month: 11, day: 30, hour: 8, minute: 0, second: 0 };
  return { measure, dpi: 300, label: { widthMm: 80, heightMm: 60 }, imageSize: () => null, now };
}

function createBox(over: Partial<BoxedText> = {}): BoxedText {
  return { ...newTextStyle(1), ...NO_PARAGRAPHS, fontFamily: 'Roboto', widthMm: 40, heightMm: 60, ...over };
}

async function set(box: BoxedText, text: StyledText | string, context = contextOf()): Promise<TextBlock> {
  const whole = typeof text === 'string' ? plainText(text) : text;
  return expectOk(await withFonts(fixture.fonts, () => setText(box, whole, context)));
}

interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The texts of the runs with the place of their first glyph, in the order in which they are drawn. */
function wordsOf({ ops }: TextBlock): readonly Word[] {
  return ops.flatMap((op) =>
    op.type === 'glyphs' ? [{ text: op.run.text, x: op.run.positions[0] ?? NaN, y: op.run.positions[1] ?? NaN }] : [],
  );
}

function wordIn(block: TextBlock, text: string): Word {
  const found = wordsOf(block).find((word) => word.text.trim() === text);
  if (found === undefined) throw new Error(`no run "${text}" in ${JSON.stringify(wordsOf(block))}`);
  return found;
}

const style: fc.Arbitrary<ParagraphStyle> = fc.record({
  paragraphSpacingMm: fc.constantFrom(0, 1.5),
  indentMm: fc.constantFrom(0, 2, 30),
  firstIndentMm: fc.constantFrom(0, 3, -2),
  list: fc.constantFrom(...LIST_KINDS),
  tabStops: fc.array(
    fc.record({
      positionMm: fc.constantFrom(5, 12, 25, 60),
      align: fc.constantFrom(...TAB_ALIGNS),
      leader: fc.constantFrom(...TAB_LEADERS),
    }),
    { maxLength: 2 },
  ),
  textDirection: fc.constantFrom(...TEXT_DIRECTIONS),
  hyphenation: fc.constantFrom('none' as const, 'en' as const, 'ru' as const),
});
const runs = fc
  .array(
    fc.record({
      text: fc.constantFrom(...PHRASES),
      style: fc.constantFrom({}, {}, { bold: true }, { sizePercent: 150 }, { position: 'superscript' as const }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map(joinRuns);

describe('a text with a paragraph style', () => {
  test('is the plain text where no setting matters', async () => {
    const settings: readonly Partial<BoxedText>[] = [
      {},
      { tabStops: [{ positionMm: 10, align: 'left', leader: 'none' }] },
      { paragraphSpacingMm: 3 },
      { textDirection: 'ltr' },
    ];
    for (const over of settings) {
      for (const autoWrap of [true, false]) {
        const text = 'Hydraulic pump, stainless steel, 24 V, 不锈钢液压泵';
        expect((await set(createBox({ ...over, autoWrap }), text)).ops).toEqual(
          (await set({ ...newTextStyle(1), fontFamily: 'Roboto', widthMm: 40, heightMm: 60, autoWrap }, text)).ops,
        );
      }
    }
  });

  test('fits its box or is reported as too long, and is the same when laid out again', async () => {
    const boxes = fc.record({
      fit: fc.constantFrom('shrink' as const, 'resize' as const, 'condense' as const, 'ellipsis' as const),
      align: fc.constantFrom(...TEXT_ALIGNS),
      autoWrap: fc.boolean(),
      arrange: fc.constantFrom('horizontal' as const, ...TEXT_ARRANGES),
      widthMm: fc.double({ min: 8, max: 70, noNaN: true }),
      heightMm: fc.double({ min: 6, max: 40, noNaN: true }),
    });
    let fitting = 0;
    await fc.assert(
      fc.asyncProperty(runs, boxes, style, async (text, over, paragraphs) => {
        const box = createBox({ ...over, ...paragraphs, fontSize: 20, minFontSize: 3, maxFontSize: 40 });
        if (text.text.trim() === '') return;
        const block = await set(box, text);
        expect(await set(box, text, contextOf(createTextMeasure(fixture.skia, fixture.fonts)))).toEqual(block);
        if (block.isTooLong) return;
        fitting++;
        for (const { x, y } of inkOf(block)) {
          expect(x).toBeGreaterThanOrEqual(-TOLERANCE_MM);
          expect(x).toBeLessThanOrEqual(box.widthMm + TOLERANCE_MM);
          expect(y).toBeGreaterThanOrEqual(-TOLERANCE_MM);
          expect(y).toBeLessThanOrEqual(box.heightMm + TOLERANCE_MM);
        }
        expect(block.painted.width).toBeLessThanOrEqual(box.widthMm + TOLERANCE_MM);
        expect(block.painted.height).toBeLessThanOrEqual(box.heightMm + TOLERANCE_MM);
      }),
      { numRuns: 150, seed: SEED },
    );
    expect(fitting).toBeGreaterThan(50);
  });

  test('has every letter once, however its lines break', async () => {
    await fc.assert(
      fc.asyncProperty(runs, style, fc.double({ min: 12, max: 70, noNaN: true }), async (text, paragraphs, widthMm) => {
        if (text.text.trim() === '') return;
        const box = createBox({ ...paragraphs, list: 'none', fontSize: 10, autoWrap: true, widthMm });
        const plain = { ...box, tabStops: paragraphs.tabStops.map((stop): TabStop => ({ ...stop, leader: 'none' })) };
        const drawn = wordsOf(await set(plain, text)).map((word) => word.text);
        const letters = (all: string): string => [...all.replaceAll(/[\s-]/g, '')].sort().join('');
        expect(letters(drawn.join(''))).toBe(letters(text.text));
      }),
      { numRuns: 80, seed: SEED },
    );
  });
});

/** The places of all glyphs and the corners of all leaders and decorations. */
function inkOf({ ops }: TextBlock): readonly { readonly x: number; readonly y: number }[] {
  return ops.flatMap((op) => {
    if (op.type === 'rect') {
      const { x, y, width, height } = op.rect;
      return [
        { x, y },
        { x: x + width, y: Math.min(y, y + height - 0.3) },
      ];
    }
    if (op.type !== 'glyphs') return [];
    return Array.from(op.run.glyphs, (_, i) => ({
      x: op.run.positions[2 * i] ?? NaN,
      y: op.run.positions[2 * i + 1] ?? NaN,
    }));
  });
}

describe('paragraphs', () => {
  test('are apart by their spacing, and not apart from the box', async () => {
    const text = 'one\ntwo\nthree';
    const [close, apart] = [await set(createBox(), text), await set(createBox({ paragraphSpacingMm: 2 }), text)];
    expect(wordIn(apart, 'one').y).toBeCloseTo(wordIn(close, 'one').y, 5);
    expect(wordIn(apart, 'two').y).toBeCloseTo(wordIn(close, 'two').y + 2, 5);
    expect(wordIn(apart, 'three').y).toBeCloseTo(wordIn(close, 'three').y + 4, 5);
    expect(apart.painted.height).toBeCloseTo(close.painted.height + 4, 5);
  });

  test('indent their first line, or all others, and break where the shorter lines end', async () => {
    const text = 'aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj';
    const linesOf = async (over: Partial<BoxedText>): Promise<readonly Word[]> =>
      wordsOf(await set(createBox({ autoWrap: true, widthMm: 30, fontSize: 12, ...over }), text));
    const plain = await linesOf({});
    const first = await linesOf({ firstIndentMm: 8 });
    expect(first.map(({ x }) => Math.round(x))).toEqual([8, ...first.slice(1).map(() => 0)]);
    expect(first[0]?.text.length).toBeLessThan(plain[0]?.text.length ?? 0);
    const hanging = await linesOf({ indentMm: 8, firstIndentMm: -8 });
    expect(hanging.map(({ x }) => Math.round(x))).toEqual([0, ...hanging.slice(1).map(() => 8)]);
    expect(hanging[0]?.text).toBe(plain[0]?.text.trimEnd());
  });

  test('justify all lines but the last to the end of the box', async () => {
    const box = createBox({
      autoWrap: true,
      widthMm: 30,
      fontSize: 12,
      align: 'justify',
      firstIndentMm: 8,
      underline: true,
    });
    const { ops } = await set(box, 'aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj');
    const ends = ops.flatMap((op) => (op.type === 'rect' ? [op.rect.x + op.rect.width] : []));
    expect(ends.length).toBeGreaterThan(2);
    for (const end of ends.slice(0, -1)) expect(end).toBeCloseTo(30, 2);
    expect(ends.at(-1)).toBeLessThan(29);
  });

  test('have the direction of the text, their own, or a forced one', async () => {
    const text = '12 kg\nمضخة 24\nPump 泵';
    const xOf = async (textDirection: ParagraphStyle['textDirection'], part: string): Promise<number> =>
      wordIn(await set(createBox({ textDirection, indentMm: 3, align: 'justify', autoWrap: true }), text), part).x;
    expect(await xOf('ltr', '12 kg')).toBeCloseTo(3, 1);
    expect(await xOf('paragraph', '12 kg')).toBeCloseTo(3, 1);
    expect(await xOf('rtl', 'kg')).toBeGreaterThan(20);
  });

  test('mirror indents and marks in a paragraph written from right to left', async () => {
    const box = createBox({ list: 'numbers', indentMm: 4, align: 'right', autoWrap: true, textDirection: 'paragraph' });
    const block = await set(box, 'مضخة هيدروليكية\nPump');
    const arabic = wordsOf(block).filter(({ text }) => /[\u0600-\u06ff]/u.test(text));
    const [mark] = wordsOf(block).filter(({ text }) => text.includes('1'));
    expect(mark?.x).toBeLessThan(36);
    expect(mark?.x).toBeGreaterThan(Math.max(...arabic.map(({ x }) => x)));
  });
});

describe('a list', () => {
  test('has a mark before each paragraph that is not empty, and numbers end at one place', async () => {
    const text = Array.from({ length: 11 }, (_, i) => (i === 3 ? '' : `item`)).join('\n');
    const words = wordsOf(await set(createBox({ list: 'numbers', autoWrap: true }), text));
    const marks = words.filter((word) => /^\d+\.$/.test(word.text));
    expect(marks.map((mark) => mark.text)).toEqual(Array.from({ length: 10 }, (_, i) => `${i + 1}.`));
    const items = words.filter((word) => word.text === 'item');
    expect(new Set(items.map(({ x }) => x)).size).toBe(1);
    expect(marks[9]?.x).toBeCloseTo(0, 2);
    expect(marks[0]?.x).toBeGreaterThan(1);
    expect(marks.map(({ y }) => y)).toEqual(items.map(({ y }) => y));
  });

  test('hangs: lines that continue a paragraph begin below its text', async () => {
    const words = wordsOf(
      await set(createBox({ list: 'bullets', autoWrap: true, widthMm: 20 }), 'Hydraulic pump, stainless steel'),
    );
    const [mark, ...lines] = [...words].sort((a, b) => a.x - b.x);
    expect(mark?.text).toBe('•');
    expect(lines.length).toBeGreaterThan(1);
    expect(new Set(lines.map(({ x }) => Math.round(x * 100))).size).toBe(1);
  });
});

describe('a tab', () => {
  const stop = (positionMm: number, align: TabStop['align'], leader: TabStop['leader'] = 'none'): TabStop => ({
    positionMm,
    align,
    leader,
  });

  test('moves the text after it to the next stop', async () => {
    const box = createBox({ tabStops: [stop(10, 'left'), stop(25, 'left')], fontSize: 8 });
    const block = await set(box, 'a\tb\tc\na much longer text\td');
    expect(wordIn(block, 'b').x).toBeCloseTo(10, 4);
    expect(wordIn(block, 'c').x).toBeCloseTo(25, 4);
    expect(wordIn(block, 'd').x).toBeCloseTo(25, 4);
  });

  test('ends, centers or aligns the decimals of the text at the stop', async () => {
    const at = async (align: TabStop['align'], text: string): Promise<number> =>
      wordIn(await set(createBox({ tabStops: [stop(25, align)], fontSize: 8 }), `a\t${text}`), text).x;
    const width = async (text: string): Promise<number> => (await set(createBox({ fontSize: 8 }), text)).painted.width;
    expect(await at('right', '12.5')).toBeCloseTo(25 - (await width('12.5')), 3);
    expect(await at('center', '12.5')).toBeCloseTo(25 - (await width('12.5')) / 2, 3);
    expect(await at('decimal', '12.5')).toBeCloseTo(25 - (await width('12')), 3);
    expect(await at('decimal', '1,234.5')).toBeCloseTo(25 - (await width('1,234')), 3);
    expect(await at('decimal', '7 kg')).toBeCloseTo(25 - (await width('7')), 3);
  });

  test('is filled with dots in columns or with a line, between the texts', async () => {
    const dotted = await set(
      createBox({ tabStops: [stop(35, 'right', 'dots')], fontSize: 8 }),
      'Energy\t1046 kJ\nFat\t9 g',
    );
    const dots = dotted.ops.flatMap((op) =>
      op.type === 'glyphs' && /^\.+$/.test(op.run.text)
        ? [Array.from(op.run.glyphs, (_, i) => op.run.positions[2 * i] ?? NaN)]
        : [],
    );
    expect(dots).toHaveLength(2);
    const [upper = [], lower = []] = dots;
    expect(lower.length).toBeGreaterThan(upper.length);
    for (const x of upper) expect(lower.some((other) => Math.abs(other - x) < 1e-3)).toBe(true);
    expect(Math.max(...lower)).toBeLessThan(wordIn(dotted, '9 g').x);
    const lined = await set(createBox({ tabStops: [stop(35, 'left', 'line')], fontSize: 8 }), 'Name\t.');
    const [rule] = lined.ops.flatMap((op) => (op.type === 'rect' ? [op.rect] : []));
    expect(rule?.x).toBeGreaterThan(2);
    expect((rule?.x ?? 0) + (rule?.width ?? 0)).toBeCloseTo(35 - 0.4, 1);
  });

  test('begins a new line when a word has no room behind it, and is a space behind the last stop', async () => {
    const box = createBox({ tabStops: [stop(15, 'left')], autoWrap: true, widthMm: 22, fontSize: 10 });
    const broken = await set(box, 'a\tunbreakable');
    expect(wordIn(broken, 'unbreakable').x).toBeCloseTo(0, 4);
    expect(wordIn(broken, 'unbreakable').y).toBeGreaterThan(wordIn(broken, 'a').y);
    const behind = await set(box, 'a\tb\tc');
    expect(wordIn(behind, 'c').x).toBeGreaterThan(wordIn(behind, 'b').x + 2);
    expect(wordIn(behind, 'c').x).toBeLessThan(wordIn(behind, 'b').x + 4);
  });

  test('goes to the hanging indent, which is a stop of its own', async () => {
    const block = await set(createBox({ indentMm: 12, firstIndentMm: -12, fontSize: 8 }), 'Use:\tbefore 2027');
    expect(wordIn(block, 'before 2027').x).toBeCloseTo(12, 4);
  });
});

describe('hyphenation', () => {
  const LONG = 'Refrigerated ingredients of the manufacturer';
  const box = (over: Partial<BoxedText> = {}): BoxedText =>
    createBox({ autoWrap: true, widthMm: 20, fontSize: 12, hyphenation: 'en', ...over });

  test('breaks words where the patterns of the language allow it, and only where a line ends', async () => {
    const lines = wordsOf(await set(box(), LONG)).map(({ text }) => text);
    expect(lines).toEqual(['Refrigerated', 'ingredients of', 'the manufac-', 'turer']);
    expect(wordsOf(await set(box({ widthMm: 80 }), LONG)).map(({ text }) => text)).toEqual([LONG]);
    const german = wordsOf(await set(box({ hyphenation: 'de', widthMm: 14 }), 'Mindesthaltbarkeitsdatum'));
    expect(german.map(({ text }) => text).join('')).toBe('Mindest-haltbar-keitsda-tum');
  });

  test('leaves the lines of words in another language as they are', async () => {
    const text = 'Hydraulic pump, stainless steel, 不锈钢液压泵，上海市浦东新区制造 ปั๊มไฮดรอลิกสแตนเลส 24 V. '.repeat(6);
    for (const widthMm of [14, 25, 47]) {
      const plain = wordsOf(await set(box({ widthMm, hyphenation: 'none' }), text));
      const searched = wordsOf(await set(box({ widthMm, hyphenation: 'ru' }), text));
      expect(searched.map((word) => word.text.trim())).toEqual(plain.map((word) => word.text.trim()));
      for (const [i, { x, y }] of searched.entries()) {
        expect(x).toBeCloseTo(plain[i]?.x ?? NaN, 3);
        expect(y).toBeCloseTo(plain[i]?.y ?? NaN, 3);
      }
    }
  });

  test('makes a fitted text as large as its parts of words allow', async () => {
    const over = { fit: 'shrink' as const, fontSize: 20, minFontSize: 2, heightMm: 30 };
    const whole = await set(box({ ...over, hyphenation: 'none' }), 'Refrigeration');
    const parts = await set(box(over), 'Refrigeration');
    expect(parts.sizeMm).toBeGreaterThan(whole.sizeMm);
    expect(parts.painted.width).toBeLessThanOrEqual(20 + TOLERANCE_MM);
  });

  test('waits for its patterns, and fails without them', async () => {
    const afresh = await createSkiaFixture();
    const context = contextOf(afresh.measure);
    const watch = afresh.fonts.watch();
    setText(box(), plainText(LONG), context);
    expect(watch.hasWanted).toBe(true);
    watch.end();
    const block = expectOk(await withFonts(afresh.fonts, () => setText(box(), plainText(LONG), context)));
    expect(block).toEqual(await set(box(), LONG));
    const source = { read: () => Promise.reject(new Error('away')) };
    const broken = new FontStore(
      fixture.skia,
      source,
      undefined,
      new Hyphenator(() => Promise.reject(new Error('away'))),
    );
    const failed = await withFonts(broken, () => broken.hyphens('manufacturer', 'en'));
    expect(failed).toMatchObject({ ok: false, error: { code: 'hyphenation.loadFailed' } });
    broken.dispose();
  });
});
