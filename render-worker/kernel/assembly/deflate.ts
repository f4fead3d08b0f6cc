/**
 * Deflates picture rows with the fixed Huffman code (RFC 1951, 3.2.6) and computes their Adler-32. It looks only for
 * repetitions of the row above and for runs of one byte, because labels have little else.
 */

const LONGEST: i32 = 258;
const WINDOW: i32 = 32768;
const ADLER_BASE: u64 = 65521;
/** A match of this length with the row above is used without searching for a run of equal bytes. */
const GOOD_MATCH: i32 = 24;

/**
 * Huffman codes of bytes and of match lengths, ready for output (least significant bit first), with their bit counts in
 * the lowest byte.
 */
const LITERALS: usize = memory.data(256 * 4, 16);
const LENGTHS: usize = memory.data((LONGEST + 1) * 4, 16);
let hasTables: bool = false;

/** State of a deflater between two calls, as offsets into it. */
const OUT: usize = 0;
/** Number of bytes not yet written because they repeat the row above: the match may continue in the next row (i64). */
const PENDING: usize = 8;
/** Output bits that do not fill a byte yet (u64), and their number. */
const WAITING: usize = 16;
const WAITING_BITS: usize = 24;
/** Whether a row has been deflated before (i32). */
const HAS_ROW: usize = 28;
/**
 * The two halves of Adler-32; the last row's sum; and the last row's sum weighted by the distance from its end (u64
 * each).
 */
const ADLER_A: usize = 32;
const ADLER_B: usize = 40;
const SUM: usize = 48;
const WEIGHTED: usize = 56;
/** Number of repetitions of the last row that are not in the checksum yet (u64). */
const REPEATS: usize = 64;
/** Number of filter bytes before each row: 1 for a PNG, 0 for bare rows (i32). */
const FILTERS: usize = 72;
export const STATE_BYTES: i32 = 80;

function reversed(code: i32, bits: i32): i32 {
  let out: i32 = 0;
  for (let i: i32 = 0; i < bits; i++) out |= ((code >> i) & 1) << (bits - 1 - i);
  return out;
}

function fillTables(): void {
  for (let n: i32 = 0; n < 256; n++) {
    const bits: i32 = n < 144 ? 8 : 9;
    const code: i32 = n < 144 ? 0x30 + n : 0x190 + n - 144;
    store<u32>(LITERALS + 4 * n, (reversed(code, bits) << 8) | bits);
  }
  for (let length: i32 = 3; length <= LONGEST; length++) {
    const n = length - 3;
    let symbol: i32 = 257 + n;
    let extra: i32 = 0;
    let extraBits: i32 = 0;
    if (length === LONGEST) symbol = 285;
    else if (n >= 8) {
      extraBits = 29 - clz<i32>(n);
      symbol = 257 + 4 * extraBits + (n >> extraBits);
      extra = n & ((1 << extraBits) - 1);
    }
    const bits: i32 = symbol < 280 ? 7 : 8;
    const code: i32 = symbol < 280 ? symbol - 256 : 0xc0 + symbol - 280;
    store<u32>(LENGTHS + 4 * length, ((reversed(code, bits) | (extra << bits)) << 8) | (bits + extraBits));
  }
}

/** The distance's 5-bit code followed by its extra bits, shifted left by 8; the lowest byte has the number of bits. */
function distanceCode(distance: i32): i32 {
  const n = distance - 1;
  if (n < 4) return (reversed(n, 5) << 8) | 5;
  const extraBits: i32 = 30 - clz<i32>(n);
  const symbol = 2 * extraBits + (n >> extraBits);
  return ((reversed(symbol, 5) | ((n & ((1 << extraBits) - 1)) << 5)) << 8) | (5 + extraBits);
}

// Output state, held in globals during a call.
let out: usize = 0;
let waiting: u64 = 0;
let waitingBits: i32 = 0;

function put(code: u32): void {
  waiting |= (<u64>(code >> 8)) << waitingBits;
  waitingBits += code & 0xff;
  if (waitingBits < 32) return;
  store<u32>(out, <u32>waiting);
  out += 4;
  waiting >>= 32;
  waitingBits -= 32;
}

