import { inflateSync } from 'node:zlib';
import type { PageBits } from '#printing/languages/printed-page.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { PrinterLanguageName, PrinterSettings } from '#protocol/printer-settings.ts';
import { pngImageData } from '#render-worker/png/png-image-data.ts';

/** A page as a printer takes it. It is a 1-bit PNG of ours. */
export function printerCommands(
  png: Uint8Array,
  name: PrinterLanguageName,
  settings: PrinterSettings,
  dpi: number,
): Uint8Array {
  return Buffer.concat([...LANGUAGES[name].encode({ ...bitsOf(png), dpi, copies: 1 }, settings)]);
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
