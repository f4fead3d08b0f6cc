import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { symbolOverflow } from '#model/elements/symbol-overflow.ts';
import { elementSymbolSize } from '#model/elements/symbol-size.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { mmToDots } from '#model/kernel/units.ts';
import { numberSizeOf, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolGeometry, symbolWidthDots } from '#model/symbology/geometry.ts';
import { sizeProblems, symbolSize } from '#model/symbology/size.ts';
import {
  LINEAR_SYMBOLOGIES,
  MATRIX_SYMBOLOGIES,
  type LinearSymbology,
  type Symbology,
} from '#model/symbology/types.ts';
import { createTestContext, createTestElement } from '#tests/support/create-elements.ts';

function isLinear(symbology: Symbology): symbology is LinearSymbology {
  return (LINEAR_SYMBOLOGIES as readonly string[]).includes(symbology);
}

const DPIS = [203, 300, 600] as const;
/** Large enough that no edge is near; symbols near an edge are tested in `tests/print/symbols-at-edges.test.ts`. */
const LARGE = { widthMm: 1000, heightMm: 1000 };

describe.each(DPIS)('at %i dpi', (dpi) => {
  test.each(LINEAR_SYMBOLOGIES)('%s fits its fitted box, as large as before', (symbology) => {
    const value = symbologyInfo(symbology).defaultValue;
    for (const numberPosition of ['none', 'below'] as const) {
      const element = createTestElement('barcode', { symbology, numberPosition, widthMm: 79.21, heightMm: 14 });
      const context = { ...createTestContext(), dpi, label: LARGE };
      const loose = expectOk(elementSymbolSize(element, value, context));
      const tight = expectOk(elementSymbolSize({ ...element, ...loose.fitting }, value, context));
      expect(tight).toEqual(loose);
      // In a box one dot narrower, the module is one dot smaller.
      const less = { ...element, widthMm: loose.fitting.widthMm - 25.4 / dpi };
      expect(expectOk(elementSymbolSize(less, value, context)).moduleDots).toBeLessThan(loose.moduleDots);
    }
  });

  test.each(MATRIX_SYMBOLOGIES)('%s fits its fitted box, as large as before', (symbology) => {
    const value = symbologyInfo(symbology).defaultValue;
    const element = createTestElement('qrcode', { symbology, widthMm: 33.33, heightMm: 31.11 });
    const context = { ...createTestContext(), dpi, label: LARGE };
    const loose = expectOk(elementSymbolSize(element, value, context));
    expect(expectOk(elementSymbolSize({ ...element, ...loose.fitting }, value, context))).toEqual(loose);
  });

  test.each([...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES])(
    '%s accepts each size that it offers, and no other',
    (symbology) => {
      const value = symbologyInfo(symbology).defaultValue;
      const context = { ...createTestContext(), dpi, label: { widthMm: 200, heightMm: 200 } };
      const box = { xMm: 50, yMm: 50, widthMm: 50, heightMm: 20 };
      const element = isLinear(symbology)
        ? createTestElement('barcode', { symbology, numberPosition: 'below', ...box })
        : createTestElement('qrcode', { symbology, ...box });
      const { choices } = expectOk(elementSymbolSize(element, value, context));
      const { minimum } = symbologyInfo(symbology);
      for (const { moduleDots, moduleMm, box: fitted, grade } of choices) {
        const size = expectOk(elementSymbolSize({ ...element, ...fitted }, value, context));
        expect(size).toMatchObject({ moduleDots, moduleMm });
        expect(Math.max(fitted.widthMm, fitted.heightMm)).toBeLessThanOrEqual(200);
        // Nothing of it is below the standard, unless the module is.
        const problems = sizeProblems(size).map(({ code }) => code);
        expect(problems).toEqual(minimum !== undefined && moduleMm < minimum.xMm - 1e-6 ? ['symbol.smallModule'] : []);
        // Larger ones come near the edge of the label.
        if (Math.max(fitted.widthMm, fitted.heightMm) <= 100)
          expect(grade === 'A').toBe(moduleMm >= (minimum?.xMm ?? 0.19) - 1e-6);
      }
      const dots = choices.map(({ moduleDots }) => moduleDots);
      expect(dots).toEqual([...new Set(dots)].sort((a, b) => a - b));
    },
  );

  test('wide elements are the ratio times the narrow ones, in whole dots', () => {
    for (const ratio of ['2', '2.5', '3']) {
      const symbol = expectOk(encodeSymbol('code39', 'A', { wideRatio: ratio }));
      for (const narrow of [1, 2, 3, 4, 7]) {
        const { rects } = symbolGeometry(symbol, narrow, 10);
        const widths = new Set(Array.from({ length: rects.length / 4 }, (_, i) => rects[i * 4 + 2]));
        expect(widths).toEqual(new Set([narrow, Math.round(Number(ratio) * narrow)]));
      }
    }
  });
});

test.each([...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES])(
  '%s has the same size at any position of its box',
  (symbology) => {
    const value = symbologyInfo(symbology).defaultValue;
    const box = { widthMm: 24, heightMm: 24 };
    const element = isLinear(symbology)
      ? createTestElement('barcode', { symbology, ...box })
      : createTestElement('qrcode', { symbology, ...box });
    const sizes = ROTATIONS.flatMap((rotation) =>
      [
        [20, 20],
        [20, 2.5],
        [0, 0],
        [-10, 30],
        [50, 45],
      ].map(([xMm = 0, yMm = 0]) => {
        const context = { ...createTestContext(), label: { widthMm: 60, heightMm: 60 } };
        const { choices: _, ...size } = expectOk(elementSymbolSize({ ...element, rotation, xMm, yMm }, value, context));
        return JSON.stringify(size);
      }),
    );
    expect(new Set(sizes).size).toBe(1);
  },
);

