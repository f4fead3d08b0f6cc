/** Works on packed rows of bits, in which the most significant bit is the leftmost dot. */

/**
 * Packs a row: a bit is 1 where its byte is at least the level for its place, `levels[x & 15]` (16 bytes), else 0. Bits
 * beyond the width, up to a multiple of 16, become 1. A gray row needs room for 16 bytes more; a row of bits consists
 * of whole 16-bit words.
 */
export function packRow(gray: usize, width: i32, levels: usize, bits: usize): void {
  const level = v128.load(levels);
  for (let x: i32 = 0; x < width; x += 16) {
    const atLeast = i8x16.ge_u(v128.load(gray + x), level);
    const turned = i8x16.shuffle(atLeast, atLeast, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    store<u16>(bits + (x >> 3), <u16>i8x16.bitmask(turned));
  }
  const over = width & 15;
  if (over === 0) return;
  const last = bits + 2 * (width >> 4);
  store<u16>(last, load<u16>(last) | bswap<u16>(<u16>(<u32>0xffff >> over)));
}

/**
 * Replaces the mask of opaque dots by that of clear ones: those neither opaque nor inked. Returns whether there are
 * any. `count` is in 16-bit words.
 */
export function clearOf(opaque: usize, paper: usize, count: i32): bool {
  let any: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const clear = ~(<i32>load<u16>(opaque + 2 * i)) & <i32>load<u16>(paper + 2 * i);
    store<u16>(opaque + 2 * i, <u16>clear);
    any |= clear;
  }
  return any !== 0;
}

/** Turns 8 rows into columns: byte `at` of each of `width` target rows gets the 8 dots above one another there. */
export function transpose(bits: usize, stride: i32, width: i32, to: usize, toStride: i32, at: i32): void {
  let target = to + at;
  for (let x: i32 = 0; x < width; x += 8) {
    const p = bits + (x >> 3);
    let square: u64 = load<u8>(p);
    square = (square << 8) | load<u8>(p + stride);
    square = (square << 8) | load<u8>(p + 2 * stride);
    square = (square << 8) | load<u8>(p + 3 * stride);
    square = (square << 8) | load<u8>(p + 4 * stride);
    square = (square << 8) | load<u8>(p + 5 * stride);
    square = (square << 8) | load<u8>(p + 6 * stride);
    square = (square << 8) | load<u8>(p + 7 * stride);
    // Swaps single bits, pairs and groups of four across the diagonal (Hacker's Delight, 7-3).
    let swap = (square ^ (square >> 7)) & 0x00aa00aa00aa00aa;
    square = square ^ swap ^ (swap << 7);
    swap = (square ^ (square >> 14)) & 0x0000cccc0000cccc;
    square = square ^ swap ^ (swap << 14);
    swap = (square ^ (square >> 28)) & 0x00000000f0f0f0f0;
    square = square ^ swap ^ (swap << 28);
    const columns = min<i32>(8, width - x);
    for (let i: i32 = 0; i < columns; i++) {
      store<u8>(target, <u8>(square >> 56));
      square <<= 8;
      target += toStride;
    }
  }
}

/**
 * Copies rows of `width` dots, mirrored on request. Bits to the right of the width are set as in `rest` (0 or 0xff).
 * Source rows need room for 8 bytes before and after them.
 */
export function copyRows(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  rows: i32,
  width: i32,
  mirrored: bool,
  rest: i32,
): void {
  const bytes = (width + 7) >> 3;
  const over = width & 7;
  const tail: i32 = over === 0 ? 0 : 0xff >> over;
  for (let row: i32 = 0; row < rows; row++) {
    const source = from + row * fromStride;
    const target = to + row * toStride;
    if (mirrored) mirrorRow(source, target, bytes, over);
    else memory.copy(target, source, bytes);
    if (tail === 0) continue;
    const last = target + bytes - 1;
    store<u8>(last, (<i32>load<u8>(last) & ~tail) | (rest & tail));
  }
}

function mirrorRow(source: usize, target: usize, bytes: i32, over: i32): void {
  // The unused bits of the last byte would come first in the mirrored row: they are shifted out.
  const shift: u64 = over === 0 ? 0 : 8 - over;
  let i: i32 = 0;
  for (; i + 7 <= bytes; i += 7) {
    const p = source + bytes - 8 - i;
    const turned = turn64(load<u64>(p)) << shift;
    // Only seven of the eight bytes are complete: the shift took the last one's lower bits.
    store<u32>(target + i, <u32>bswap<u32>(<u32>(turned >> 32)));
    store<u16>(target + i + 4, bswap<u16>(<u16>(turned >> 16)));
    store<u8>(target + i + 6, <u8>(turned >> 8));
  }
  if (i < bytes) {
    let turned = turn64(load<u64>(source + bytes - 8 - i)) << shift;
    for (; i < bytes; i++) {
      store<u8>(target + i, <u8>(turned >> 56));
      turned <<= 8;
    }
  }
}

/** Reverses the 64 bits of 8 bytes in memory; the first byte of the result is the highest. */
function turn64(bytes: u64): u64 {
  // The load (little-endian) has already reversed the bytes: only the bits within each byte remain to be reversed.
  let turned = ((bytes >> 1) & 0x5555555555555555) | ((bytes & 0x5555555555555555) << 1);
  turned = ((turned >> 2) & 0x3333333333333333) | ((turned & 0x3333333333333333) << 2);
  return ((turned >> 4) & 0x0f0f0f0f0f0f0f0f) | ((turned & 0x0f0f0f0f0f0f0f0f) << 4);
}

/** Unpacks `bytes` bytes: each bit becomes a byte, 0 or 255. */
export function unpackRow(bits: usize, bytes: i32, to: usize): void {
  const places = i64x2.splat(0x0102040810204080);
  for (let i: i32 = 0; i < bytes; i += 2) {
    const pair = v128.load16_splat(bits + i);
    const spread = i8x16.shuffle(pair, pair, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    v128.store(to + 8 * i, i8x16.eq(v128.and(spread, places), places));
  }
}