function literal(byte: i32): void {
  put(load<u32>(LITERALS + 4 * byte));
}

/** Writes `count` bytes as they are. */
function literals(from: usize, count: i32): void {
  let to = out;
  let bits = waiting;
  let bitCount = waitingBits;
  for (let i: i32 = 0; i < count; i++) {
    const code = load<u32>(LITERALS + 4 * <usize>load<u8>(from + i));
    bits |= (<u64>(code >> 8)) << bitCount;
    bitCount += code & 0xff;
    // Written again with the next ones, which takes less time than a branch.
    store<u64>(to, bits);
    to += bitCount >> 3;
    bits >>= bitCount & ~7;
    bitCount &= 7;
  }
  out = to;
  waiting = bits;
  waitingBits = bitCount;
}

function match(length: i64, code: u32): void {
  let left = length;
  while (left > 0) {
    // A match has at least 3 bytes: never leave a rest of 1 or 2.
    const n: i64 = left <= LONGEST ? left : left > LONGEST + 2 ? LONGEST : left - 3;
    put(load<u32>(LENGTHS + 4 * <i32>n));
    put(code);
    left -= n;
  }
}

/**
 * Begins a zlib stream (RFC 1950) of a single block, which has no limit of length, with `filters` bytes 0 (1 or none)
 * before each row.
 */
export function startDeflate(state: usize, filters: i32): void {
  if (!hasTables) fillTables();
  hasTables = true;
  memory.fill(state, 0, STATE_BYTES);
  // Zlib's two header bytes, then the bit for the last block and the number of the fixed code.
  store<u64>(state + WAITING, 0x0178 | (1 << 16) | (1 << 17));
  store<i32>(state + WAITING_BITS, 19);
  store<u64>(state + ADLER_A, 1);
  store<i32>(state + FILTERS, filters);
}

/** The maximum bytes that `deflateRows` may write for `rows` rows, or `endDeflate` when `rows` is 0. */
export function mostOutput(state: usize, rowBytes: i32, rows: i32): f64 {
  return <f64>load<i64>(state + PENDING) / 64 + <f64>rows * (<f64>rowBytes * 1.25 + 16) + 64;
}

function begin(state: usize, to: usize): void {
  out = to;
  waiting = load<u64>(state + WAITING);
  waitingBits = load<i32>(state + WAITING_BITS);
}

function end(state: usize): usize {
  store<u64>(state + WAITING, waiting);
  store<i32>(state + WAITING_BITS, waitingBits);
  return out;
}

/**
 * Appends `count` rows of `rowBytes` bytes. The row above the first must be in memory right before it (any bytes, when
 * there was none). Returns the end of what was written to `to`.
 */
export function deflateRows(state: usize, rows: usize, rowBytes: i32, count: i32, to: usize): usize {
  begin(state, to);
  const filters = load<i32>(state + FILTERS);
  const distance = rowBytes + filters;
  const canMatchAbove = distance <= WINDOW;
  const far: u32 = canMatchAbove ? distanceCode(distance) : 0;
  for (let row: i32 = 0; row < count; row++) {
    const at = rows + row * rowBytes;
    const hasAbove = canMatchAbove && load<i32>(state + HAS_ROW) !== 0;
    const same = hasAbove ? equalLength(at, rowBytes, 0, rowBytes) : 0;
    if (hasAbove && same === rowBytes) {
      store<i64>(state + PENDING, load<i64>(state + PENDING) + distance);
      store<u64>(state + REPEATS, load<u64>(state + REPEATS) + 1);
      continue;
    }
    addRows(state, distance, load<u64>(state + REPEATS));
    encodeRow(state, at, rowBytes, same, hasAbove, far);
    takeSums(state, at, rowBytes);
    addRows(state, distance, 1);
    store<u64>(state + REPEATS, 0);
    store<i32>(state + HAS_ROW, 1);
  }
  return end(state);
}

