import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { eraseRect } from '#render-worker/bits/bit-plane.ts';
import { readBack, type SymbolReading } from '#render-worker/read-back/read-back.ts';
import type { Zxing, ZxingOptions, ZxingResult } from '#render-worker/read-back/zxing.ts';
import { createFuzzParts } from '../fuzz/fuzz-parts.ts';
import { type FuzzParts, paintSymbol, type PaintedSymbol } from '../support/symbol-fuzz.ts';

let parts: FuzzParts;
beforeAll(async () => {
  parts = await createFuzzParts();
});

/** zxing reads this one as `…3103629499`: at few dots a module it takes a separator for a row of characters. */
const MISREAD_BY_ZXING = '(01)45848605646857(17)300600(21)D7=YK;6a.eKx(3103)629248';

function paint(columns: string, dots: number, rotation: 0 | 180): PaintedSymbol {
  const symbol = expectOk(encodeSymbol('databar-expanded-stacked', MISREAD_BY_ZXING, { columns }));
  return paintSymbol(parts.painter, symbol, { dots, dpi: 600, rotation, barDots: 40 });
}

function read(scene: PaintedSymbol, zxing: Zxing = parts.zxing): SymbolReading {
  return readBack(zxing, scene.plane, scene.label, scene.placed, scene.dpi);
}

describe('a reading that contradicts fully matching dots', () => {
  test.each(['2', '3', '4', '5', '6', '7', '8', '9'])('is repeated: DataBar on %s columns', (columns) => {
    for (const dots of [1, 2, 3]) {
      for (const rotation of [0, 180] as const) {
        expect(read(paint(columns, dots, rotation))).toMatchObject({ decoded: MISREAD_BY_ZXING, problem: null });
      }
    }
  });

  test('rejects the label when the second reading differs too', () => {
    const wrong = (result: ZxingResult | null): ZxingResult | null =>
      result === null ? null : { ...result, text: `${result.text.slice(0, -1)}0` };
    const reader: Zxing = {
      ...parts.zxing,
      read: (gray, width, height, options) => wrong(parts.zxing.read(gray, width, height, options)),
    };
    expect(read(paint('3', 2, 0), reader).problem?.code).toBe('symbol.misread');
  });

  test('is not repeated when dots differ: the symbol is rejected by its reading', () => {
    const asked: ZxingOptions[] = [];
    const deaf: Zxing = {
      ...parts.zxing,
      read: (_gray, _width, _height, options) => {
        asked.push(options);
        return null;
      },
    };
    const scene = paint('3', 2, 0);
    read(scene, deaf);
    const whole = asked.length;
    asked.length = 0;
    const { x, y } = scene.placed.bounds;
    eraseRect(scene.plane, { x: x + 20, y: y + 10, width: 4, height: 4 });
    expect(read(scene, deaf).problem?.code).toBe('symbol.notReadable');
    expect(asked.length).toBe(whole - 1);
  });
});
