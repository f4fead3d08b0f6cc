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
  /** False for a file that can be used for drawing, but not subset and so not embedded. */
  canSubset(): boolean;
  /** A font of only these glyphs, after glyph 0: TrueType, or bare CFF. A glyph may occur twice. */
  subset(glyphs: readonly number[]): Uint8Array<ArrayBuffer>;
}

/** The list inside the subset. `includeGlyph` would not allow duplicate glyphs. */
interface OpenSubset {
  readonly glyphs: number[];
  encode(): Uint8Array;
}

/** Thrown for a file that is found to be invalid only when its glyphs are used. */
export class BrokenFontError extends Error {
  readonly family: string;

  constructor(family: string, cause: unknown) {
    super(`the file of ${family} is damaged`, { cause });
    this.family = family;
  }
}

/** "wOF2" (WOFF 2.0, 4.1). */
const WOFF2 = [0x77, 0x4f, 0x46, 0x32];

/** Maximum letters of all names in a file; fonts have some thousand. Each of them is decoded, and names may overlap. */
const MOST_NAME_BYTES = 4 * 1024 * 1024;
/** Maximum bytes of programs for one glyph; a Chinese character takes some hundred. */
const MOST_STEPS = 100_000;
/** Cost of a component of a composite glyph; nested components count too. */
const STEPS_OF_PART = 100;

/** The used parts of the font library that its types lack. */
interface OpenTables {
  readonly directory: { readonly tables: object };
  /** Outlines as Type 2 charstrings. */
  readonly 'CFF '?: { readonly stream: TableStream };
  readonly CFF2?: { readonly stream: TableStream };
  _getTableStream(tag: string): TableStream | null;
}

interface TableStream {
  pos: number;
  readUInt8(): number;
  readUInt16BE(): number;
}

/**
 * Opens TTF, OTF, WOFF and WOFF2; rejects when it is no font. The result throws a `BrokenFontError` when it cannot be
 * used after all. The font library is loaded here, because nothing else needs it.
 */
export async function openFontFile(bytes: Uint8Array, family: string): Promise<FontFile> {
  const { create } = await import('fontkit');
  const plain = await withoutWoff2(bytes);
  const opened = create(plain as Parameters<typeof create>[0]);
  if (!('getGlyph' in opened)) throw new Error('a collection of fonts');
  const font = opened as Font & OpenTables;
  if (nameBytes(font) > MOST_NAME_BYTES) throw new Error('names without end');
  return describe(font, family);
}

/** Total length of the names in bytes (OpenType 1.9, name). */
function nameBytes(font: OpenTables): number {
  const names = font._getTableStream('name');
  if (names === null) return 0;
  const start = names.pos + 2;
  names.pos = start;
  const count = names.readUInt16BE();
  let sum = 0;
  for (let i = 0; i < count; i++) {
    names.pos = start + 4 + 12 * i + 8;
    sum += names.readUInt16BE();
  }
  return sum;
}

/**
 * WOFF2 packs the outlines so that no single glyph can be extracted. This converts the file back into its original TTF
 * or OTF.
 */
async function withoutWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  if (WOFF2.some((byte, i) => bytes[i] !== byte)) return bytes;
  const { default: decompress } = await import('woff2-encoder/decompress');
  return decompress(bytes);
}

function describe(font: Font & OpenTables, family: string): FontFile {
  const { minX, minY, maxX, maxY } = font.bbox;
  // All tables are read from one stream; only what glyphs take is counted.
  let left = Number.POSITIVE_INFINITY;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new Error('a glyph without end');
  };
  // The library calls this for each component of a glyph, however deeply they are nested, and for each byte of a
  // glyph's program, however often its parts call each other.
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (...asked) => {
    spend(STEPS_OF_PART);
    return getGlyph(...asked);
  };
  const programs = (font['CFF '] ?? font.CFF2)?.stream;
  if (programs !== undefined) {
    const readByte = programs.readUInt8.bind(programs);
    programs.readUInt8 = () => {
      spend(1);
      return readByte();
    };
  }
  const use = <T>(glyphs: number, take: () => T): T => {
    left = glyphs * MOST_STEPS;
    try {
      return take();
    } catch (cause) {
      throw new BrokenFontError(family, cause);
    } finally {
      left = Number.POSITIVE_INFINITY;
    }
  };
  return {
    postscriptName: font.postscriptName ?? '',
    unitsPerEm: font.unitsPerEm,
    ascent: font.ascent,
    descent: font.descent,
    capHeight: font.capHeight,
    italicAngle: font.italicAngle,
    bounds: [minX, minY, maxX, maxY],
    isCff: 'CFF ' in font.directory.tables,
    advance: (glyph) => use(1, () => font.getGlyph(glyph).advanceWidth),
    outline: (glyph) => use(1, () => font.getGlyph(glyph).path.commands),
    canSubset() {
      try {
        use(1, () => font.createSubset().encode());
        return true;
      } catch {
        return false;
      }
    },
    subset: (glyphs) =>
      use(glyphs.length + 1, () => {
        const subset = font.createSubset() as unknown as OpenSubset;
        subset.glyphs.push(...glyphs);
        return new Uint8Array(subset.encode());
      }),
  };
}