/** Ends the stream; `above` is the last row. */
export function endDeflate(state: usize, above: usize, rowBytes: i32, to: usize): usize {
  begin(state, to);
  const distance = rowBytes + load<i32>(state + FILTERS);
  flushPending(state, above, rowBytes, distance <= WINDOW ? distanceCode(distance) : 0);
  addRows(state, distance, load<u64>(state + REPEATS));
  // The code for the end of the block.
  put(7);
  for (; waitingBits > 0; waitingBits -= 8, waiting >>= 8) store<u8>(out++, <u8>waiting);
  waiting = 0;
  waitingBits = 0;
  store<u32>(out, bswap<u32>(<u32>((load<u64>(state + ADLER_B) << 16) | load<u64>(state + ADLER_A))));
  out += 4;
  return end(state);
}

function encodeRow(state: usize, at: usize, rowBytes: i32, sameAtFirst: i32, hasAbove: bool, far: u32): void {
  let i: i32 = 0;
  const filters = load<i32>(state + FILTERS);
  if (hasAbove) {
    // A filter byte repeats that of the row above.
    store<i64>(state + PENDING, load<i64>(state + PENDING) + filters + sameAtFirst);
    i = sameAtFirst;
    flushPending(state, at, i, far);
  } else if (filters > 0) literal(0);
  // The byte before the row in the stream.
  const before: i32 = filters > 0 ? 0 : load<i32>(state + HAS_ROW) !== 0 ? <i32>load<u8>(at - 1) : NO_BYTE;
  while (i < rowBytes) {
    const block = i & ~63;
    const bytes = min<i32>(64, rowBytes - block);
    const exists: u64 = ~(<u64>0) >> (64 - bytes);
    const same: u64 = hasAbove ? equalBytes(at + block, at + block - rowBytes) & exists : 0;
    let run: u64 = equalBytes(at + block, at + block - 1) & exists;
    // In memory, the byte before the row may be another one than in the stream.
    if (block === 0) run = (run & ~(<u64>1)) | (<i32>load<u8>(at) === before ? 1 : 0);
    // Where three equal bytes begin, and the last two bytes, whose repetitions may go on behind the block.
    const last: u64 = ((<u64>3) << 62) >> (64 - bytes);
    const begins = (same & (same >> 1) & (same >> 2)) | (run & (run >> 1) & (run >> 2)) | ((same | run) & last);
    while (i < block + bytes) {
      const next = begins >> (i - block);
      const plain = next === 0 ? block + bytes - i : <i32>ctz<u64>(next);
      literals(at + i, plain);
      i += plain;
      if (next === 0) break;
      const sameBytes = lengthFrom(same, i - block, at, rowBytes, block, rowBytes);
      if (sameBytes > 0 && i + sameBytes === rowBytes) {
        // The row ends within a match, which may continue in the next row.
        store<i64>(state + PENDING, sameBytes);
        return;
      }
      const runBytes = sameBytes >= GOOD_MATCH ? 0 : lengthFrom(run, i - block, at, rowBytes, block, 1);
      if (sameBytes >= 3 && sameBytes >= runBytes) {
        match(sameBytes, far);
        i += sameBytes;
      } else if (runBytes >= 3) {
        match(runBytes, NEAR);
        i += runBytes;
      } else literals(at + i++, 1);
    }
  }
}

/** Differs from every byte. */
const NO_BYTE: i32 = -1;
/** The code of distance 1: five zero bits. */
const NEAR: u32 = 5;

/** Writes the pending match. It ends before byte `i` of the row and may have begun in the row before. */
function flushPending(state: usize, at: usize, i: i32, far: u32): void {
  const filters = load<i32>(state + FILTERS);
  const count = load<i64>(state + PENDING);
  store<i64>(state + PENDING, 0);
  if (count >= 3) {
    match(count, far);
    return;
  }
  // 1 or 2 bytes are too few for a match: they are written as literals. Position -1 is the filter byte, if any.
  for (let k = <i32>count; k > 0; k--) {
    const place = i - k;
    literal(place >= 0 ? load<u8>(at + place) : place + filters === 0 ? 0 : load<u8>(at + place + filters));
  }
}

