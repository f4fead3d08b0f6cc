import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const OSWALD = fileURLToPath(import.meta.resolve('@expo-google-fonts/oswald/400Regular/Oswald_400Regular.ttf'));

/** Null for a table that is left out. */
type Tables = Readonly<Record<string, Uint8Array | null>>;

const u16 = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((v) => [(v >> 8) & 0xff, v & 0xff]));
const u32 = (...values: readonly number[]): Buffer =>
  Buffer.from(values.flatMap((v) => [v >>> 24, (v >>> 16) & 0xff, (v >>> 8) & 0xff, v & 0xff]));
const times = (count: number, part: Uint8Array): Buffer => Buffer.concat(Array.from({ length: count }, () => part));

/** The tables of a valid font (OpenType 1.9, table directory). */
function soundTables(): Readonly<Record<string, Buffer>> {
  const font = readFileSync(OSWALD);
  const tables: Record<string, Buffer> = {};
  for (let i = 0, at = 12; i < font.readUInt16BE(4); i++, at += 16) {
    const from = font.readUInt32BE(at + 8);
    tables[font.toString('latin1', at, at + 4)] = Buffer.from(font.subarray(from, from + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** The valid font with these tables in place of its own. */
function withTables(
  change: (sound: Readonly<Record<string, Buffer>>) => Tables,
  signature = 0x00010000,
): Uint8Array<ArrayBuffer> {
  const sound = soundTables();
  const tables = Object.entries({ ...sound, ...change(sound) } as Tables)
    .flatMap(([tag, bytes]) => (bytes === null ? [] : [[tag, bytes] as const]))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  let at = 12 + 16 * tables.length;
  const records = tables.map(([tag, bytes]) => {
    const record = Buffer.concat([Buffer.from(tag, 'latin1'), u32(0, at, bytes.length)]);
    at += (bytes.length + 3) & ~3;
    return record;
  });
  const bodies = tables.flatMap(([, bytes]) => [bytes, Buffer.alloc(-bytes.length & 3)]);
  return new Uint8Array(Buffer.concat([u32(signature), u16(tables.length, 0, 0, 0), ...records, ...bodies]));
}

/** GSUB or GPOS of one script and one feature that is applied to all text, with these lookups. */
function layout(feature: string, lookups: readonly Uint8Array[]): Buffer {
  const scripts = Buffer.concat([u16(1), Buffer.from('DFLT'), u16(8), u16(4, 0), u16(0, 0xffff, 1, 0)]);
  const indices = lookups.map((_, i) => i);
  const features = Buffer.concat([u16(1), Buffer.from(feature), u16(8), u16(0, lookups.length, ...indices)]);
  let offset = 2 + 2 * lookups.length;
  const offsets = lookups.map((lookup) => (offset += lookup.length) - lookup.length);
  const list = Buffer.concat([u16(lookups.length, ...offsets), ...lookups]);
  return Buffer.concat([
    u16(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length),
    scripts,
    features,
    list,
  ]);
}

/** A lookup with one subtable; `overlapping` lists that subtable this many times. */
function lookup(type: number, subtable: Uint8Array, overlapping = 1): Buffer {
  const head = 6 + 2 * overlapping;
  return Buffer.concat([u16(type, 0, overlapping), times(overlapping, u16(head)), subtable]);
}

const ALL = 0xffff;
/** As many ranges as a table can have, and each has all glyphs. */
const allRanges = (): Buffer => Buffer.concat([u16(2, ALL), times(ALL, u16(0, ALL, 1))]);
/** All glyphs once. */
const every = u16(2, 1, 0, ALL, 0);
/** A list with as many entries as it can have, all of them the same offset, and words that can be parsed as lists after it. */
const overlap = (offset: number): Buffer => Buffer.concat([u16(0x3fff), times(0x7fff, u16(offset))]);

/** Fonts that are expensive to read. */
export const HOSTILE_FONTS: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'rules for 65,535 times all glyphs': () =>
    withTables(() => ({ GSUB: layout('liga', [lookup(1, Buffer.concat([u16(1, 6, 1), allRanges()]))]) })),
  'classes of 65,535 times all glyphs': () =>
    withTables(() => ({ GDEF: Buffer.concat([u16(1, 0, 12, 0, 0, 0), allRanges()]) })),
  'ligatures whose lists overlap': () =>
    withTables(() => ({ GSUB: layout('liga', [lookup(4, Buffer.concat([u16(1, 6), overlap(6)]))]) })),
  'rules of classes whose lists overlap': () =>
    withTables(() => ({ GSUB: layout('calt', [lookup(6, Buffer.concat([u16(2, 2, 2, 2, 2), overlap(10)]))]) })),
  'a lookup that lists one part 30,000 times': () =>
    withTables(() => ({ GSUB: layout('liga', [lookup(4, Buffer.concat([u16(1, 6), overlap(6)]), 30_000)]) })),
  'scripts and features that are one another': () => {
    const words = times(0x7ff0, u16(0x2));
    return withTables(() => ({ GSUB: Buffer.concat([u16(1, 0, 10, 10, 10), u16(0x7000), words]) }));
  },
  'a rule that applies itself': () => {
    const itself = Buffer.concat([u16(3, 1, 4, 16, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3), every]);
    return withTables(() => ({ GSUB: layout('calt', [lookup(5, Buffer.concat([itself, every, every]))]) }));
  },
  'each glyph becomes sixty, six times': () => {
    const sequence = Buffer.concat([u16(60), times(60, u16(40))]);
    const subtable = Buffer.concat([u16(1, 8, 1, 14), u16(1, 1, 40), sequence]);
    // Each character has that glyph.
    const groups = Array.from({ length: 95 }, (_, i) => [0x20 + i, 0x20 + i, 40]).flat();
    return withTables(() => ({
      GSUB: layout(
        'ccmp',
        Array.from({ length: 6 }, () => lookup(2, subtable)),
      ),
      cmap: characters(95, groups),
    }));
  },
  'pairs that move each other 30,000 times': () =>
    withTables(() => ({
      GPOS: layout('kern', [lookup(2, Buffer.concat([u16(1, 10, 4, 0, 1, 0, 1), every]), 30_000)]),
    })),
  'characters in two thousand million groups': () =>
    withTables(() => ({ cmap: characters(0x7fffffff, [0, 0x10ffff, 0]) })),
  'one group of all characters there could be': () =>
    withTables(() => ({ cmap: characters(1, [0, 0xffffffff, 0xffffffff]) })),
  'glyphs that are made of themselves': () =>
    withTables(({ glyf, loca, head }) => ({ glyf: madeOfThemselves(glyf, loca, head) })),
  'glyphs that are made of the next one five times': () =>
    withTables(({ glyf, loca, head }) => ({ glyf: madeOfNext(glyf, loca, head) })),
  'subroutines that call the next one twenty times': () =>
    withTables(
      () => ({
        'CFF ': callingFont(),
        maxp: Buffer.concat([u32(0x00005000), u16(100)]),
        cmap: characters(95, Array.from({ length: 95 }, (_, i) => [0x20 + i, 0x20 + i, 1 + (i % 90)]).flat()),
        glyf: null,
        loca: null,
      }),
      0x4f54544f,
    ),
  'as many glyphs as there can be, without outlines': () =>
    withTables(({ maxp = Buffer.alloc(6) }) => {
      const more = Buffer.from(maxp);
      more.writeUInt16BE(ALL, 4);
      return { maxp: more };
    }),
  'outlines beyond their table': () => withTables(({ loca }) => ({ loca: Buffer.from(loca ?? []).fill(0xfe) })),
  'no program of a glyph that ends': () =>
    // JMPR to itself (TrueType instruction set): PUSHW -3, JMPR.
    withTables(() => ({ fpgm: Buffer.from([0xb8, 0xff, 0xfd, 0x1c]), prep: Buffer.from([0xb8, 0xff, 0xfd, 0x1c]) })),
  'functions that call themselves': () =>
    // PUSHB 0, FDEF, PUSHB 0, CALL, PUSHB 0, CALL, ENDF.
    withTables(() => ({
      fpgm: Buffer.from([0xb0, 0, 0x2c, 0xb0, 0, 0x2b, 0xb0, 0, 0x2b, 0x2d]),
      prep: Buffer.from([0xb0, 0, 0x2b]),
    })),
  'names that begin beyond their table': () =>
    withTables(() => ({ name: Buffer.concat([u16(0, ALL, ALL), times(ALL, u16(3, 1, 0x409, 1, ALL, ALL))]) })),
  'a name of 60,000 letters': () =>
    withTables(() => ({
      name: Buffer.concat([u16(0, 1, 18, 3, 1, 0x409, 1, 60_000, 0), times(30_000, u16(0x41))]),
    })),
  'names of glyphs beyond their table': () =>
    withTables(() => ({ post: Buffer.concat([u32(0x00020000), Buffer.alloc(28), u16(ALL), times(ALL, u16(ALL))]) })),
  'WOFF2 of a gigabyte in a few bytes': () => woff2(1024),
  'WOFF2 that says it becomes four gigabytes': () => woff2(1, 0xffffffff),
  'WOFF of four gigabytes': () => woff(),
};

/** A CFF font (Adobe TN 5176) of a hundred glyphs, each of which calls a chain of nine subroutines. */
function callingFont(): Buffer {
  const index = (items: readonly Buffer[]): Buffer => {
    if (items.length === 0) return u16(0);
    let at = 1;
    const offsets = [at, ...items.map((item) => (at += item.length))];
    return Buffer.concat([u16(items.length), Buffer.from([2]), u16(...offsets), ...items]);
  };
  // 32 + n is the number of subroutine n of fewer than 1240, and 29 calls it; 14 ends a glyph, 11 returns.
  const call = (n: number): Buffer => Buffer.from([32 + n, 29]);
  const line = Buffer.from([139 + 9, 139 + 9, 5]);
  const chain = Array.from({ length: 9 }, (_, n) =>
    Buffer.concat([n < 8 ? times(20, call(n + 1)) : line, Buffer.from([11])]),
  );
  const glyph = Buffer.concat([Buffer.from([139, 139, 21]), call(0), Buffer.from([14])]);
  const glyphs = index(Array.from({ length: 100 }, () => glyph));
  const head = Buffer.concat([Buffer.from([1, 0, 4, 2]), index([Buffer.from('Odd')])]);
  const rest = (at: number): Buffer =>
    Buffer.concat([index([Buffer.concat([Buffer.from([29]), u32(at), Buffer.from([17])])]), index([]), index(chain)]);
  return Buffer.concat([head, rest(head.length + rest(0).length), glyphs]);
}

function characters(groups: number, group: readonly number[]): Buffer {
  const map = Buffer.concat([u16(12, 0), u32(16 + 4 * group.length, 0, groups), u32(...group)]);
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), map]);
}

