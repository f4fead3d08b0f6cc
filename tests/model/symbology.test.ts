import { describe, expect, test } from 'vitest';
import { fittingModule, symbolGeometry, symbolWidthDots } from '#model/symbology/geometry.ts';
import { linearByFileId, matrixByFileId, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology } from '#model/symbology/types.ts';

const ALL: readonly Symbology[] = [...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES];

function codeOfProblem(symbology: Symbology, content: string): string {
  const result = encodeSymbol(symbology, content, {});
  return result.ok ? 'encoded' : result.error.code;
}

describe.each(ALL)('%s', (symbology) => {
  test('encodes its default value', () => {
    expect(codeOfProblem(symbology, symbologyInfo(symbology).defaultValue)).toBe('encoded');
  });

  test('is found by its number in the file', () => {
    const id = symbologyInfo(symbology).fileId;
    expect([linearByFileId(id), matrixByFileId(id)]).toContain(symbology);
  });

  test.each(['', '标签😀', 'a\ud800', '(10)\udc00', '\u0000', '9'.repeat(9000), '(', '()', '^', ' '])(
    'never throws: %j',
    (content) => {
      expect(typeof codeOfProblem(symbology, content)).toBe('string');
    },
  );

  test('has whole dots in every width that it fits', () => {
    const encoded = encodeSymbol(symbology, symbologyInfo(symbology).defaultValue, {});
    if (!encoded.ok) throw new Error('default value');
    for (let width = 20; width < 900; width += 7) {
      const dots = fittingModule(encoded.value, width, 9000);
      if (dots === 0) {
        expect(symbolWidthDots(encoded.value, 1)).toBeGreaterThan(width);
        continue;
      }
      const geometry = symbolGeometry(encoded.value, dots, 50);
      expect(geometry.widthDots).toBeLessThanOrEqual(width);
      expect(symbolWidthDots(encoded.value, dots + 1)).toBeGreaterThan(width);
    }
  });
});

test.each([
  ['ean13', '590123412345', '5901234123457'],
  ['ean13', '5901234123457', '5901234123457'],
  ['ean8', '9638507', '96385074'],
  ['upca', '01234567890', '012345678905'],
  ['itf14', '1540014128876', '15400141288763'],
  ['interleaved2of5', '123', '0123'],
] as const)('%s completes %s to %s', (symbology, content, text) => {
  const encoded = encodeSymbol(symbology, content, {});
  expect(encoded.ok && encoded.value.text).toBe(text);
});

test.each([
  ['ean13', '5901234123450', 'symbol.checkDigit'],
  ['ean13', '12345', 'symbol.length'],
  ['ean13', '59012341234x', 'symbol.character'],
  ['code39', 'lower', 'symbol.character'],
  ['code128', '标签', 'symbol.chinese'],
  ['gs1-128', '09501101530003', 'gs1.form'],
  ['gs1-128', '(01)09501101530004', 'gs1.checkDigit'],
  ['qr', '', 'symbol.empty'],
  ['qr', 'x'.repeat(3000), 'symbol.tooLong'],
] as const)('%s refuses %s: %s', (symbology, content, code) => {
  expect(codeOfProblem(symbology, content)).toBe(code);
});

test('a wrong character is named with its position', () => {
  expect(encodeSymbol('itf14', '154001x128876', {})).toMatchObject({
    error: { params: { position: 7, character: 'x' } },
  });
});

test('symbols are cached by content and options, a few hundred at most', () => {
  const once = encodeSymbol('qr', 'kept', {});
  expect(encodeSymbol('qr', 'kept', {})).toBe(once);
  expect(encodeSymbol('qr', 'kept', { level: 'H' })).not.toEqual(once);
  expect(encodeSymbol('datamatrix', 'kept', {})).not.toEqual(once);
  for (let i = 0; i < 300; i++) encodeSymbol('code128', `other ${i}`, {});
  const again = encodeSymbol('qr', 'kept', {});
  expect(again).not.toBe(once);
  expect(again).toEqual(once);
});
