import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { fittingModule, symbolGeometry, type SymbolGeometry } from '#model/symbology/geometry.ts';
import type { EncodedSymbol, MatrixSymbol } from '#model/symbology/types.ts';
import { zintModules } from '#tests/support/zint.ts';

function maxicode(content: string, mode = 'standard'): EncodedSymbol {
  return expectOk(encodeSymbol('maxicode', content, { mode }));
}

/** The dots with ink, and the number of rectangles over each. */
function inked({ widthDots, heightDots, rects }: SymbolGeometry): Uint8Array {
  const dots = new Uint8Array(widthDots * heightDots);
  for (let i = 0; i < rects.length; i += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = rects.subarray(i, i + 4);
    expect(x >= 0 && y >= 0 && width > 0 && height > 0).toBe(true);
    expect(x + width <= widthDots && y + height <= heightDots).toBe(true);
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        const at = row * widthDots + column;
        dots[at] = (dots[at] ?? 0) + 1;
      }
  }
  return dots;
}

describe('the lattice', () => {
  test.each([2, 3, 5, 7, 10, 14, 21])('of %i dots a module is within its bounds', (module) => {
    const geometry = symbolGeometry(maxicode('LATTICE 42'), module, 0);
    expect(geometry.widthDots).toBe(30 * module);
    // 32 rows at the height of an equilateral triangle, and one whole module.
    expect(Math.abs(geometry.heightDots - (32 * (Math.sqrt(3) / 2) + 2 / Math.sqrt(3)) * module)).toBeLessThan(1.5);
    const dots = inked(geometry);
    // With enough dots, modules touch neither each other nor the rings.
    if (module >= 5) expect(dots.every((times) => times < 2)).toBe(true);
  });

  test('fits into a box when its height does too', () => {
    const symbol = maxicode('BOX');
    const { widthDots, heightDots } = symbolGeometry(symbol, 10, 0);
    expect(fittingModule(symbol, widthDots, heightDots)).toBe(10);
    expect(fittingModule(symbol, widthDots, heightDots - 1)).toBe(9);
    expect(fittingModule(symbol, widthDots - 1, heightDots)).toBe(9);
  });

  test('has three rings around its center', () => {
    const module = 20;
    const geometry = symbolGeometry(maxicode('RINGS'), module, 0);
    const dots = inked(geometry);
    const middle = Math.round(16 * module * (Math.sqrt(3) / 2) + module / Math.sqrt(3));
    const from = Math.round(14.5 * module);
    // The dots on a line from the center to the right, up to where modules begin.
    const line = Array.from(
      { length: Math.round(4.6 * module) },
      (_, i) => dots[middle * geometry.widthDots + from + i],
    );
    expect(line.filter((ink, i) => ink !== line[i - 1]).join('')).toBe('0101010');
  });
});

/** The contents have no nine digits in a row, which zint does not always encode together like ours. */
test('the modules are those of zint', async () => {
  for (const content of ['THIS IS MAXICODE', 'ABC', 'LABEL 42-A', 'A LONGER MESSAGE THAT NEEDS MORE OF THE SYMBOL']) {
    const symbol = maxicode(content) as MatrixSymbol;
    const ours = Array.from({ length: 33 }, (_, y) => symbol.modules.slice(y * 30, (y + 1) * 30).join('')).join('\n');
    expect(ours, content).toBe(await zintModules('MAXICODE', content, 30, '--mode=4'));
  }
});

describe('a carrier message', () => {
  test.each([
    ['152382802\n840\n001\nHELLO 42', '152382802\u001d840\u001d001\u001dHELLO 42'],
    ['B1050\n056\n999\nA\nB', 'B1050 \u001d056\u001d999\u001dA\nB'],
    ['152382802\u001d840\u001d001\u001dX', '152382802\u001d840\u001d001\u001dX'],
  ])('%j is read as %j', (typed, read) => {
    expect(maxicode(typed, 'postal').content).toBe(read);
  });

  test.each([
    ['', { code: 'symbol.empty' }],
    ['1523828021\n840\n001\nX', { code: 'symbol.tooLong', params: { most: 9 } }],
    ['B10501A\n840\n001\nX', { code: 'symbol.tooLong', params: { most: 6 } }],
    ['b1050\n840\n001\nX', { code: 'symbol.character', params: { position: 1 } }],
    ['152382802\n84\n001\nX', { code: 'symbol.carrier', params: { code: '84' } }],
    ['152382802', { code: 'symbol.carrier' }],
  ])('%j is rejected', (typed, error) => {
    expect(encodeSymbol('maxicode', typed, { mode: 'postal' })).toMatchObject({ error });
  });
});
