import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { ready as zplRenderer } from 'zpl-renderer-js';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { PrintedPage } from '#printing/languages/printed-page.ts';
import { encodeZpl, ZPL_GRAPHICS } from '#printing/languages/zpl.ts';
import { DEFAULT_PRINTER_SETTINGS, type PrinterSettings } from '#protocol/printer-settings.ts';
import { deflateBareRows } from '#render-worker/kernel/row-deflate.ts';
import { createBits } from '#tests/assistant/create-page.ts';
import { type PrintedGraphic, READERS } from './read-printer-data.ts';

const NAMES = ['zpl', 'tspl', 'epl', 'escpos', 'cpcl'] as const;
const settings = (some: Partial<PrinterSettings>): PrinterSettings => ({ ...DEFAULT_PRINTER_SETTINGS, ...some });

function createPage(widthDots: number, heightDots: number, seed: number, copies = 1): PrintedPage {
  return { ...createBits(widthDots, heightDots, seed), dpi: 203, copies };
}

function read(name: (typeof NAMES)[number], page: PrintedPage, chosen: PrinterSettings): PrintedGraphic {
  return READERS[name](Buffer.concat([...LANGUAGES[name].encode(page, chosen)]));
}

function isInk({ bits, rowBytes, widthDots, heightDots }: PrintedPage, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= widthDots || y >= heightDots) return false;
  return ((bits[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
}

/** The dots of the media, left upper corner first, on which the printer puts ink. */
function inkOnMedia(graphic: PrintedGraphic, widthDots: number, heightDots: number): boolean[] {
  return Array.from({ length: widthDots * heightDots }, (_, i) => {
    const [x, y] = [(i % widthDots) - graphic.x, Math.floor(i / widthDots) - graphic.y];
    if (x < 0 || y < 0 || x >= graphic.rowBytes * 8 || y >= graphic.heightDots) return false;
    return ((graphic.ink[y * graphic.rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  });
}

const sizes = { width: fc.integer({ min: 1, max: 130 }), height: fc.integer({ min: 1, max: 600 }), seed: fc.nat() };

describe.each(NAMES)('%s', (name) => {
  test('has the page dot for dot, at any offset', () => {
    fc.assert(
      fc.property(
        fc.record({ ...sizes, x: fc.integer({ min: -20, max: 20 }), y: fc.integer({ min: -20, max: 20 }) }),
        ({ width, height, seed, x, y }) => {
          const page = createPage(width, height, seed);
          const graphic = read(name, page, settings({ offsetDots: { x, y } }));
          // ESC/POS moves down by rows without ink.
          const expected = Array.from({ length: width * height }, (_, i) =>
            isInk(page, (i % width) - x, Math.floor(i / width) - y),
          );
          expect(inkOnMedia(graphic, width, height)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('prints nothing outside the page', () => {
    fc.assert(
      fc.property(fc.record(sizes), ({ width, height, seed }) => {
        const page = createPage(width, height, seed);
        const bits = page.bits.map((byte, i) => (i % page.rowBytes === page.rowBytes - 1 ? 0 : byte));
        const graphic = read(name, { ...page, bits }, DEFAULT_PRINTER_SETTINGS);
        const right = inkOnMedia(graphic, graphic.rowBytes * 8, height).filter(
          (_, i) => i % (graphic.rowBytes * 8) >= width,
        );
        expect(right).not.toContain(true);
      }),
      { numRuns: 20 },
    );
  });

  test('sends the printer no unrequested command', () => {
    const { commands } = read(name, createPage(40, 30, 1), DEFAULT_PRINTER_SETTINGS);
    expect(commands.join(' | ')).toMatchSnapshot();
  });

  test('encodes darkness, speed, media and finish in the language, within their steps', () => {
    const { darkness, speed, media, finishes } = LANGUAGES[name];
    const all = finishes.length === 0 ? [null] : finishes;
    const written = media.flatMap((kind) =>
      all.map((finish) => {
        const chosen = settings({ darkness: 99, speed: -99, media: kind, gapMm: 2.5, finish });
        return `${kind} ${finish}: ${read(name, createPage(40, 30, 1), chosen).commands.join(' | ')}`;
      }),
    );
    expect({ darkness, speed, written }).toMatchSnapshot();
  });

  test('prints the copies', () => {
    const one = read(name, createPage(40, 30, 1), DEFAULT_PRINTER_SETTINGS);
    const three = read(name, createPage(40, 30, 1, 3), DEFAULT_PRINTER_SETTINGS);
    const sheets = (graphic: PrintedGraphic): number => (graphic.ink.length / (5 * 30)) * graphic.copies;
    expect([sheets(one), sheets(three)]).toEqual([1, 3]);
  });
});

describe('ZPL as another program draws it', () => {
  test.each(ZPL_GRAPHICS)('%s has every dot', async (graphics) => {
    const { api } = await zplRenderer;
    const [width, height] = [320, 240];
    const page = createPage(width, height, 5);
    const text = Buffer.concat([...encodeZpl(page, DEFAULT_PRINTER_SETTINGS, graphics)]).toString('latin1');
    const drawn = PNG.sync.read(Buffer.from(await api.zplToBase64Async(text, width / 8, height / 8, 8), 'base64'));
    expect([drawn.width, drawn.height]).toEqual([width, height]);
    const wrong = Array.from({ length: width * height }, (_, i) => i).filter(
      (i) => (drawn.data[i * 4] ?? 0) < 128 !== isInk(page, i % width, Math.floor(i / width)),
    );
    expect(wrong).toEqual([]);
  });

  test('has the same bytes whether pako or Node’s zlib compresses the dots', () => {
    const page = createPage(944, 1181, 1);
    const [own, given] = [undefined, (rows: Uint8Array) => deflateSync(rows)].map((compress) =>
      Buffer.concat([...LANGUAGES.zpl.encode(page, DEFAULT_PRINTER_SETTINGS, compress)]),
    );
    expect(given).toEqual(own);
  });

  test('has the page dot for dot where the kernel compresses the dots', () => {
    fc.assert(
      fc.property(fc.record(sizes), ({ width, height, seed }) => {
        const page = createPage(width, height, seed);
        const commands = LANGUAGES.zpl.encode(page, DEFAULT_PRINTER_SETTINGS, deflateBareRows);
        const graphic = READERS.zpl(Buffer.concat([...commands]));
        const expected = Array.from({ length: width * height }, (_, i) =>
          isInk(page, i % width, Math.floor(i / width)),
        );
        expect(inkOnMedia(graphic, width, height)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('is a fraction of the dots’ bytes for mostly empty pages', () => {
    const page = { ...createPage(944, 1181, 1), bits: new Uint8Array(118 * 1181).fill(0xff) };
    const lengths = ZPL_GRAPHICS.map(
      (graphics) => Buffer.concat([...encodeZpl(page, DEFAULT_PRINTER_SETTINGS, graphics)]).length,
    );
    expect(Math.max(...lengths)).toBeLessThan(2_000);
  });
});
