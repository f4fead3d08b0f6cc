/** Entropy-coded data of a baseline JPEG (ITU-T T.81, F.2.2), and its coefficients. */

/** The next byte, the end of the data, and the unread bits at the upper end of `bits`. */
let at: usize = 0;
let end: usize = 0;
let bits: u64 = 0;
let count: i32 = 0;
/** Zero bits that were added behind the last byte. */
let added: i32 = 0;
/** The number of the next restart marker. */
let nextRestart: u32 = 0;

/** Starts reading at a byte. */
export function startScan(from: usize, to: usize): void {
  at = from;
  end = to;
  bits = 0;
  count = 0;
  added = 0;
  nextRestart = 0;
}

/** Whether more bits were read than there are. */
export function isExhausted(): bool {
  return added > count;
}

/** Provides at least 32 bits. A marker ends the data: zeros follow. */
function refill(): void {
  if (count >= 32) return;
  if (at + 4 <= end) {
    const word = bswap<u32>(load<u32>(at));
    // No byte is 0xff.
    if (((~word - 0x01010101) & word & 0x80808080) === 0) {
      bits |= (<u64>word) << (32 - count);
      count += 32;
      at += 4;
      return;
    }
  }
  refillSlowly();
}

function refillSlowly(): void {
  while (count <= 56) {
    let byte: u32 = 0;
    if (at >= end) added += 8;
    else {
      byte = load<u8>(at);
      if (byte !== 0xff) at++;
      else if (at + 1 < end && load<u8>(at + 1) === 0) at += 2;
      else {
        byte = 0;
        added += 8;
      }
    }
    bits |= (<u64>byte) << (56 - count);
    count += 8;
  }
}

/** Skips the next restart marker; false if there is another marker or none. */
export function restart(): bool {
  // Bytes that are still unread before the marker are more than a decoder may skip.
  if (count - added >= 8) return false;
  bits = 0;
  count = 0;
  added = 0;
  while (at + 1 < end && load<u8>(at) === 0xff && load<u8>(at + 1) === 0xff) at++;
  if (at + 1 >= end || load<u8>(at) !== 0xff || load<u8>(at + 1) !== 0xd0 + nextRestart) return false;
  nextRestart = (nextRestart + 1) & 7;
  at += 2;
  return true;
}

const LOOKED_AT: i32 = 10;
/** A table: an entry for each value of the next ten bits, then the codes that are longer. */
const LONG_AT: usize = 4 << LOOKED_AT;
/** For each length: the first code above those of this length, left-aligned to 16 bits; then where its symbols begin. */
const OFFSETS_AT: usize = LONG_AT + 4 * 17;
const SYMBOLS_AT: usize = OFFSETS_AT + 4 * 17;

/** The size of a table. */
export function tableBytes(): usize {
  return SYMBOLS_AT + 256;
}

/**
 * Makes a table from the segment of a DHT marker behind its class: 16 counts, then the symbols (T.81, C). An entry has
 * the bits to skip (8 bits; 0 for a longer code), the zeros before the coefficient (4), the bits of the coefficient that
 * follow (4), and the coefficient (16) if these are none. False if the counts are wrong.
 */
export function makeTable(segment: usize, table: usize, isDc: bool): bool {
  memory.fill(table, 0, LONG_AT);
  let code: i32 = 0;
  let symbol: i32 = 0;
  for (let length: i32 = 1; length <= 16; length++) {
    const codes: i32 = load<u8>(segment + length - 1);
    // No code is all ones.
    if ((codes > 0 && code + codes >= 1 << length) || symbol + codes > 256) return false;
    store<i32>(table + OFFSETS_AT + 4 * length, symbol - code);
    for (let i: i32 = 0; i < codes; i++) {
      const value: i32 = load<u8>(segment + 16 + symbol);
      if (isDc && value > 11) return false;
      store<u8>(table + SYMBOLS_AT + symbol, <u8>value);
      if (length <= LOOKED_AT) putEntries(table, code, length, value);
      code++;
      symbol++;
    }
    store<i32>(table + LONG_AT + 4 * length, code << (16 - length));
    code <<= 1;
  }
  return true;
}

function putEntries(table: usize, code: i32, length: i32, symbol: i32): void {
  const free = LOOKED_AT - length;
  const size = symbol & 15;
  for (let rest: i32 = 0; rest < 1 << free; rest++) {
    let entry = length | ((symbol & 0xff0) << 4) | (size << 12);
    if (size > 0 && size <= free) {
      const value = extend(rest >> (free - size), size);
      entry = (length + size) | ((symbol & 0xff0) << 4) | (value << 16);
    }
    store<i32>(table + 4 * (((<usize>code) << free) + rest), entry);
  }
}

/** The coefficient that these bits encode (T.81, F.12). */
function extend(value: i32, size: i32): i32 {
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

function skip(length: i32): void {
  bits <<= length;
  count -= length;
}

function coefficient(size: i32): i32 {
  const value = <i32>(bits >> (64 - size));
  skip(size);
  return extend(value, size);
}

/** The entry of the next code; -1 for none. Its bits are skipped, those of the coefficient only if it has the value. */
function nextEntry(table: usize): i32 {
  refill();
  const entry = load<i32>(table + 4 * <usize>(bits >> (64 - LOOKED_AT)));
  if ((entry & 0xff) === 0) return longEntry(table);
  skip(entry & 0xff);
  return entry;
}

function longEntry(table: usize): i32 {
  const word = <i32>(bits >> 48);
  for (let length = LOOKED_AT + 1; length <= 16; length++) {
    if (word < load<i32>(table + LONG_AT + 4 * length)) {
      const index = (word >> (16 - length)) + load<i32>(table + OFFSETS_AT + 4 * length);
      const symbol: i32 = load<u8>(table + SYMBOLS_AT + index);
      skip(length);
      return length | ((symbol & 0xff0) << 4) | ((symbol & 15) << 12);
    }
  }
  return -1;
}

/** Places of coefficients in the order of a scan (T.81, figure A.6). */
const PLACES = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

export function placeOf(k: i32): usize {
  return load<u8>(PLACES + k);
}

/** The difference of a block's first coefficient to that of the last block. -0x8000 for wrong data. */
export function readFirst(table: usize): i32 {
  const entry = nextEntry(table);
  if (entry < 0 && (entry & 0xff) === 0xff) return -0x8000;
  const size = (entry >> 12) & 15;
  return size === 0 ? entry >> 16 : coefficient(size);
}

/** Reads the other coefficients of a block (16 bits each, zeroed) and returns the last one's index, or -1 for wrong data. */
export function readOthers(table: usize, block: usize): i32 {
  let last: i32 = 0;
  for (let k: i32 = 1; k < 64; k++) {
    const entry = nextEntry(table);
    if (entry < 0 && (entry & 0xff) === 0xff) return -1;
    const zeros = (entry >> 8) & 15;
    const size = (entry >> 12) & 15;
    const value = size === 0 ? entry >> 16 : coefficient(size);
    k += zeros;
    if (value === 0) {
      if (zeros === 15) continue;
      break;
    }
    if (k > 63) return -1;
    store<i16>(block + 2 * <usize>load<u8>(PLACES + k), <i16>value);
    last = k;
  }
  return last;
}
