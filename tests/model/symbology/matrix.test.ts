import bwip from 'bwip-js/generic';
import fc from 'fast-check';
import { correction, generate, mode, type Mode } from 'lean-qr';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { DATAMATRIX_SIZES } from '#model/symbology/datamatrix/sizes.ts';
import { fittingModule, symbolGeometry } from '#model/symbology/geometry.ts';
import { textMode } from '#model/symbology/matrix/qr-modes.ts';
import type { MatrixSymbol, MatrixSymbology, SymbolOptions } from '#model/symbology/types.ts';

const { raw } = bwip as unknown as {
  raw(options: Readonly<Record<string, unknown>>): readonly { readonly pixs: readonly number[] }[];
};

function encoded(symbology: MatrixSymbology, content: string, options: SymbolOptions = {}): MatrixSymbol {
  const symbol = expectOk(encodeSymbol(symbology, content, options));
  if (symbol.kind !== 'matrix') throw new Error('not a matrix');
  return symbol;
}

const ascii = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((c) => String.fromCharCode(c)), minLength: 1 });

test("the mask is the library's own choice, on both sides of every word of 32", () => {
  const levels = { L: correction.L, M: correction.M, Q: correction.Q, H: correction.H };
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme-ascii' }),
      fc.constantFrom('L', 'M', 'Q', 'H'),
      fc.constantFrom('auto', '3', '4', '11', '12', '20', '40'),
      (content, level, version) => {
        const ours = encodeSymbol('qr', content, { level, version });
        if (!ours.ok || ours.value.kind !== 'matrix') return;
        const fixed = version === 'auto' ? {} : { minVersion: Number(version), maxVersion: Number(version) };
        const theirs = generate(content, {
          minCorrectionLevel: levels[level],
          maxCorrectionLevel: levels[level],
          modes: [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8],
          ...fixed,
        });
        const { modules, columns } = ours.value;
        expect(columns).toBe(theirs.size);
        expect(modules.every((dark, i) => (dark === 1) === theirs.get(i % columns, Math.floor(i / columns)))).toBe(
          true,
        );
      },
    ),
    { numRuns: 150 },
  );
});

test("ASCII text is split into modes as the library's own choice splits it, in every class of versions", () => {
  const modes = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8];
  const bitsOf = (made: Mode, version: number): readonly string[] => {
    const pushed: string[] = [];
    made({ push: (value, bits) => void pushed.push(`${value}/${bits}`) }, version);
    return pushed;
  };
  const part = fc.oneof(fc.stringMatching(/^[0-9]{1,14}$/), fc.stringMatching(/^[A-Z $%*+\-./:]{1,14}$/), fc.string());
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(1, 9, 10, 26, 27, 40),
      (parts, version) => {
        const text = parts.join('');
        expect(bitsOf(textMode(text), version)).toEqual(bitsOf(mode.auto(text, { modes }), version));
      },
    ),
    { numRuns: 500 },
  );
});

