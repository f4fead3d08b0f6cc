import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

const NONE = new Uint8Array(0);

/**
 * What ends a page that broke off when `leftBytes` of it were not surely taken. A printer that counts the bytes of a graphic
 * still waits for the rest, and would take the next page for it.
 */
export function endOfBrokenPage(language: PrinterLanguageName, leftBytes: number): Uint8Array {
  switch (language) {
    // The next command ends the data of `^GF`.
    case 'zpl':
    case 'pwg':
      return NONE;
    // A line's end would feed paper. What is too much is no character to it.
    case 'escpos':
      return new Uint8Array(leftBytes);
    case 'tspl':
    case 'epl':
      return followed(leftBytes, '\r\n');
    // Its session goes on until it is printed or given up.
    case 'cpcl':
      return followed(leftBytes, '\r\nABORT\r\n');
  }
}

function followed(leftBytes: number, text: string): Uint8Array {
  const bytes = new Uint8Array(leftBytes + text.length);
  bytes.set(new TextEncoder().encode(text), leftBytes);
  return bytes;
}
