import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeRasterPage, RASTER_SYNC, RASTER_TYPES, type RasterType } from '#printing/languages/pwg-raster.ts';
import { createBits } from '#tests/assistant/create-page.ts';
import { readPwgRaster, type RasterSheet } from '#tests/assistant/pwg-reader.ts';

describe('PWG raster', () => {
  test('of a small page has exactly these bytes', () => {
    // 12 x 3 dots: a black frame; rows 1 and 3 differ from row 2.
    const bits = Uint8Array.of(0x00, 0x0f, 0x7f, 0xef, 0x00, 0x0f);
    const page = { widthDots: 12, heightDots: 3, rowBytes: 2, bits, dpi: 300 };
    const options = { type: 'black_1', mediaName: 'custom_label_1x1mm', totalPages: 1 } as const;
    const buffer = Buffer.concat([RASTER_SYNC, ...encodeRasterPage(page, options)]);
    expect(buffer.length).toBe(4 + 1796 + 3 * 4);
    expect(buffer.subarray(0, 14).toString('latin1')).toBe('RaS2PwgRaster\0');
    // Rows: repeat 0, then two unlike bytes as literals (257 - 2 = 255); bits beyond the width are paper, thus 0.
    expect([...buffer.subarray(1800)]).toEqual([0, 255, 0xff, 0xf0, 0, 255, 0x80, 0x10, 0, 255, 0xff, 0xf0]);
    expect(createHash('sha256').update(buffer).digest('hex')).toBe(
      '7878cc2000063c95205a2b9739505d170dd6f33766c7e079b9fcea2d04bf84d0',
    );
  });

  test.each(RASTER_TYPES)('in %s reads back unchanged', (type: RasterType) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        (width, height, seed) => {
          const bits = createBits(width, height, seed);
          const sheet = [
            ...encodeRasterPage({ ...bits, dpi: 203 }, { type, mediaName: 'custom_label_9x9mm', totalPages: 2 }),
          ];
          const sheets = readPwgRaster(Buffer.concat([RASTER_SYNC, ...sheet, ...sheet]));
          expect(sheets).toHaveLength(2);
          const [read] = sheets;
          if (read === undefined) return;
          for (let y = 0; y < height; y++) {
            for (let x = 0; x < width; x++) {
              const paper = ((bits.bits[y * bits.rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
              expect(isPaper(read, x, y, type)).toBe(paper === 1);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

function isPaper(sheet: RasterSheet, x: number, y: number, type: string): boolean {
  const lineBytes = sheet.rows.length / sheet.height;
  if (sheet.bitsPerPixel === 1) {
    const bit = ((sheet.rows[y * lineBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    return type === 'black_1' ? bit === 0 : bit === 1;
  }
  return sheet.rows[y * lineBytes + x * (sheet.bitsPerPixel / 8)] === 255;
}
