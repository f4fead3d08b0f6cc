import type { FontExtension } from '../files/file-store.ts';

/** By the first four bytes (OpenType 1.9, WOFF 1.0, WOFF 2.0). */
const SIGNATURES: Readonly<Record<string, FontExtension>> = {
  '00010000': 'ttf',
  '74727565': 'ttf',
  '4f54544f': 'otf',
  '774f4646': 'woff',
  '774f4632': 'woff2',
};

/** What kind of font file it says to be; null for none. What is in it is looked at where it is drawn with. */
export function sniffFont(bytes: Buffer): FontExtension | null {
  return SIGNATURES[bytes.toString('hex', 0, 4)] ?? null;
}
