import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { symbolGeometry } from '#model/symbology/geometry.ts';
import type { MatrixSymbol, MatrixSymbology, SymbolOptions } from '#model/symbology/types.ts';
import { SEED } from '#tests/support/seed.ts';
import { createRandom, whole } from '#tests/support/symbol-values.ts';
import { readWithZbar } from '#tests/support/zbar.ts';
import { zintModules } from '#tests/support/zint.ts';

const run = promisify(execFile);

function encoded(symbology: MatrixSymbology, content: string, options: SymbolOptions = {}): MatrixSymbol {
  const symbol = expectOk(encodeSymbol(symbology, content, options));
  if (symbol.kind !== 'matrix') throw new Error('not a matrix');
  return symbol;
}

function rowsOf({ rows, columns, modules }: MatrixSymbol): string {
  return Array.from({ length: rows }, (_, y) => modules.slice(y * columns, (y + 1) * columns).join('')).join('\n');
}

/**
 * Both encoders choose the shortest encoding of digits, so the symbols are equal. The lengths leave out where they
 * differ: few digits in PDF417 (numeric mode or not), and larger Aztec symbols, in which zint has more check words.
 */
describe('digits have the same modules as in zint', () => {
  test.each([
    ['pdf417', 'PDF417', ['--secure=1', '--cols=3'], { columns: '3' }, 16, 40],
    ['datamatrix', 'DATAMATRIX', ['--square'], {}, 4, 60],
    ['aztec', 'AZTEC', ['--secure=2'], {}, 4, 32],
    ['micropdf417', 'MICROPDF417', ['--cols=2'], { columns: '2' }, 16, 32],
    ['microqr', 'MICROQR', ['--secure=2'], {}, 4, 20],
    ['rmqr', 'RMQR', ['--secure=2', '--vers=19'], { size: 'R13x59' }, 4, 40],
  ] as const)('%s', async (symbology, type, args, options, shortest, longest) => {
    for (let length = shortest; length <= longest; length += 4) {
      const content = '0123456789'.repeat(7).slice(3, 3 + length);
      const ours = encoded(symbology, content, options);
      expect(rowsOf(ours), content).toBe(await zintModules(type, content, ours.columns, ...args));
    }
  });
});

describe('other programs read them', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labelwright-matrix-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function picture(symbol: MatrixSymbol): Promise<string> {
    const dots = 4;
    const geometry = symbolGeometry(symbol, dots, 0);
    // These readers need a wider quiet zone than the standards.
    const margin = 6 * dots;
    const width = geometry.widthDots + 2 * margin;
    const height = geometry.heightDots + 2 * margin;
    const data = Buffer.alloc(width * height * 4, 255);
    for (let i = 0; i < geometry.rects.length; i += 4) {
      const [x = 0, y = 0, w = 0, h = 0] = geometry.rects.subarray(i, i + 4);
      for (let row = y + margin; row < y + margin + h; row++) {
        for (let column = x + margin; column < x + margin + w; column++) {
          data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
        }
      }
    }
    const path = join(folder, 'symbol.png');
    await writeFile(path, PNG.sync.write({ width, height, data }));
    return path;
  }

  /** Random printable ASCII; the seed is in the test's name. */
  function texts(count: number): readonly string[] {
    const random = createRandom(SEED);
    return Array.from({ length: count }, () =>
      Array.from({ length: whole(random, 1, 40) }, () => String.fromCharCode(whole(random, 33, 126))).join(''),
    );
  }

  test(`dmtxread reads Data Matrix (seed ${SEED})`, async () => {
    for (const options of [{}, { size: 'rectangular' }, { size: '26x26' }]) {
      for (const text of texts(6)) {
        const path = await picture(encoded('datamatrix', text.slice(0, 30), options));
        const { stdout } = await run('dmtxread', ['--stop-after=1', path]);
        expect(stdout).toBe(text.slice(0, 30));
      }
    }
  });

  test('dmtxread reads the separators of GS1 DataMatrix', async () => {
    const path = await picture(encoded('gs1-datamatrix', '(01)09501101530003(10)AB-1(21)X'));
    const { stdout } = await run('dmtxread', ['--stop-after=1', '--gs1=29', path]);
    expect(stdout).toBe('\u001d010950110153000310AB-1\u001d21X');
  });

  test(`zbarimg reads QR (seed ${SEED})`, async () => {
    const options: readonly SymbolOptions[] = [{}, { level: 'H', mask: '3' }, { version: '9' }];
    for (const chosen of options) {
      for (const text of [...texts(5), '標籤 é 🙂']) {
        const path = await picture(encoded('qr', text, chosen));
        expect(await readWithZbar(path)).toEqual([{ type: 'QR-Code', data: text }]);
      }
    }
  });

  test('zbarimg reads GS1 QR and Digital Link', async () => {
    const gs1 = await picture(encoded('gs1-qr', '(01)09501101530003(10)A%B(21)X'));
    expect(await readWithZbar(gs1)).toEqual([{ type: 'QR-Code', data: '010950110153000310A%B\u001d21X' }]);
    const link = await picture(encoded('digital-link', 'https://example.com(01)09501101530003(10)A/B'));
    expect((await readWithZbar(link))[0]?.data).toBe('https://example.com/01/09501101530003/10/A%2FB');
  });
});
