/** Counts of the last call: characters beyond ASCII, bytes that are part of none, zeros and replacement characters. */
const COUNTS: usize = memory.data(3 * 4, 16);

/**
 * Counts the evidence for and against UTF-8, in `count` bytes from `from`. Unless they are the last, stops within four
 * bytes of the end, where a character may be cut. Returns the number of counted bytes; `countsAt` has the counts.
 */
export function countUtf8(from: usize, count: i32, isLast: bool): i32 {
  const end = from + count;
  const stop = isLast ? end : end - 3;
  let sequences: i32 = 0;
  let wrong: i32 = 0;
  let bad: i32 = 0;
  let p = from;
  const zero = i8x16.splat(0);
  while (p < stop) {
    if (p + 16 <= end) {
      // No byte beyond ASCII and no zero: as signed bytes all are above 0.
      const mask = i8x16.bitmask(i8x16.le_s(v128.load(p), zero));
      if (mask === 0) {
        p += 16;
        continue;
      }
      p += ctz(mask);
      if (p >= stop) break;
    }
    // Handles consecutive ones together: a text in another script has few others between.
    for (; p < stop;) {
      const byte: u32 = load<u8>(p);
      if (byte < 0x80) {
        if (byte === 0) bad++;
        p++;
        if (byte !== 0) break;
        continue;
      }
      const length = sequenceLength(p, end);
      if (length === 0) {
        wrong++;
        p++;
        continue;
      }
      sequences++;
      if (length === 3 && byte === 0xef && load<u8>(p, 1) === 0xbf && load<u8>(p, 2) === 0xbd) bad++;
      p += length;
    }
  }
  store<u32>(COUNTS, sequences);
  store<u32>(COUNTS, wrong, 4);
  store<u32>(COUNTS, bad, 8);
  return <i32>(p - from);
}

/** Address of the three counts of the last call. */
export function utf8Counts(): usize {
  return COUNTS;
}

/** The length of the character that begins here, 0 when none does (Unicode 16, table 3-7). */
function sequenceLength(at: usize, end: usize): i32 {
  const first: u32 = load<u8>(at);
  if (first < 0xc2 || first > 0xf4) return 0;
  const second: u32 = load<u8>(at, 1);
  if (first < 0xe0) return at + 2 <= end && isNext(second) ? 2 : 0;
  const third: u32 = load<u8>(at, 2);
  if (first < 0xf0) {
    if (at + 3 > end || !isNext(second) || !isNext(third)) return 0;
    return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3;
  }
  if (at + 4 > end || !isNext(second) || !isNext(third) || !isNext(load<u8>(at, 3))) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : 4;
}

function isNext(byte: u32): bool {
  return (byte & 0xc0) === 0x80;
}
