import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { PageBits } from '#printing/languages/printed-page.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { PrinterLanguageName, PrinterSettings } from '#protocol/printer-settings.ts';
import { pngImageData } from '#render-worker/png/png-image-data.ts';
import { createFileWriter, type PieceWriter } from './page-writers.ts';

/**
 * Writes `pages.zpl` or the like: all pages, as the printer takes them, in one file. The pieces are 1-bit PNGs of ours.
 * Without a page there is none.
 */
export async function createPrinterWriter(
  name: PrinterLanguageName,
  settings: PrinterSettings,
  dpi: number,
  directory: string,
): Promise<PieceWriter> {
  const language = LANGUAGES[name];
  const file = await createFileWriter(join(directory, `pages.${language.extension}`));
  let isFirst = true;
  return {
    ...file,
    async add(png) {
      if (isFirst) await file.add(language.opening);
      isFirst = false;
      for (const part of language.encode({ ...bitsOf(png), dpi, copies: 1 }, settings)) await file.add(part);
    },
  };
}

/** The dots of a page that our own writer made: 1 bit of grey, every row without a filter. */
function bitsOf(png: Uint8Array): PageBits {
  const view = new DataView(png.buffer, png.byteOffset);
  const [widthDots, heightDots] = [view.getUint32(16), view.getUint32(20)];
  const rowBytes = Math.ceil(widthDots / 8);
  const filtered = inflateSync(pngImageData(png));
  if (filtered.length !== (rowBytes + 1) * heightDots) throw new Error('a page is no 1-bit PNG');
  const bits = new Uint8Array(rowBytes * heightDots);
  for (let y = 0; y < heightDots; y++) {
    const from = y * (rowBytes + 1);
    if (filtered[from] !== 0) throw new Error('a page has rows with a filter');
    bits.set(filtered.subarray(from + 1, from + 1 + rowBytes), y * rowBytes);
  }
  return { widthDots, heightDots, rowBytes, bits };
}
