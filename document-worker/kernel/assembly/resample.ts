/**
 * Resizing rows as pdfium does: shares of source pixels with 16 bits of fraction, without rounding, first across, then
 * down.
 */

/** `spans` has the first and the last source pixel of each result, `shares` a weight for each of at most `most` pixels. */
export function resampleAcross(from: usize, spans: usize, shares: usize, most: i32, size: i32, to: usize): void {
  for (let x: i32 = 0; x < size; x++) {
    const first = load<i32>(spans + 8 * x);
    const last = load<i32>(spans + 8 * x, 4);
    let share = shares + 4 * x * most;
    let sum: u32 = 0;
    for (let i = first; i <= last; i++) {
      sum += <u32>load<u8>(from + i) * load<u32>(share);
      share += 4;
    }
    store<u8>(to + x, <u8>(sum >> 16));
  }
}

/**
 * The same for `groups` of four results whose source pixels are within 16 bytes, from `starts`. For each group and each of
 * `most` pixels, `taps` has the bytes' places as 32-bit numbers, all but the lowest byte 255, and their shares.
 */
export function resampleGroups(from: usize, starts: usize, taps: usize, most: i32, groups: i32, to: usize): void {
  const none = i32x4.splat(0);
  let tap = taps;
  for (let i: i32 = 0; i < groups; i++) {
    const pixels = v128.load(from + load<i32>(starts + 4 * i));
    let sum = none;
    for (let k: i32 = 0; k < most; k++) {
      sum = i32x4.add(sum, i32x4.mul(i8x16.swizzle(pixels, v128.load(tap)), v128.load(tap, 16)));
      tap += 32;
    }
    const words = i16x8.narrow_i32x4_s(i32x4.shr_u(sum, 16), none);
    v128.store32_lane(to + 4 * i, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Adds a row with a weight to sums of 32 bits. */
export function addRow(sums: usize, row: usize, share: u32, size: i32): void {
  const by = i32x4.splat(share);
  for (let x: i32 = 0; x < size; x += 8) {
    const values = v128.load8x8_u(row + x);
    const at = sums + 4 * x;
    v128.store(at, i32x4.add(v128.load(at), i32x4.mul(i32x4.extend_low_i16x8_u(values), by)));
    v128.store(at, i32x4.add(v128.load(at, 16), i32x4.mul(i32x4.extend_high_i16x8_u(values), by)), 16);
  }
}

/** The bytes of sums, which become zero. */
export function takeSums(sums: usize, size: i32, to: usize): void {
  const none = i32x4.splat(0);
  for (let x: i32 = 0; x < size; x += 8) {
    const at = sums + 4 * x;
    const words = i16x8.narrow_i32x4_s(i32x4.shr_u(v128.load(at), 16), i32x4.shr_u(v128.load(at, 16), 16));
    v128.store64_lane(to + x, i8x16.narrow_i16x8_u(words, none), 0);
    v128.store(at, none);
    v128.store(at, none, 16);
  }
}
