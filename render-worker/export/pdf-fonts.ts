import { deflate } from 'pako';
import type { FaceId } from '#model/elements/base/display-op.ts';
import { latin1, type PdfBody } from '#model/page/pdf-body.ts';
import type { FaceFiles } from './face-files.ts';
import { Sha256 } from '../kernel/sha256.ts';
import type { FontFile } from './font-file.ts';

/** Glyph widths and boxes of PDF fonts are in thousandths of the em. */
const PER_EM = 1000;
/** FontDescriptor flags (ISO 32000-1, table 123). */
const SYMBOLIC = 4;
const ITALIC = 64;
/** Maximum entries of one `beginbfchar`. */
const CHARACTERS_AT_ONCE = 100;

/** A face in a PDF. Codes are assigned as glyphs occur: one for each pair of a glyph and its text. */
export interface PdfFont {
  /** The object number that pages reference. */
  readonly number: number;
  readonly file: FontFile;
  /** The code of a glyph: 1, 2, 3 …; 0 is the missing glyph. */
  code(glyph: number, text: string): number;
}

/** The fonts of one PDF. They are written last, when all glyphs of all pages are known. */
export class PdfFonts {
  readonly #body: PdfBody;
  readonly #files: FaceFiles;
  readonly #fonts = new Map<FaceId, UsedFont>();

  constructor(body: PdfBody, files: FaceFiles) {
    this.#body = body;
    this.#files = files;
  }

  /** The face must be open. */
  font(face: FaceId): PdfFont {
    let font = this.#fonts.get(face);
    if (font === undefined) {
      font = new UsedFont(this.#body.reserve(), this.#files.file(face));
      this.#fonts.set(face, font);
    }
    return font;
  }

  /** Embeds every font with the glyphs that were used. */
  async write(): Promise<void> {
    for (const font of this.#fonts.values()) await writeFont(this.#body, font);
  }
}

class UsedFont implements PdfFont {
  readonly number: number;
  readonly file: FontFile;
  /** The glyph at index i has the code i + 1. */
  readonly glyphs: number[] = [];
  readonly texts: string[] = [];
  readonly #codes = new Map<string, number>();

  constructor(number: number, file: FontFile) {
    this.number = number;
    this.file = file;
  }

  code(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      this.glyphs.push(glyph);
      this.texts.push(text);
      code = this.glyphs.length;
      this.#codes.set(key, code);
    }
    return code;
  }
}

async function writeFont(body: PdfBody, font: UsedFont): Promise<void> {
  const { file, glyphs } = font;
  const subset = file.subset(glyphs);
  const name = `${subsetTag(subset)}+${file.postscriptName.replace(/[^\w-]/g, '') || 'Font'}`;
  const scale = PER_EM / file.unitsPerEm;
  const round = (units: number): number => Math.round(units * scale);
  const program = await writeStream(
    body,
    subset,
    file.isCff ? '/Subtype /CIDFontType0C ' : `/Length1 ${subset.length} `,
  );
  const flags = SYMBOLIC | (file.italicAngle === 0 ? 0 : ITALIC);
  const descriptor = await body.object(
    `<< /Type /FontDescriptor /FontName /${name} /Flags ${flags} /FontBBox [${file.bounds.map(round).join(' ')}] ` +
      `/ItalicAngle ${Math.round(file.italicAngle)} /Ascent ${round(file.ascent)} /Descent ${round(file.descent)} ` +
      `/CapHeight ${round(file.capHeight)} /StemV 80 /FontFile${file.isCff ? 3 : 2} ${program} 0 R >>`,
  );
  const widths = glyphs.map((glyph) => Number((file.advance(glyph) * scale).toFixed(2)));
  const descendant = await body.object(
    `<< /Type /Font /Subtype /CIDFontType${file.isCff ? 0 : 2} /BaseFont /${name} ` +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
      `/FontDescriptor ${descriptor} 0 R /DW ${round(file.advance(0))} /W [1 [${widths.join(' ')}]]` +
      `${file.isCff ? '' : ' /CIDToGIDMap /Identity'} >>`,
  );
  const unicode = await writeStream(body, latin1(toUnicodeMap(font.texts)), '');
  await body.object(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
    null,
    font.number,
  );
}

/** A compressed stream object. `entries` are further entries of its dictionary, with a space after each. */
export function writeStream(body: PdfBody, bytes: Uint8Array, entries: string, number?: number): Promise<number> {
  const compressed = deflate(bytes);
  return body.object(
    `<< ${entries}/Filter /FlateDecode /Length ${compressed.length} >>`,
    compressed,
    number ?? body.reserve(),
  );
}

/**
 * Six letters that name the subset (ISO 32000-1, 9.6.4), derived from its bytes so that the same labels give the same
 * file.
 */
function subsetTag(subset: Uint8Array): string {
  const hash = new Sha256();
  hash.update(subset);
  return Array.from(hash.digest().subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** A CMap from codes to UTF-16 (ISO 32000-1, 9.10.3). */
function toUnicodeMap(texts: readonly string[]): string {
  const lines = texts.map((text, i) => `<${hex4(i + 1)}> <${utf16Hex(text)}>`).filter((_, i) => texts[i] !== '');
  const parts = [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange',
  ];
  for (let first = 0; first < lines.length; first += CHARACTERS_AT_ONCE) {
    const some = lines.slice(first, first + CHARACTERS_AT_ONCE);
    parts.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  parts.push('endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n');
  return parts.join('\n');
}

export function hex4(value: number): string {
  return value.toString(16).padStart(4, '0');
}

/** UTF-16, big endian, in hexadecimal. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += hex4(text.charCodeAt(i));
  return hex;
}