/** For each of the 64 bytes at `a` whether it equals that at `b`, the first one in the lowest bit. */
function equalBytes(a: usize, b: usize): u64 {
  return (
    equal16(a, b) | (equal16(a + 16, b + 16) << 16) | (equal16(a + 32, b + 32) << 32) | (equal16(a + 48, b + 48) << 48)
  );
}

function equal16(a: usize, b: usize): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b))));
}

/**
 * Number of bytes from byte `from` of a block on that equal those `distance` bytes before them. `equal` has the bits of
 * the block, which begins at byte `block` of the row.
 */
function lengthFrom(equal: u64, from: i32, at: usize, rowBytes: i32, block: i32, distance: i32): i32 {
  const length = <i32>ctz<u64>(~(equal >> from));
  if (from + length < 64) return length;
  return length + equalLength(at, rowBytes, block + 64, distance);
}

/** Number of bytes, starting at byte `from`, that equal those `distance` bytes before them. */
function equalLength(at: usize, rowBytes: i32, from: i32, distance: i32): i32 {
  let i = from;
  for (; i + 16 <= rowBytes; i += 16) {
    const equal = i8x16.bitmask(i8x16.eq(v128.load(at + i), v128.load(at + i - distance)));
    if (equal !== 0xffff) return i - from + ctz<i32>(~equal);
  }
  while (i < rowBytes && load<u8>(at + i) === load<u8>(at + i - distance)) i++;
  return i - from;
}

const PLACES: usize = memory.data<u16>([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 16);

/** Sums up the row's bytes, plain and weighted by the number of bytes from each to the row's end. */
function takeSums(state: usize, at: usize, rowBytes: i32): void {
  let sum: u64 = 0;
  let weighted: u64 = 0;
  let i: i32 = 0;
  const low = v128.load(PLACES);
  const high = v128.load(PLACES, 16);
  while (i + 16 <= rowBytes) {
    // In portions of 1,024 bytes, so that the sums stay below 2^31.
    const stop = min<i32>(rowBytes - 15, i + 1024);
    let bytes = i32x4.splat(0);
    let places = i32x4.splat(0);
    let before = i32x4.splat(0);
    const from = i;
    for (; i < stop; i += 16) {
      const sixteen = v128.load(at + i);
      before = i32x4.add(before, bytes);
      bytes = i32x4.add(bytes, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sixteen)));
      places = i32x4.add(places, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(sixteen), low));
      places = i32x4.add(places, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(sixteen), high));
    }
    // Everything before this portion counts once more for each byte of it.
    weighted += sum * <u64>(i - from) + 16 * lanes(before) + lanes(places);
    sum += lanes(bytes);
  }
  for (; i < rowBytes; i++) {
    sum += load<u8>(at + i);
    weighted += sum;
  }
  store<u64>(state + SUM, sum);
  store<u64>(state + WEIGHTED, weighted);
}

function lanes(v: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(v, 0)) +
    <u64>(<u32>i32x4.extract_lane(v, 1)) +
    <u64>(<u32>i32x4.extract_lane(v, 2)) +
    <u64>(<u32>i32x4.extract_lane(v, 3))
  );
}

/**
 * Extends the checksum by `count` rows equal to the last one. `length` is that of a row with its filter byte, which is 0
 * and so counts only as a place.
 */
function addRows(state: usize, length: i32, count: u64): void {
  if (count === 0) return;
  const a = load<u64>(state + ADLER_A);
  const b = load<u64>(state + ADLER_B);
  const sum = load<u64>(state + SUM) % ADLER_BASE;
  const rowLength = <u64>length % ADLER_BASE;
  const first = (a * rowLength + load<u64>(state + WEIGHTED)) % ADLER_BASE;
  // For every byte of a row, the sums of all rows before it count once.
  const before = (((count * (count - 1)) / 2) % ADLER_BASE) * ((sum * rowLength) % ADLER_BASE);
  store<u64>(state + ADLER_B, (b + (count % ADLER_BASE) * first + before) % ADLER_BASE);
  store<u64>(state + ADLER_A, (a + (count % ADLER_BASE) * sum) % ADLER_BASE);
}
