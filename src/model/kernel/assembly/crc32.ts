/** CRC-32 (ISO 3309), sixteen bytes at a time: table k has the checksum of each byte followed by k zero bytes. */
const TABLES: usize = memory.data(16 * 256 * 4, 16);
let hasTables: bool = false;

function fillTables(): void {
  for (let n: i32 = 0; n < 256; n++) {
    let c: u32 = n;
    for (let k: i32 = 0; k < 8; k++) c = (c & 1) !== 0 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    store<u32>(TABLES + 4 * n, c);
  }
  for (let i: i32 = 256; i < 16 * 256; i++) {
    const c = load<u32>(TABLES + 4 * (i - 256));
    store<u32>(TABLES + 4 * i, load<u32>(TABLES + 4 * (c & 0xff)) ^ (c >> 8));
  }
  hasTables = true;
}

function advanced(byte: u32, table: i32): u32 {
  return load<u32>(TABLES + 1024 * table + 4 * (byte & 0xff));
}

function advancedWord(word: u32, table: i32): u32 {
  return (
    advanced(word, table + 3) ^
    advanced(word >> 8, table + 2) ^
    advanced(word >> 16, table + 1) ^
    advanced(word >> 24, table)
  );
}

/** The CRC-32 of `count` bytes, continued from `previous`. */
export function crc32(from: usize, count: i32, previous: u32): u32 {
  if (!hasTables) fillTables();
  let c = ~previous;
  let p = from;
  const end = from + count;
  for (; p + 16 <= end; p += 16) {
    c =
      advancedWord(load<u32>(p) ^ c, 12) ^
      advancedWord(load<u32>(p, 4), 8) ^
      advancedWord(load<u32>(p, 8), 4) ^
      advancedWord(load<u32>(p, 12), 0);
  }
  for (; p < end; p++) c = advanced(c ^ load<u8>(p), 0) ^ (c >> 8);
  return ~c;
}
