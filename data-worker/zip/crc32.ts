/** Eight tables of 256: eight bytes a step instead of one. */
const TABLES: Int32Array = buildTables();

/** CRC-32 as zip has it (APPNOTE 4.4.7), fed in pieces: start with 0 and pass each answer on. */
export function crc32(bytes: Uint8Array, previous: number): number {
  const t = TABLES;
  let crc = ~previous;
  let i = 0;
  const whole = bytes.length - (bytes.length % 8);
  while (i < whole) {
    const low =
      crc ^
      (byteAt(bytes, i) | (byteAt(bytes, i + 1) << 8) | (byteAt(bytes, i + 2) << 16) | (byteAt(bytes, i + 3) << 24));
    crc =
      word(t, 1792 + (low & 255)) ^
      word(t, 1536 + ((low >>> 8) & 255)) ^
      word(t, 1280 + ((low >>> 16) & 255)) ^
      word(t, 1024 + (low >>> 24)) ^
      word(t, 768 + byteAt(bytes, i + 4)) ^
      word(t, 512 + byteAt(bytes, i + 5)) ^
      word(t, 256 + byteAt(bytes, i + 6)) ^
      word(t, byteAt(bytes, i + 7));
    i += 8;
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ word(t, (crc ^ byteAt(bytes, i)) & 255);
  return ~crc >>> 0;
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

function word(table: Int32Array, index: number): number {
  return table[index] as number;
}

function buildTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = (c & 1) === 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    tables[n] = c;
  }
  for (let n = 256; n < tables.length; n++) {
    const before = word(tables, n - 256);
    tables[n] = (before >>> 8) ^ word(tables, before & 255);
  }
  return tables;
}
