/*
 * This duplicates others on purpose. It is portable and runs at once wherever it is imported: in the pure rooms and in
 * tests. The workers, which sum whole pages and workbooks, use WebAssembly (`kernel/crc32.ts` in each). Tests check
 * that the results are equal.
 */

/** Eight tables of 256 entries, so that one step processes eight bytes ("slicing by 8"). */
const TABLES: readonly Uint32Array[] = createTables();

/** Table k has the checksum of each byte followed by k zero bytes. */
function createTables(): Uint32Array[] {
  const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = (c & 1) !== 0 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    (tables[0] as Uint32Array)[n] = c;
  }
  for (let k = 1; k < 8; k++) {
    for (let n = 0; n < 256; n++) {
      const c = tables[k - 1]?.[n] ?? 0;
      (tables[k] as Uint32Array)[n] = (tables[0]?.[c & 0xff] ?? 0) ^ (c >>> 8);
    }
  }
  return tables;
}

const [T0, T1, T2, T3, T4, T5, T6, T7] = TABLES as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/**
 * CRC-32 (ISO 3309), as PNG and zip use it, of the bytes from `start` up to `end`. `previous` continues an earlier
 * checksum.
 */
export function crc32(bytes: Uint8Array, start = 0, end: number = bytes.length, previous = 0): number {
  let c = ~previous;
  let i = start;
  for (; i + 8 <= end; i += 8) {
    c ^=
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    c =
      (T7[c & 0xff] as number) ^
      (T6[(c >>> 8) & 0xff] as number) ^
      (T5[(c >>> 16) & 0xff] as number) ^
      (T4[c >>> 24] as number) ^
      (T3[bytes[i + 4] as number] as number) ^
      (T2[bytes[i + 5] as number] as number) ^
      (T1[bytes[i + 6] as number] as number) ^
      (T0[bytes[i + 7] as number] as number);
  }
  for (; i < end; i++) c = (T0[(c ^ (bytes[i] as number)) & 0xff] as number) ^ (c >>> 8);
  return ~c >>> 0;
}
