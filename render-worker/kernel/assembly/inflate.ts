/**
 * Counts the inflated size of a zlib stream (RFC 1950, RFC 1951) without producing it: no byte is written and no
 * repetition copied, so a zip bomb costs no memory. The stream comes in pieces.
 */

/** The result of `countInflated`, as numbers: more input is needed, the stream is over, or it is damaged. */
const MORE: i32 = 0;
const ENDED: i32 = 1;
const BAD: i32 = 2;

/** State between two calls, as offsets into it. The first two are for the caller to read. */
/** Inflated size of the stream so far in bytes (u64). */
const COUNT: usize = 0;
/** Bytes of the last piece that were read (i32). The rest has to come again, at the start of the next piece. */
const READ: usize = 8;
/** What comes next: one of the `AT_` numbers (i32). */
const NEXT: usize = 12;
/** Whether the block is the last one (i32). */
const LAST: usize = 16;
/** Bits read from the input but not used, and their number. */
const BITS: usize = 24;
const BIT_COUNT: usize = 32;
/** Maximum distance of a repetition (i32). */
const WINDOW: usize = 36;
/** Remaining bytes of a stored block (i32). */
const STORED: usize = 40;
/** The tables of the two codes of the block; see `makeTable`. */
const LITERALS: usize = 48;
const TABLE_BYTES: usize = 16 + (1 << 15) * 2;
const DISTANCES: usize = LITERALS + TABLE_BYTES;
/** The lengths of the codes while a block's header is read. */
const LENGTHS: usize = DISTANCES + TABLE_BYTES;
const STATE_BYTES: usize = LENGTHS + 320;

const AT_HEADER: i32 = 0;
const AT_BLOCK: i32 = 1;
const AT_STORED: i32 = 2;
const AT_CODES: i32 = 3;
const AT_END: i32 = 4;

/** In bytes: a block's header is shorter than this, and so is one repetition. With less, more input is requested. */
const MOST_AT_ONCE: i32 = 640;
const MAX_BITS: i32 = 15;
/** The order in which the lengths of the code for lengths are written (RFC 1951, 3.2.7). */
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
/** Number of codes of each length. */
const COUNTS: usize = memory.data(16 * 4, 16);

let bits: u64 = 0;
let bitCount: i32 = 0;
let at: usize = 0;

/** Makes 32 bits or more available. Reads up to 8 bytes beyond the position, which the caller has. */
function fill(): void {
  if (bitCount >= 32) return;
  bits |= (<u64>load<u32>(at)) << bitCount;
  at += 4;
  bitCount += 32;
}

/** Returns the whole bytes that were read too early. */
function giveBack(): void {
  at -= bitCount >> 3;
  bitCount &= 7;
  bits &= (1 << bitCount) - 1;
}

/** The next `count` bits, 16 at most. */
function take(count: i32): i32 {
  fill();
  const value = <i32>(bits & ((1 << count) - 1));
  bits >>= count;
  bitCount -= count;
  return value;
}

/**
 * Fills a table. First a mask of as many bits as the longest code has (u32); then for the next bits of the input, as a
 * number, the symbol and the length of its code (symbol x 16 + length, u16), or 0 where no code has this prefix. False
 * for lengths that are no code: too many of them, or too few (but one code of one bit is allowed where `maySparse`).
 */
function makeTable(lengths: usize, count: i32, table: usize, maySparse: bool): bool {
  memory.fill(COUNTS, 0, 64);
  for (let i: i32 = 0; i < count; i++) {
    const slot = COUNTS + 4 * load<u8>(lengths + i);
    store<i32>(slot, load<i32>(slot) + 1);
  }
  let left: i32 = 1;
  let longest: i32 = 0;
  for (let length: i32 = 1; length <= MAX_BITS; length++) {
    const here = load<i32>(COUNTS + 4 * length);
    left = (left << 1) - here;
    if (left < 0) return false;
    if (here > 0) longest = length;
  }
  if (left > 0 && !(maySparse && longest <= 1)) return false;
  const entries = table + 4;
  store<u32>(table, (1 << longest) - 1);
  store<u16>(entries, 0);
  let code: i32 = 0;
  for (let length: i32 = 1; length <= longest; length++) {
    // One bit more: the previous codes are in both halves, for either value of that bit.
    const half = 1 << (length - 1);
    memory.copy(entries + 2 * half, entries, 2 * half);
    code <<= 1;
    if (load<i32>(COUNTS + 4 * length) === 0) continue;
    for (let symbol: i32 = 0; symbol < count; symbol++) {
      if (<i32>load<u8>(lengths + symbol) !== length) continue;
      let reversed: i32 = 0;
      for (let i: i32 = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i);
      store<u16>(entries + 2 * reversed, <u16>((symbol << 4) | length));
      code++;
    }
  }
  return true;
}

/** The next symbol of a code; -1 for an invalid prefix. */
function symbolOf(table: usize): i32 {
  fill();
  const entry = <i32>load<u16>(table + 4 + 2 * (<usize>bits & load<u32>(table)));
  if (entry === 0) return -1;
  bits >>= entry & 15;
  bitCount -= entry & 15;
  return entry >> 4;
}

/** The codes of a block that has the fixed ones (RFC 1951, 3.2.6). */
function fixedCodes(state: usize): bool {
  const lengths = state + LENGTHS;
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  if (!makeTable(lengths, 288, state + LITERALS, false)) return false;
  memory.fill(lengths, 5, 32);
  return makeTable(lengths, 32, state + DISTANCES, false);
}

