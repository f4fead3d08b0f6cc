import type { Font } from 'fontkit';

/** A part of a glyph's outline, in font units, y upwards: points x0, y0, x1, y1 … */
export interface OutlineCommand {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  readonly args: readonly number[];
}

/** What exports need of a font's file. Lengths are in font units. */
export interface FontFile {
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly bounds: readonly [left: number, bottom: number, right: number, top: number];
  /** True when outlines are Type 2 charstrings (OTF), false for TrueType. */
  readonly isCff: boolean;
  advance(glyph: number): number;
  outline(glyph: number): readonly OutlineCommand[];
  /** False for a file that can be used for drawing, but not reduced to some of its glyphs and so not embedded. */
  canSubset(): boolean;
  /** A font of only these glyphs, after glyph 0: TrueType, or bare CFF. A glyph may occur twice. */
  subset(glyphs: readonly number[]): Uint8Array<ArrayBuffer>;
}

/** The list inside the subset. `includeGlyph` would not let a glyph occur twice. */
interface OpenSubset {
  readonly glyphs: number[];
  encode(): Uint8Array;
}

/** "wOF2" (WOFF 2.0, 4.1). */
const WOFF2 = [0x77, 0x4f, 0x46, 0x32];

/**
 * Opens TTF, OTF, WOFF and WOFF2; rejects when it is no font. The font library is loaded here, because nothing else
 * needs it.
 */
export async function openFontFile(bytes: Uint8Array): Promise<FontFile> {
  const { create } = await import('fontkit');
  const plain = await withoutWoff2(bytes);
  const opened = create(plain as Parameters<typeof create>[0]);
  if (!('getGlyph' in opened)) throw new Error('a collection of fonts');
  return describe(opened as Font);
}

/**
 * WOFF2 packs the outlines so that no single glyph can be taken out. The file is turned back into the TTF or OTF that
 * it was made of.
 */
async function withoutWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  if (WOFF2.some((byte, i) => bytes[i] !== byte)) return bytes;
  const { default: decompress } = await import('woff2-encoder/decompress');
  return decompress(bytes);
}

function describe(font: Font): FontFile {
  const { minX, minY, maxX, maxY } = font.bbox;
  return {
    postscriptName: font.postscriptName,
    unitsPerEm: font.unitsPerEm,
    ascent: font.ascent,
    descent: font.descent,
    capHeight: font.capHeight,
    italicAngle: font.italicAngle,
    bounds: [minX, minY, maxX, maxY],
    isCff: 'CFF ' in (font as unknown as { directory: { tables: object } }).directory.tables,
    advance: (glyph) => font.getGlyph(glyph).advanceWidth,
    outline: (glyph) => font.getGlyph(glyph).path.commands,
    canSubset() {
      try {
        font.createSubset().encode();
        return true;
      } catch {
        return false;
      }
    },
    subset(glyphs) {
      const subset = font.createSubset() as unknown as OpenSubset;
      subset.glyphs.push(...glyphs);
      return new Uint8Array(subset.encode());
    },
  };
}
