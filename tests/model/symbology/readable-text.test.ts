import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { ElementLayout } from '#model/elements/base/layout.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { createTestContext, createTestElement } from '#tests/support/create-elements.ts';

const CONTEXT = createTestContext();

function layoutOf(
  symbology: BarcodeElement['symbology'],
  content: string,
  fields: Partial<BarcodeElement> = {},
): ElementLayout {
  const element = createTestElement('barcode', {
    symbology,
    sources: [fixedText(content)],
    xMm: 0,
    yMm: 0,
    widthMm: 60,
    heightMm: 25,
    fontSize: 8,
    ...fields,
  });
  return layoutElement(element, [content], CONTEXT);
}

function barsOf(layout: ElementLayout): { x: number; y: number; width: number; height: number; module: number } {
  const [placed] = layout.symbols;
  if (placed === undefined) throw new Error('a symbol');
  return { ...placed.bounds, module: placed.moduleDots };
}

/** The ends of long bars, as [first module, dots above the bars, dots below them]. */
function longBars(layout: ElementLayout): readonly (readonly [module: number, above: number, below: number])[] {
  const bars = barsOf(layout);
  const op = layout.ops[1];
  if (op?.type !== 'dots') return [];
  return Array.from({ length: op.rects.length / 4 }, (_, i) => {
    const [x = 0, y = 0, , height = 0] = op.rects.subarray(i * 4, i * 4 + 4);
    const below = y === bars.y + bars.height ? height : 0;
    const above = y + height === bars.y ? height : 0;
    return [(x - bars.x) / bars.module, above, below] as const;
  });
}

/** Characters with the module that each is centered on, and the distance of its top below the top of the box. */
function characters(layout: ElementLayout): readonly (readonly [text: string, module: number])[] {
  const bars = barsOf(layout);
  const moduleMm = dotsToMm(bars.module, CONTEXT.dpi);
  return layout.ops.flatMap((op) => {
    if (op.type !== 'glyphs') return [];
    const half = op.run.sizeMm / 4;
    return Array.from(op.run.text, (character, i): [string, number] => {
      const x = op.run.positions[i * 2] ?? NaN;
      return [character, Math.round(((x + half - dotsToMm(bars.x, CONTEXT.dpi)) / moduleMm) * 2) / 2];
    });
  });
}

describe('EAN-13', () => {
  test('has its digits under their bars and the first left of them', () => {
    const layout = layoutOf('ean13', '5901234123457');
    expect(characters(layout)).toEqual([
      ['5', -7.5],
      ...[...'901234'].map((digit, i) => [digit, 3 + 7 * i + 3.5]),
      ...[...'123457'].map((digit, i) => [digit, 50 + 7 * i + 3.5]),
    ]);
  });

  test('has guard bars that extend 5 modules down, none without a number', () => {
    const layout = layoutOf('ean13', '5901234123457');
    const below = 5 * barsOf(layout).module;
    expect(longBars(layout)).toEqual([0, 2, 46, 48, 92, 94].map((module) => [module, 0, below]));
    expect(longBars(layoutOf('ean13', '5901234123457', { numberPosition: 'none' }))).toEqual([]);
    expect(longBars(layoutOf('ean13', '5901234123457', { numberPosition: 'above' }))).toEqual([]);
  });

  test('with an add-on has its digits above and the main bars next to them', () => {
    const layout = layoutOf('ean13', '5901234123457 12');
    const { module, y } = barsOf(layout);
    const ends = longBars(layout);
    // 30 main bars extend to the top of the box; 6 guards and the 7 bars of the add-on extend down.
    expect(ends.filter(([, above]) => above === y)).toHaveLength(30);
    expect(ends.filter(([, , below]) => below === 5 * module)).toHaveLength(6 + 7);
    expect(characters(layout).slice(-2)).toEqual([
      ['1', 104 + 5],
      ['2', 104 + 15],
    ]);
  });

  test('reports digits that are wider than seven modules', () => {
    expect(layoutOf('ean13', '5901234123457').warnings).toEqual([]);
    expect(layoutOf('ean13', '5901234123457', { widthMm: 20, fontSize: 11 }).warnings).toMatchObject([
      { code: 'symbol.textTooWide' },
    ]);
  });
});

test('UPC-A has two groups of five and small outer digits on the same line', () => {
  const layout = layoutOf('upca', '012345678905');
  const sizes = layout.ops.flatMap((op) => (op.type === 'glyphs' ? [[op.run.text, op.run.sizeMm]] : []));
  expect(sizes).toEqual([
    ['05', 2 * (4 / 7)],
    ['1234567890', 2],
  ]);
  const places = new Map(characters(layout).map(([digit, module]) => [module, digit]));
  expect([places.get(-7), places.get(13.5), places.get(81.5), places.get(102)]).toEqual(['0', '1', '0', '5']);
  expect(longBars(layout).map(([module]) => module)).toHaveLength(10);
});

test.each([
  ['gs1-128', '(01)09501101530003(10)AB', '(01)09501101530003(10)AB'],
  ['code39', 'ABC', 'ABC'],
  ['sscc18', '34012345000000000', '(00)340123450000000000'],
  ['pzn', '1234567', 'PZN - 12345678'],
  ['hibc-39', 'A123BJC5D6E71', '*+A123BJC5D6E71G*'],
  ['interleaved2of5', '123', '0123'],
] as const)('%s %s reads %s', (symbology, content, text) => {
  const ops = layoutOf(symbology, content).ops.flatMap((op) => (op.type === 'glyphs' ? [op.run.text] : []));
  expect(ops).toEqual([text]);
});

test('an ISBN is above its bars', () => {
  const texts = layoutOf('isbn', '978-1-56581-231-4').ops.flatMap((op) => (op.type === 'glyphs' ? [op.run.text] : []));
  expect(texts).toEqual(['ISBN 978-1-56581-231-49781565812314']);
});

test('bearer bars are on the bars and around the quiet zones, and nothing of them inside', () => {
  for (const bearerBars of ['horizontal', 'frame'] as const) {
    const layout = layoutOf('itf14', '15400141288763', { options: { bearerBars } });
    const bars = barsOf(layout);
    const op = layout.ops[1];
    if (op?.type !== 'dots') throw new Error('bearer bars');
    const quiet = 10 * bars.module;
    for (let i = 0; i < op.rects.length; i += 4) {
      const [x = 0, y = 0, width = 0, height = 0] = op.rects.subarray(i, i + 4);
      const nextTo = x + width <= bars.x - quiet || x >= bars.x + bars.width + quiet;
      const overOrUnder = y + height === bars.y || y === bars.y + bars.height;
      expect(bearerBars === 'frame' ? nextTo || overOrUnder : overOrUnder).toBe(true);
      expect(x).toBeGreaterThanOrEqual(0);
    }
    expect(op.rects.length / 4).toBe(bearerBars === 'frame' ? 4 : 2);
  }
});
