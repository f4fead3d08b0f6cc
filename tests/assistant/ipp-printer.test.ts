import { describe, expect, test } from 'vitest';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { startIppEvePrinter } from '#tests/support/ippeveprinter.ts';
import { createBits, createOutputPage, encodeTestPng, PAGE_DOTS } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, startAssistant, addressed } from './start-assistant.ts';
import { readPwgRaster } from './pwg-reader.ts';

describe('a real IPP printer (ippeveprinter)', () => {
  test.each([
    ['black_1', 1, 3],
    ['sgray_8', 8, 18],
  ] as const)('gets %s PWG raster equal to the page, dot for dot', async (rasterType, bitsPerPixel, colorSpace) => {
    await using printer = await startIppEvePrinter({ rasterType });
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using line = await connectRaw(assistant.port);
    const printers = await line.ask('getComputerPrinters', { detail: true });
    expect(printers.data).toContainEqual({
      name: 'Labels',
      address: expect.stringContaining('ipp://'),
      setup: DEFAULT_PRINTER_SETUP,
      faults: [],
      kind: 'ipp',
      dpis: [300],
      media: [{ minWidthMm: 10, maxWidthMm: 108, minHeightMm: 10, maxHeightMm: 3000 }],
      state: 'idle',
    });
    for (const sequence of [1, 2]) {
      const page = createOutputPage({ sequence, printer: 'Labels', copies: sequence });
      expect(await line.ask('outputPrintting', page), printer.output()).toMatchObject({ code: 200 });
    }
    const documents = await printer.documents();
    expect(documents).toHaveLength(2);
    for (const [i, { bytes }] of documents.entries()) {
      const bits = createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, i + 1);
      const sheets = readPwgRaster(bytes);
      expect(sheets).toHaveLength(i + 1);
      for (const sheet of sheets) {
        expect(sheet).toMatchObject({ width: 472, height: 295, dpi: 300, bitsPerPixel, colorSpace });
        expect(sheet.totalPages).toBe(i + 1);
        expect(Buffer.compare(inkOf(sheet.rows, rasterType, bits.widthDots, bits.heightDots), bits.bits)).toBe(0);
      }
    }
  });

  test('gets the PNG unchanged when it does not support raster, once for each copy', async () => {
    await using printer = await startIppEvePrinter({ model: 'png' });
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using line = await connectRaw(assistant.port);
    // An envelope, which is one of the printer's paper sizes.
    const image = Buffer.from(encodeTestPng(createBits(2598, 5197, 1), { dpi: 600 })).toString('base64');
    const size = { widthMm: 110, heightMm: 220, dpi: 600 };
    const page = createOutputPage({ sequence: 1, printer: 'Labels', copies: 2, image, ...size });
    expect(await line.ask('outputPrintting', page), printer.output()).toMatchObject({ code: 200 });
    const documents = await printer.documents();
    expect(documents.length).toBe(2);
    for (const { bytes } of documents) expect(Buffer.from(bytes).toString('base64')).toBe(page.image);
  });

  test('does not get a page too large for it, or one at another resolution', async () => {
    await using printer = await startIppEvePrinter();
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      configuredPrinters: [addressed('Labels', printer.uri)],
    });
    await using line = await connectRaw(assistant.port);
    const wide = encodeTestPng(createBits(1417, 295, 1));
    const image = Buffer.from(wide).toString('base64');
    const refused = await line.ask(
      'outputPrintting',
      createOutputPage({ sequence: 1, printer: 'Labels', widthMm: 120, image }),
    );
    expect(refused).toMatchObject({
      code: 415,
      data: { problem: { code: 'assistant.mediaUnsupported', params: { widthMm: 120, heightMm: 25, dpi: 300 } } },
    });
    const fine = encodeTestPng(createBits(945, 591, 1), { dpi: 600 });
    const other = createOutputPage({
      sequence: 2,
      printer: 'Labels',
      dpi: 600,
      image: Buffer.from(fine).toString('base64'),
    });
    expect(await line.ask('outputPrintting', other)).toMatchObject({ code: 415 });
    expect(await printer.documents()).toHaveLength(0);
    // Nothing of it counts as printed: the same number may be used for a valid page.
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, printer: 'Labels' }))).toMatchObject({
      code: 200,
      data: { outcome: 'spooled' },
    });
  });
});

/** The rows of a raster as 1-bit rows, 1 = paper. */
function inkOf(rows: Uint8Array, type: 'black_1' | 'sgray_8', width: number, height: number): Uint8Array {
  if (type === 'black_1') return rows.map((byte) => ~byte & 0xff);
  const rowBytes = Math.ceil(width / 8);
  const out = new Uint8Array(rowBytes * height).fill(0xff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * rowBytes + (x >> 3);
      if (rows[y * width + x] === 0) out[at] = (out[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return out;
}
