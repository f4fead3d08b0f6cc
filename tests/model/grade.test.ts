import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { readCode11 } from '#model/symbology/read/code11.ts';
import { readCode25 } from '#model/symbology/read/code25.ts';
import { decodability, seenWidths } from '#model/symbology/read/decodability.ts';
import { profileOf } from '#model/symbology/read/dot-image.ts';
import { gradeAt, isBelow, lowest } from '#model/symbology/read/grade.ts';
import { readImb } from '#model/symbology/read/imb.ts';
import { gradeMeasures, type SymbolMeasures } from '#model/symbology/read/measures.ts';
import { readMsi } from '#model/symbology/read/msi.ts';
import { readPharmacode } from '#model/symbology/read/pharmacode.ts';
import { readPostnet } from '#model/symbology/read/postnet.ts';
import { readRoyalMail } from '#model/symbology/read/royal-mail.ts';
import type { LinearSymbol, LinearSymbology } from '#model/symbology/types.ts';

const PERFECT: SymbolMeasures = {
  decodability: 1,
  quietZone: 1,
  moduleMm: 0.33,
  widthMm: 30,
  heightMm: 25,
  ratio: null,
  unusedErrorCorrection: null,
};

describe('grades', () => {
  test('are those of the standards at their limits', () => {
    const iso = [0.62, 0.5, 0.37, 0.25] as const;
    expect([1, 0.62, 0.6199, 0.5, 0.37, 0.25, 0.2499, 0].map((value) => gradeAt(value, iso))).toEqual([
      'A',
      'A',
      'B',
      'B',
      'C',
      'D',
      'F',
      'F',
    ]);
    expect(isBelow('D', 'C')).toBe(true);
    expect(isBelow('C', 'C')).toBe(false);
    expect(lowest([])).toBe('A');
    expect(lowest(['B', 'D', 'C'])).toBe('D');
  });

  test.each([
    [{ quietZone: 0.79 }, 'C', 'quietZone', { percent: 79 }],
    [{ quietZone: 0.39 }, 'F', 'quietZone', { percent: 39 }],
    // An EAN-13 at 80 % on 203 dpi.
    [{ moduleMm: 0.2502 }, 'B', 'module', { actual: '0.250', least: '0.264' }],
    [{ moduleMm: 0.125 }, 'F', 'module', { actual: '0.125', least: '0.264' }],
    [{ heightMm: 9.2 }, 'B', 'height', { actual: '9.2', least: '18.3' }],
    [{ decodability: 0.3 }, 'D', 'decodability', { percent: 30 }],
    [{ ratio: 1.7 }, 'F', 'ratio', { actual: '1.70' }],
    [{ unusedErrorCorrection: 0.5 }, 'B', 'errorCorrection', { percent: 50 }],
  ] as const)('%o is %s because of %s', (measures, grade, measure, params) => {
    expect(gradeMeasures('ean13', PERFECT)).toEqual({ grade: 'A', notes: [] });
    const graded = gradeMeasures('ean13', { ...PERFECT, ...measures });
    expect(graded).toMatchObject({ grade, notes: [{ measure, grade, problem: { params } }] });
  });

  test('of several codes are sorted, and the worst one is the grade', () => {
    const { grade, notes } = gradeMeasures('ean13', { ...PERFECT, quietZone: 0.85, moduleMm: 0.14, heightMm: 5 });
    expect(grade).toBe('D');
    expect(notes.map((note) => note.grade)).toEqual(['D', 'C', 'B']);
  });
});

describe('decodability', () => {
  function symbolOf(symbology: LinearSymbology, content: string): LinearSymbol {
    const symbol = expectOk(encodeSymbol(symbology, content, {}));
    if (symbol.kind !== 'linear') throw new Error(symbology);
    return symbol;
  }

  /** Edges rounded to whole dots, as a careless scaling leaves them. */
  function scaled(symbol: LinearSymbol, moduleDots: number): number[] {
    let at = 0;
    return seenWidths(symbol.widths).map((width) => {
      const from = Math.round(at);
      at += width * moduleDots;
      return Math.round(at) - from;
    });
  }

  test('is 1 for whole dots, and decreases with the displacement of edges relative to a module', () => {
    const symbol = symbolOf('code128', 'LOT-4711');
    for (const dots of [1, 2, 3, 4, 7]) expect(decodability(symbol, scaled(symbol, dots))).toBe(1);
    expect(decodability(symbol, scaled(symbol, 1.5))).toBeLessThan(0.25);
    expect(decodability(symbol, scaled(symbol, 2.2))).toBeLessThan(0.37);
    expect(decodability(symbol, scaled(symbol, 5.5))).toBeGreaterThan(0.5);
  });

  test('of two widths is the distance to ambiguous widths', () => {
    const symbol = symbolOf('code39', 'AB1');
    const widths: readonly number[] = symbol.widths.map((w) => (w > 1 ? 10 : 4));
    expect(decodability(symbol, widths)).toBe(1);
    expect(decodability(symbol, widths.with(3, 6))).toBeCloseTo(0.35, 1);
    expect(decodability(symbol, widths.with(3, 12))).toBe(0);
    expect(decodability(symbol, widths.slice(2))).toBe(0);
  });
});

describe('readers of our own', () => {
  test('accept almost nothing that is not theirs, and never throw', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 11, maxLength: 90 });
    const states = fc.array(fc.constantFrom('full', 'ascender', 'descender', 'tracker'), { maxLength: 70 });
    let read = 0;
    fc.assert(
      fc.property(widths, states, (bars, heights) => {
        const results = [
          readCode11(bars),
          readCode25(bars),
          readMsi(bars),
          readPharmacode(bars),
          readPostnet(heights.map((state) => state === 'full')),
          readRoyalMail(heights),
          readImb(heights),
        ];
        read += results.filter((text) => text !== null).length;
      }),
      { numRuns: 5_000 },
    );
    // A frame of a few bars with a matching check character occurs by chance.
    expect(read).toBeLessThan(5);
  });

  test('read a row from its first ink to its last', () => {
    const gray = Uint8Array.from('..##.#...###..', (dot) => (dot === '#' ? 0 : 255));
    expect(profileOf({ width: 14, height: 1, gray }, 0)).toEqual({ start: 2, widths: [2, 1, 1, 3, 3] });
    expect(profileOf({ width: 14, height: 1, gray }, 0, 4, 9)).toEqual({ start: 5, widths: [1] });
    expect(profileOf({ width: 2, height: 1, gray: Uint8Array.of(255, 255) }, 0).widths).toEqual([]);
  });
});
