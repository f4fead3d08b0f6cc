import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

const NONE = new Uint8Array(0);

/**
 * The bytes that end an interrupted page when `leftBytes` of it were not certainly accepted. A printer that counts the
 * bytes of a graphic still waits for the rest, and would read the next page as a part of it.
 */
export function endOfBrokenPage(language: PrinterLanguageName, leftBytes: number): Uint8Array {
  switch (language) {
    // The next command ends the data of `^GF`.
    case 'zpl':
    case 'pwg':
      return NONE;
    // A line end would feed paper. The printer ignores surplus zero bytes.
    case 'escpos':
      return new Uint8Array(leftBytes);
    case 'tspl':
    case 'epl':
      return followed(leftBytes, '\r\n');
    // Its session continues until it is printed or canceled.
    case 'cpcl':
      return followed(leftBytes, '\r\nABORT\r\n');
  }
}

function followed(leftBytes: number, text: string): Uint8Array {
  const bytes = new Uint8Array(leftBytes + text.length);
  bytes.set(new TextEncoder().encode(text), leftBytes);
  return bytes;
}
