import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { decodeAnyPng } from '#print-assistant/png/any-png.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createBits, encodeTestPng, type TestBits } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, startAssistant } from './start-assistant.ts';

const BITS = createBits(237, 59, 3);

function isPaper({ bits, rowBytes }: TestBits, x: number, y: number): boolean {
  return ((bits[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** As a canvas writes it, with filters of all kinds: dark is a color, light is transparent in every second column. */
function createCanvasPng(colorType: 0 | 2 | 4 | 6): Uint8Array {
  const png = {
    width: BITS.widthDots,
    height: BITS.heightDots,
    data: Buffer.alloc(BITS.widthDots * BITS.heightDots * 4),
  };
  for (let y = 0; y < png.height; y++) {
    for (let x = 0; x < png.width; x++) {
      const light = isPaper(BITS, x, y);
      const seen =
        light && x % 2 === 0 && colorType > 2 ? [0, 0, 0, 20] : light ? [250, 250, 230, 255] : [40, 0, 90, 255];
      png.data.set(seen, (y * png.width + x) * 4);
    }
  }
  return PNG.sync.write(png, { colorType, inputColorType: 6, inputHasAlpha: true });
}

describe('a client of the specification’s protocol alone', () => {
  test('prints image by image from an allowed site, without hello and without numbers', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('getComputerPrinters', {})).toEqual({
      fun: 'getComputerPrinters',
      code: 200,
      data: ['Folder'],
    });
    const image = Buffer.from(createCanvasPng(6)).toString('base64');
    const printed = { fun: 'outputPrintting', code: 200, data: 'output Success' };
    const cell = { page: 1, row: 1, column: 2, image, printer: 'Folder', copies: 1 };
    expect(await line.ask('outputPrintting', cell)).toEqual(printed);
    const other = {
      page: 2,
      row: 1,
      column: 1,
      image: `data:image/png;base64,${image}`,
      printerName: 'Folder',
      copies: '2',
    };
    expect(await line.ask('outputPrintting', other)).toEqual(printed);
    const jobs = await readdir(join(folder.path, 'pages'));
    expect(jobs).toHaveLength(2);
    const first = jobs.find((name) => name.includes('Page_1_1.2')) ?? '';
    const [file = ''] = await readdir(join(folder.path, 'pages', first));
    const kept = expectOk(await decodePng(await readFile(join(folder.path, 'pages', first, file))));
    expect(Buffer.from(kept.bits)).toEqual(Buffer.from(BITS.bits));
    expect(await readdir(join(folder.path, 'pages', jobs.find((name) => name !== first) ?? ''))).toHaveLength(2);
  });

  test('gets an error for a missing printer or an invalid picture, and nothing without permission', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const image = Buffer.from(createCanvasPng(2)).toString('base64');
    expect(await line.ask('outputPrintting', { image, printer: 'None' })).toMatchObject({ code: 404 });
    expect(await line.ask('outputPrintting', { image: 'AAAA', printer: 'Folder' })).toMatchObject({ code: 400 });
    await using other = await createFolder();
    await using closed = await startAssistant(other.path, { openOrigins: [] });
    await using stranger = await connectRaw(closed.port);
    expect(await stranger.ask('outputPrintting', { image, printer: 'Folder' })).toMatchObject({
      fun: 'outputPrintting',
      code: 401,
    });
  });
});

describe('pictures of other programs', () => {
  test.each([0, 2, 4, 6] as const)('of color type %i become black and white dots', async (colorType) => {
    const { bitmap, dpi } = expectOk(await decodeAnyPng(createCanvasPng(colorType)));
    expect(bitmap.bits).toEqual(BITS.bits);
    expect(dpi).toBe(300);
  });

  test('keep their own resolution if they have one', async () => {
    expect(expectOk(await decodeAnyPng(encodeTestPng(BITS, { dpi: 203 }))).dpi).toBe(203);
    expect(expectOk(await decodeAnyPng(encodeTestPng(BITS, { dpi: 96 }))).dpi).toBe(300);
  });
});