/** Position of each glyph in `glyf`, for those that are long enough to be changed. */
function* placesOf(
  glyf: Buffer = Buffer.alloc(0),
  loca: Buffer = Buffer.alloc(0),
  head: Buffer = Buffer.alloc(54),
): Generator<readonly [glyph: number, at: number, length: number]> {
  const isLong = head.readInt16BE(50) === 1;
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const offset = (i: number): number => (isLong ? loca.readUInt32BE(4 * i) : loca.readUInt16BE(2 * i) * 2);
  for (let i = 0; i < count; i++) yield [i, offset(i), offset(i + 1) - offset(i)];
  if (glyf.length === 0) throw new Error('the font has no outlines');
}

/** Composite glyphs (OpenType 1.9, glyf): each of itself twice. */
function madeOfThemselves(glyf?: Buffer, loca?: Buffer, head?: Buffer): Buffer {
  const made = Buffer.from(glyf ?? []);
  for (const [glyph, at, length] of placesOf(glyf, loca, head)) {
    if (length < 24) continue;
    made.writeInt16BE(-1, at);
    made.set(u16(0x20, glyph, 0, 0, glyph, 0), at + 10);
  }
  return made;
}

/** Each glyph of the next one: five times to the power of their number. */
function madeOfNext(glyf?: Buffer, loca?: Buffer, head?: Buffer): Buffer {
  const made = Buffer.from(glyf ?? []);
  const long = [...placesOf(glyf, loca, head)].filter(([, , length]) => length >= 10 + 5 * 6);
  for (const [i, [, at]] of long.entries()) {
    const next = long[i + 1]?.[0];
    if (next === undefined) continue;
    made.writeInt16BE(-1, at);
    const parts = Array.from({ length: 5 }, (_, n) => u16(n < 4 ? 0x20 : 0, next, 0));
    made.set(Buffer.concat(parts), at + 10);
  }
  return made;
}