test('POSTNET keeps its own pitch, in whole dots', () => {
  const element = createTestElement('barcode', { symbology: 'postnet', widthMm: 90, heightMm: 20 });
  for (const [dpi, bar, pitch] of [
    [203, 4, 9],
    [300, 6, 14],
    [600, 12, 28],
  ] as const) {
    const size = expectOk(elementSymbolSize(element, '12345', { ...createTestContext(), dpi }));
    expect(size.moduleDots).toBe(bar);
    const symbol = expectOk(encodeSymbol('postnet', '12345', {}));
    const { rects } = symbolGeometry(symbol, bar, 10);
    expect([rects[0], rects[4], rects[8]]).toEqual([0, pitch, 2 * pitch]);
    expect(mmToDots(size.heightMm, dpi)).toBe(mmToDots(3.175, dpi));
  }
});

test('a size includes the X-dimension in mm and mil, and the quiet zones', () => {
  const symbol = expectOk(encodeSymbol('ean13', '5901234123457', {}));
  const size = symbolSize(symbol, 4, 270, 300);
  expect(size.moduleMm).toBeCloseTo(0.3387, 4);
  expect(size.moduleMil).toBeCloseTo(13.333, 3);
  expect(size.widthMm).toBeCloseTo((95 * 4 * 25.4) / 300, 6);
  expect(size.quietMm.left).toBeCloseTo(11 * size.moduleMm, 9);
  expect(size.quietMm.right).toBeCloseTo(7 * size.moduleMm, 9);
  expect(sizeProblems(size)).toEqual([]);
});

test.each([
  ['ean13', 11, 7],
  ['ean8', 7, 7],
  ['upca', 9, 9],
  ['upce', 9, 7],
  ['code128', 10, 10],
  ['gs1-128', 10, 10],
  ['itf14', 10, 10],
  ['code39', 10, 10],
  ['codabar', 10, 10],
  ['msi', 12, 12],
  ['pharmacode', 12, 12],
] as const)('%s has quiet zones of %i and %i modules', (symbology, left, right) => {
  const symbol = expectOk(encodeSymbol(symbology, symbologyInfo(symbology).defaultValue, {}));
  const { moduleMm, quietMm } = symbolSize(symbol, 4, 200, 300);
  expect(quietMm.left / moduleMm).toBeCloseTo(left, 6);
  expect(quietMm.right / moduleMm).toBeCloseTo(right, 6);
});

test('a size below the minimum of its standard is reported', () => {
  const symbol = expectOk(encodeSymbol('ean13', '5901234123457', {}));
  expect(sizeProblems(symbolSize(symbol, 2, 100, 203)).map((p) => [p.code, p.params])).toEqual([
    ['symbol.smallModule', { actual: '0.250', least: '0.264' }],
    ['symbol.lowBars', { actual: '12.5', least: '18.3' }],
  ]);
  const databar = expectOk(encodeSymbol('databar', '09501101530003', {}));
  expect(sizeProblems(symbolSize(databar, 3, 99, 300))).toEqual([]);
  expect(sizeProblems(symbolSize(databar, 3, 98, 300)).map((p) => p.code)).toEqual(['symbol.lowBars']);
  // The least height of a long symbol is a fraction of its width.
  const long = expectOk(encodeSymbol('code128', 'A'.repeat(40), {}));
  const width = symbolWidthDots(long, 3);
  expect(sizeProblems(symbolSize(long, 3, Math.ceil(width * 0.15), 300))).toEqual([]);
  expect(sizeProblems(symbolSize(long, 3, Math.floor(width * 0.14), 300)).map((p) => p.code)).toEqual([
    'symbol.lowBars',
  ]);
});

test('numbers of retail codes have the sizes of the specification', () => {
  expect([
    numberSizeOf('ean8'),
    numberSizeOf('ean13'),
    numberSizeOf('upca'),
    numberSizeOf('upce'),
    numberSizeOf('code128'),
  ]).toEqual([
    { min: 7.2, max: 11 },
    { min: 7.8, max: 11 },
    { min: 8.5, max: 11 },
    { min: 7.2, max: 11 },
    { min: 4, max: 100 },
  ]);
});

test('content without a symbol has no size', () => {
  const element = createTestElement('barcode', { symbology: 'ean13', sources: [fixedText('12')] });
  expect(elementSymbolSize(element, '12', createTestContext())).toMatchObject({ error: { code: 'symbol.length' } });
});

test.each(DPIS)('a symbol that cannot fit reports by how much, and then fits, at %i dpi', (dpi) => {
  const element = createTestElement('qrcode', { symbology: 'qr', widthMm: 0.6, heightMm: 0.6 });
  const context = { ...createTestContext(), dpi, label: LARGE };
  const size = expectOk(elementSymbolSize(element, 'HELLO', context));
  const excess = symbolOverflow(element, size, dpi);
  // 21 modules of one dot each.
  const missingMm = (21 * 25.4) / dpi - 0.6;
  expect(excess?.mm).toBeCloseTo(missingMm, 2);
  expect(excess?.modules).toBe(Math.ceil((missingMm * dpi) / 25.4));
  const fitted = { ...element, ...size.fitting };
  expect(symbolOverflow(fitted, expectOk(elementSymbolSize(fitted, 'HELLO', context)), dpi)).toBeNull();
});
