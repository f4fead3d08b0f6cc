import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/* Pictures and fonts inside documents that are expensive to read. */

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
);

function filled(length: number, value: number): number[] {
  return Array.from({ length }, () => value);
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

/** The beginning of a JPEG 2000 codestream: SOC, SIZ, and no tile. */
export function jpeg2000(width: number, height: number): Uint8Array {
  const size = [0, 0, ...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0)];
  const tiles = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0)];
  const components = [0, 1, 7, 1, 1];
  const siz = [...size, ...tiles, ...components];
  const cod = [0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 0];
  const qcd = [0xff, 0x5c, 0, 19, 0x40, ...filled(16, 0x48)];
  const tile = [0xff, 0x90, 0, 10, 0, 0, ...uint32(0), 0, 1, 0xff, 0x93, 0, 0, 0, 0, 0xff, 0xd9];
  return Uint8Array.from([0xff, 0x4f, 0xff, 0x51, 0, siz.length + 2, ...siz, ...cod, ...qcd, ...tile]);
}

/** Segments of a JBIG2 page (ITU-T T.88, 7.2 and 7.4): the page, and a generic region that fills it with few bytes. */
export function jbig2(width: number, height: number): Uint8Array {
  const info = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0, 0, 0];
  const region = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0];
  const data = [...region, 0, 3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe, ...filled(200, 0)];
  return Uint8Array.from([
    ...uint32(0),
    48,
    0,
    1,
    ...uint32(info.length),
    ...info,
    ...uint32(1),
    38,
    0,
    1,
    ...uint32(data.length),
    ...data,
  ]);
}

/** A progressive JPEG with more scans than it needs. */
export function jpeg(width: number, height: number): Uint8Array {
  const sof = [0xff, 0xc2, 0, 11, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  const table = [0xff, 0xdb, 0, 67, 0, ...filled(64, 1)];
  const codes = [0xff, 0xc4, 0, 20, 0, 1, ...filled(15, 0), 0];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0];
  const scans = Array.from({ length: 500 }, () => [...scan, 0, 0]).flat();
  return Uint8Array.from([0xff, 0xd8, ...table, ...sof, ...codes, ...scans, 0xff, 0xd9]);
}

/** A bare CFF font (Adobe TN 5176) in which each letter calls a subroutine that calls itself twice. */
export function bareFont(): Uint8Array {
  const index = (...items: readonly (readonly number[])[]): number[] => {
    if (items.length === 0) return [0, 0];
    let at = 1;
    const offsets = [at, ...items.map((item) => (at += item.length))];
    return [items.length >> 8, items.length & 0xff, 2, ...offsets.flatMap((o) => [o >> 8, o & 0xff]), ...items.flat()];
  };
  const glyphs = index(...Array.from({ length: 100 }, () => [32, 29, 14]));
  const subroutines = index([32, 29, 32, 29, 11]);
  const number = (value: number): number[] => [29, ...uint32(value)];
  const top = (at: number): number[] => [...number(at), 17];
  const head = [1, 0, 4, 2, ...index([...Buffer.from('Odd')])];
  const rest = (at: number): number[] => [...index(top(at)), ...index(), ...subroutines];
  return Uint8Array.from([...head, ...rest(head.length + rest(0).length), ...glyphs]);
}

/** A valid font whose glyphs are all made of themselves (OpenType 1.9, glyf: composite glyphs). */
export function fontMadeOfItself(): Uint8Array {
  const font = Buffer.from(readFileSync(FONT));
  const table = (tag: string): number => font.readUInt32BE(font.indexOf(tag, 12, 'latin1') + 8);
  const [glyf, loca, head] = [table('glyf'), table('loca'), table('head')];
  const isLong = font.readInt16BE(head + 50) === 1;
  const offset = (i: number): number =>
    isLong ? font.readUInt32BE(loca + 4 * i) : font.readUInt16BE(loca + 2 * i) * 2;
  const count = font.readUInt16BE(table('maxp') + 4);
  for (let i = 0; i < count; i++) {
    const [from, to] = [glyf + offset(i), glyf + offset(i + 1)];
    if (to - from < 24) continue;
    // Made of glyph i, twice: MORE_COMPONENTS in the first of them.
    font.writeInt16BE(-1, from);
    font.set([0x00, 0x20, i >> 8, i & 0xff, 0, 0, 0x00, 0x00, i >> 8, i & 0xff, 0, 0], from + 10);
  }
  return font;
}