/** WOFF 2.0, 4.1: a table of this many megabytes of nothing, in a file with a declared size of `said` bytes. */
function woff2(megabytes: number, said = megabytes * 1024 * 1024 + 28): Uint8Array<ArrayBuffer> {
  const size = megabytes * 1024 * 1024;
  const packed = brotliCompressSync(Buffer.alloc(size), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const lengths: number[] = [];
  for (let rest = size, last = 0; rest > 0 || last === 0; rest = Math.floor(rest / 128), last = 0x80) {
    lengths.unshift((rest % 128) | last);
    if (rest < 128) break;
  }
  const directory = Buffer.concat([Buffer.from([0x3f]), Buffer.from('Zero'), Buffer.from(lengths)]);
  const total = 48 + directory.length + packed.length;
  const head = [u32(0x774f4632, 0x00010000, total), u16(1, 0), u32(said, packed.length), u16(1, 0), u32(0, 0, 0, 0, 0)];
  return new Uint8Array(Buffer.concat([...head, directory, packed, Buffer.alloc(-total & 3)]));
}

/** WOFF 1.0: one table with a declared inflated size of four gigabytes. */
function woff(): Uint8Array<ArrayBuffer> {
  const head = [u32(0x774f4646, 0x00010000, 44 + 20 + 100), u16(1, 0), u32(0xffffffff), u16(1, 0), u32(0, 0, 0, 0, 0)];
  const entry = Buffer.concat([Buffer.from('glyf'), u32(64, 100, 0xfffffff0, 0)]);
  return new Uint8Array(Buffer.concat([...head, entry, Buffer.alloc(100)]));
}
