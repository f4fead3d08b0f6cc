import type { FontDescription } from '#protocol/render.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';

/** The largest font file that is accepted. */
export const FONT_MAX_BYTES: number = 20 * 1024 * 1024;

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const WEIGHT_AT = 4;
const SELECTION_AT = 62;
const ITALIC = 1;
const OBLIQUE = 0x200;
/**
 * "wOFF" and "wOF2". Both contain the length of their file (WOFF 1.0 and 2.0, 4.1), which is checked because Skia
 * accepts a part of such a file as a font.
 */
const PACKED = [0x774f4646, 0x774f4632];
const PACKED_LENGTH_AT = 8;

/**
 * Content of a TTF, OTF, WOFF or WOFF2 file. Skia must be able to draw with it. Weight and slant are read from TTF and
 * OTF; packed files count as regular.
 */
export function inspectFont(skia: Skia, bytes: Uint8Array): Result<FontDescription> {
  if (bytes.length > FONT_MAX_BYTES) return err(problem('font.tooLarge', { limit: FONT_MAX_BYTES / 1024 / 1024 }));
  const typeface = skia.Typeface.MakeTypefaceFromData(bytes.slice().buffer);
  if (typeface === null) return err(problem('font.unusable'));
  try {
    const family = typeface.getFamilyName().trim();
    if (family === '' || typeface.getGlyphIDs('A0中ا').every((glyph) => glyph === 0))
      return err(problem('font.unusable'));
    const style = readStyle(bytes);
    return style === null ? err(problem('font.unusable')) : ok({ family, ...style });
  } finally {
    typeface.delete();
  }
}

/** Weight and slant from the table OS/2 (OpenType 1.9, usWeightClass and fsSelection); null for a truncated file. */
function readStyle(bytes: Uint8Array): Omit<FontDescription, 'family'> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const regular = { weight: 400, italic: false };
  if (bytes.length < HEADER_BYTES) return regular;
  const signature = view.getUint32(0);
  if (PACKED.includes(signature)) return view.getUint32(PACKED_LENGTH_AT) === bytes.length ? regular : null;
  if (signature !== 0x00010000 && signature !== 0x4f54544f && signature !== 0x74727565) return regular;
  const tables = view.getUint16(4);
  let style = regular;
  for (let at = HEADER_BYTES, i = 0; i < tables && at + RECORD_BYTES <= bytes.length; i++, at += RECORD_BYTES) {
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset + length > bytes.length) return null;
    if (view.getUint32(at) !== 0x4f532f32 || length < SELECTION_AT + 2) continue;
    const weight = Math.min(1000, Math.max(1, view.getUint16(offset + WEIGHT_AT)));
    style = { weight, italic: (view.getUint16(offset + SELECTION_AT) & (ITALIC | OBLIQUE)) !== 0 };
  }
  return style;
}
