/** Packed rows: the most significant bit leftmost. */

/**
 * 1 where a byte is at least that of `levels` (16 bytes, for the places x & 15), 0 elsewhere; 1 in the rest of the
 * last 16 dots. Grey rows have room for 16 more, rows of bits are whole 16-bit words.
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

/** Makes of what is opaque what is clear: not opaque, and no ink on it. Whether anything is. `count` in 16-bit words. */
export function clearOf(opaque: usize, paper: usize, count: i32): bool {
  let any: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const clear = ~(<i32>load<u16>(opaque + 2 * i)) & <i32>load<u16>(paper + 2 * i);
    store<u16>(opaque + 2 * i, <u16>clear);
    any |= clear;
  }
  return any !== 0;
}

/** Byte `at` of `width` rows becomes the 8 dots across 8 rows: the columns of a group stand up as rows. */
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
    // Exchanges bits, pairs and fours across the diagonal (Hacker's Delight, 7-3).
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
 * Copies rows of `width` dots, mirrored when `mirrored`; the bits to the right of the width become those of `rest`
 * (0 or 0xff). Source rows have room for 8 bytes before and after them.
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
  // The rest of the last byte would come first: it is shifted out.
  const shift: u64 = over === 0 ? 0 : 8 - over;
  let i: i32 = 0;
  for (; i + 7 <= bytes; i += 7) {
    const p = source + bytes - 8 - i;
    const turned = turn64(load<u64>(p)) << shift;
    // Seven whole bytes of the eight: the last has lost its lower bits.
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

/** The 8 bytes from the last bit to the first, the first of the result in the highest byte. */
function turn64(bytes: u64): u64 {
  // Loaded with the lowest address lowest: only the bits within bytes are to be turned.
  let turned = ((bytes >> 1) & 0x5555555555555555) | ((bytes & 0x5555555555555555) << 1);
  turned = ((turned >> 2) & 0x3333333333333333) | ((turned & 0x3333333333333333) << 2);
  return ((turned >> 4) & 0x0f0f0f0f0f0f0f0f) | ((turned & 0x0f0f0f0f0f0f0f0f) << 4);
}

/** Each bit of `bytes` bytes as a byte of its own: 0 or 255. */
export function unpackRow(bits: usize, bytes: i32, to: usize): void {
  const places = i64x2.splat(0x0102040810204080);
  for (let i: i32 = 0; i < bytes; i += 2) {
    const pair = v128.load16_splat(bits + i);
    const spread = i8x16.shuffle(pair, pair, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    v128.store(to + 8 * i, i8x16.eq(v128.and(spread, places), places));
  }
}
