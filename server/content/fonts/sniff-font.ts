import type { FontExtension } from '../../core/files/file-store.ts';

/** Font formats by the first four bytes of a file (OpenType 1.9, WOFF 1.0, WOFF 2.0). */
const SIGNATURES: Readonly<Record<string, FontExtension>> = {
  '00010000': 'ttf',
  '74727565': 'ttf',
  '4f54544f': 'otf',
  '774f4646': 'woff',
  '774f4632': 'woff2',
};

/** The kind of font file by its signature; null for none. The rest is checked when the font is used. */
export function sniffFont(bytes: Buffer): FontExtension | null {
  return SIGNATURES[bytes.toString('hex', 0, 4)] ?? null;
}