/** The codes of a block that describes its own (RFC 1951, 3.2.7). */
function ownCodes(state: usize): bool {
  const lengths = state + LENGTHS;
  const literals = take(5) + 257;
  const distances = take(5) + 1;
  const given = take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 19);
  for (let i: i32 = 0; i < given; i++) store<u8>(lengths + load<u8>(ORDER + i), <u8>take(3));
  if (!makeTable(lengths, 19, state + LITERALS, false)) return false;
  const all = literals + distances;
  let done: i32 = 0;
  while (done < all) {
    const symbol = symbolOf(state + LITERALS);
    if (symbol < 0) return false;
    if (symbol < 16) {
      store<u8>(lengths + done++, <u8>symbol);
      continue;
    }
    if (symbol === 16 && done === 0) return false;
    const repeated: u8 = symbol === 16 ? load<u8>(lengths + done - 1) : 0;
    const times = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7);
    if (done + times > all) return false;
    memory.fill(lengths + done, repeated, times);
    done += times;
  }
  // Without an end the block would never be over.
  if (load<u8>(lengths + 256) === 0) return false;
  return (
    makeTable(lengths, literals, state + LITERALS, true) &&
    makeTable(lengths + literals, distances, state + DISTANCES, true)
  );
}

/** The first two bytes (RFC 1950, 2.2). */
function zlibHeader(state: usize): bool {
  const method = take(8);
  const flags = take(8);
  store<i32>(state + WINDOW, 256 << (method >> 4));
  return (method & 15) === 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 === 0 && (flags & 0x20) === 0;
}

/** Begins a block; returns what comes next, or -1. */
function blockHeader(state: usize): i32 {
  store<i32>(state + LAST, take(1));
  const type = take(2);
  if (type === 1) return fixedCodes(state) ? AT_CODES : -1;
  if (type === 2) return ownCodes(state) ? AT_CODES : -1;
  if (type === 3) return -1;
  take(bitCount & 7);
  const length = take(16);
  if ((take(16) ^ 0xffff) !== length) return -1;
  store<i32>(state + STORED, length);
  return AT_STORED;
}

export function startInflate(state: usize): void {
  memory.fill(state, 0, STATE_BYTES);
}

/**
 * Reads a piece of the stream. Returns 0 for more input, 1 at the end of the stream or once `wanted` bytes are counted,
 * 2 for a stream that is damaged or, with `isLast`, truncated. Where it returns 0 while `isLast` is false, the unread
 * bytes have to come again before the next ones. A piece needs 1 KiB of zeros after it.
 */
export function countInflated(state: usize, from: usize, size: i32, isLast: bool, wanted: f64): i32 {
  const end = from + size;
  at = from;
  bits = load<u64>(state + BITS);
  bitCount = load<i32>(state + BIT_COUNT);
  let next = load<i32>(state + NEXT);
  let count = load<u64>(state + COUNT);
  const enough = <u64>wanted;
  let result: i32 = BAD;
  let window = <u64>load<i32>(state + WINDOW);
  for (;;) {
    // Bits that were filled in from after the end do not exist.
    if (isLast && at - <usize>(bitCount >> 3) > end) break;
    if (count >= enough || next === AT_END) {
      result = ENDED;
      break;
    }
    if (!isLast && at + MOST_AT_ONCE > end) {
      result = MORE;
      break;
    }
    if (next === AT_CODES) {
      const symbol = symbolOf(state + LITERALS);
      if (symbol < 0) break;
      if (symbol < 256) {
        count++;
        continue;
      }
      if (symbol === 256) {
        next = load<i32>(state + LAST) === 0 ? AT_BLOCK : AT_END;
        continue;
      }
      if (symbol > 285) break;
      const n = symbol - 257;
      const lengthBits = n < 8 || n === 28 ? 0 : (n - 4) >> 2;
      const length = n === 28 ? 258 : n < 8 ? n + 3 : ((4 + (n & 3)) << lengthBits) + 3 + take(lengthBits);
      const d = symbolOf(state + DISTANCES);
      if (d < 0 || d > 29) break;
      const distanceBits = d < 4 ? 0 : (d - 2) >> 1;
      const distance = <u64>(d < 4 ? d + 1 : ((2 + (d & 1)) << distanceBits) + 1 + take(distanceBits));
      if (distance > count || distance > window) break;
      count += length;
    } else if (next === AT_STORED) {
      giveBack();
      const left = load<i32>(state + STORED);
      const skipped = min(left, <i32>(end - at));
      if (isLast && skipped < left && count + skipped < enough) break;
      at += skipped;
      count += skipped;
      store<i32>(state + STORED, left - skipped);
      if (left === skipped) next = load<i32>(state + LAST) === 0 ? AT_BLOCK : AT_END;
    } else if (next === AT_BLOCK) {
      next = blockHeader(state);
      if (next < 0) break;
    } else {
      if (!zlibHeader(state)) break;
      window = <u64>load<i32>(state + WINDOW);
      next = AT_BLOCK;
    }
  }
  giveBack();
  store<u64>(state + COUNT, count);
  store<i32>(state + READ, <i32>(at - from));
  store<i32>(state + NEXT, next);
  store<u64>(state + BITS, bits);
  store<i32>(state + BIT_COUNT, bitCount);
  return result;
}