describe('the modules are those of the underlying library', () => {
  test.each([
    ['pdf417', 'pdf417', { eclevel: 1, fixedeclevel: true }],
    ['micropdf417', 'micropdf417', {}],
  ] as const)('%s', (symbology, bcid, options) => {
    fc.assert(
      fc.property(ascii, (content) => {
        const peer = raw({ bcid, text: content, ...options })[0]?.pixs ?? [];
        expect([...encoded(symbology, content).modules]).toEqual([...peer]);
      }),
      { numRuns: 25 },
    );
  });

  test('Data Matrix: never larger for any text, and the same for digits in every size', () => {
    const sizeOf = (content: string): number => raw({ bcid: 'datamatrix', text: content })[0]?.pixs.length ?? 0;
    fc.assert(
      fc.property(
        fc.oneof(
          ascii,
          fc.string({ unit: fc.constantFrom(...'ABC123 '), minLength: 1, maxLength: 60 }),
          fc.string({ unit: fc.constantFrom(...'abc123 A'), minLength: 1, maxLength: 60 }),
          fc.string({ unit: fc.constantFrom(...'A/B-C.1'), minLength: 1, maxLength: 60 }),
        ),
        (content) => {
          expect(encoded('datamatrix', content).modules.length).toBeLessThanOrEqual(sizeOf(content));
        },
      ),
      { numRuns: 150 },
    );
    for (const { name, dataCodewords, rows, columns } of DATAMATRIX_SIZES) {
      const content = '0123456789'.repeat(320).slice(0, dataCodewords * 2 - 1);
      const [symbol] = raw({ bcid: 'datamatrix', text: content, version: name });
      const ours = encoded('datamatrix', content, { size: name });
      expect([ours.rows, ours.columns], name).toEqual([rows, columns]);
      expect(Buffer.from(ours.modules).equals(Buffer.from(symbol?.pixs ?? [])), name).toBe(true);
    }
  });

  test('GS1 DataMatrix', () => {
    const content = '(01)09501101530003(17)261231(10)ABC123(21)X-9';
    const peer = raw({ bcid: 'gs1datamatrix', text: content })[0]?.pixs ?? [];
    expect([...encoded('gs1-datamatrix', content).modules]).toEqual([...peer]);
  });
});

describe('options', () => {
  test.each([
    ['qr', { version: '7' }, 45, 45],
    ['pdf417', { columns: '5' }, 17 * (5 + 4) + 1, undefined],
    ['datamatrix', { size: 'rectangular' }, 18, 8],
    ['datamatrix', { size: '16x48' }, 48, 16],
    ['aztec', {}, 15, 15],
    ['aztec', { shape: 'full' }, 19, 19],
    ['aztec', { layers: '5' }, 37, 37],
    ['microqr', { version: 'M4' }, 17, 17],
    ['rmqr', { size: 'R13x77' }, 77, 13],
    ['micropdf417', { columns: '4' }, 99, undefined],
    ['gs1-datamatrix', { size: 'rectangular' }, 32, 8],
  ] as const)('%s %j', (symbology, options, columns, rows) => {
    const content = symbology === 'gs1-datamatrix' ? '(01)09501101530003' : '01234567';
    const symbol = encoded(symbology, content, options);
    expect(symbol.columns).toBe(columns);
    if (rows !== undefined) expect(symbol.rows).toBe(rows);
  });

  test('a higher level takes more space', () => {
    const area = (symbology: MatrixSymbology, level: string): number =>
      encoded(symbology, 'abcdefghijklmnopqrstuvwxyz', { level }).modules.length;
    expect(area('pdf417', '5')).toBeGreaterThan(area('pdf417', '0'));
    expect(area('aztec', '50')).toBeGreaterThan(area('aztec', '10'));
    expect(area('qr', 'H')).toBeGreaterThan(area('qr', 'L'));
    expect(area('rmqr', 'H')).toBeGreaterThan(area('rmqr', 'M'));
  });

  test('rMQR is the one with the fewest modules', () => {
    const { modules } = encoded('rmqr', '0123456789');
    for (const size of ['R7x43', 'R9x43', 'R11x27', 'R13x27', 'R7x59']) {
      const other = encodeSymbol('rmqr', '0123456789', { size });
      if (other.ok && other.value.kind === 'matrix') {
        expect(other.value.modules.length).toBeGreaterThanOrEqual(modules.length);
      }
    }
  });
});

