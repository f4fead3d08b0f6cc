import { inflateSync } from 'node:zlib';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { PrinterLanguageName, PrinterSettings } from '#protocol/printer-settings.ts';
import { pageBits } from '#render-worker/png/page-bits.ts';

/** A page as a printer takes it. It is a 1-bit PNG of ours. */
export function printerCommands(
  png: Uint8Array,
  name: PrinterLanguageName,
  settings: PrinterSettings,
  dpi: number,
): Uint8Array {
  return Buffer.concat([...LANGUAGES[name].encode({ ...pageBits(png, inflateSync), dpi, copies: 1 }, settings)]);
}
