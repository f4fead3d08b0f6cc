import { abilitiesOf } from '#protocol/language-abilities.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/**
 * The bytes that end an interrupted page when `leftBytes` of it were not certainly accepted. A printer that counts the
 * bytes of a graphic still waits for the rest, and would read the next page as a part of it.
 */
export function endOfBrokenPage(language: PrinterLanguageName, leftBytes: number): Uint8Array {
  const text = abilitiesOf(language).afterInterruption;
  if (text === null) return new Uint8Array(0);
  const bytes = new Uint8Array(leftBytes + text.length);
  bytes.set(new TextEncoder().encode(text), leftBytes);
  return bytes;
}