describe('the excess of content that does not fit is reported', () => {
  test.each([
    ['qr', 'x'.repeat(3000), {}, 2331],
    ['qr', 'x'.repeat(3000), { level: 'L' }, 2953],
    ['qr', 'x'.repeat(60), { version: '2', level: 'H' }, 14],
    ['datamatrix', 'x'.repeat(200), { size: 'rectangular' }, 72],
    ['microqr', 'x'.repeat(20), {}, 13],
  ] as const)('%s', (symbology, content, options, most) => {
    expect(encodeSymbol(symbology, content, options)).toMatchObject({
      error: { code: 'symbol.tooLong', params: { actual: content.length, most } },
    });
    expect(encodeSymbol(symbology, content.slice(0, most), options).ok).toBe(true);
    expect(encodeSymbol(symbology, content.slice(0, most + 1), options).ok).toBe(false);
  });

  test.each(['pdf417', 'datamatrix', 'aztec'] as const)('%s of a megabyte is rejected at once', (symbology) => {
    const start = performance.now();
    expect(encodeSymbol(symbology, 'x'.repeat(1_000_000), {})).toMatchObject({ error: { code: 'symbol.tooLong' } });
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

test.each([
  ['aztec', 'x', { shape: 'compact', layers: '9' }, { code: 'symbol.noSuchSize' }],
  ['microqr', '1', { version: 'M1', level: 'Q' }, { code: 'symbol.noSuchSize' }],
  ['microqr', 'aé', {}, { code: 'symbol.character', params: { position: 2, character: 'é' } }],
  ['datamatrix', 'a\ud800', {}, { code: 'symbol.character', params: { position: 2, character: 'U+D800' } }],
  ['gs1-datamatrix', '(10)AB', {}, { code: 'gs1.missing' }],
  ['gs1-qr', '(01)09501101530004', {}, { code: 'gs1.checkDigit' }],
  ['digital-link', 'https://example.com/about', {}, { code: 'gs1.linkForm' }],
  ['digital-link', '(10)AB', {}, { code: 'gs1.missing' }],
  ['digital-link', '(400)AB', {}, { code: 'gs1.noLinkKey' }],
] as const)('%s refuses %s with %j', (symbology, content, options, error) => {
  expect(encodeSymbol(symbology, content, options)).toMatchObject({ error });
});

describe('GS1 Digital Link', () => {
  test.each([
    ['(01)09501101530003', 'https://id.gs1.org/01/09501101530003'],
    ['https://example.com/a/(01)09501101530003', 'https://example.com/a/01/09501101530003'],
    [
      '(17)261231(21)S/1(01)09501101530003(10)L 2',
      // No GS1 character set has a space.
      null,
    ],
    ['(17)261231(21)S/1(01)09501101530003(10)L%2', 'https://id.gs1.org/01/09501101530003/10/L%252/21/S%2F1?17=261231'],
    ['(414)9501101530003(254)A', 'https://id.gs1.org/414/9501101530003/254/A'],
    ['https://brand.example/01/09501101530003?17=261231&x=y', 'https://brand.example/01/09501101530003?17=261231&x=y'],
    ['https://brand.example/01/09501101530003/21/A/10/B', null],
    ['https://brand.example/01/09501101530004', null],
    ['ftp://brand.example/01/09501101530003', null],
  ])('%s', (content, uri) => {
    const symbol = encodeSymbol('digital-link', content, {});
    expect(symbol.ok ? symbol.value.content : null).toBe(uri);
  });
});

test('stacked rows are three or two modules high, in whole dots', () => {
  for (const [symbology, height] of [
    ['pdf417', 3],
    ['micropdf417', 2],
  ] as const) {
    const symbol = encoded(symbology, 'rows');
    const geometry = symbolGeometry(symbol, 2, 0);
    expect(geometry.heightDots).toBe(symbol.rows * height * 2);
    expect(geometry.widthDots).toBe(symbol.columns * 2);
    for (let i = 3; i < geometry.rects.length; i += 4) expect(geometry.rects[i]).toBe(height * 2);
    // Here the rows limit the size, and not the modules of a row.
    expect(fittingModule(symbol, 10_000, symbol.rows * height * 2)).toBe(2);
    expect(fittingModule(symbol, 10_000, symbol.rows * height * 2 - 1)).toBe(1);
  }
});
