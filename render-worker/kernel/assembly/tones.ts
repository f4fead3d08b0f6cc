/** Converts pixels of red, green, blue and alpha into planes of tones. A plane needs room for 16 bytes more. */

/** The weights of ITU-R BT.601 in 256ths, in the order red, green, blue, alpha. */
function weights(): v128 {
  return i16x8(77, 150, 29, 0, 77, 150, 29, 0);
}

/** The luminance of four pixels; `rounding` is added before the fraction is truncated. */
function fourLumas(pixels: v128, weight: v128, rounding: v128): v128 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weight);
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weight);
  const sums = i32x4.add(i32x4.shuffle(low, high, 0, 2, 4, 6), i32x4.shuffle(low, high, 1, 3, 5, 7));
  return i32x4.shr_u(i32x4.add(sums, rounding), 8);
}

/** The luminance of opaque pixels; white is exactly 255. `rounding` is 0 to truncate the fraction, 128 to round. */
export function lumaOf(rgba: usize, count: i32, rounding: i32, gray: usize): void {
  const weight = weights();
  const round = i32x4.splat(rounding);
  for (let i: i32 = 0; i < count; i += 8) {
    const p = rgba + 4 * i;
    const words = i16x8.narrow_i32x4_u(
      fourLumas(v128.load(p), weight, round),
      fourLumas(v128.load(p + 16), weight, round),
    );
    v128.store64_lane(gray + i, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Extracts one of the four bytes of each pixel: 0 for red to 3 for alpha. */
export function channelOf(rgba: usize, count: i32, channel: i32, plane: usize): void {
  for (let i: i32 = 0; i < count; i += 8) {
    const p = rgba + 4 * i + channel;
    for (let k: i32 = 0; k < 8; k++) store<u8>(plane + i + k, load<u8>(p + 4 * k));
  }
}

/** Whether every byte is 255. */
export function isOpaque(alpha: usize, count: i32): bool {
  for (let i: i32 = 0; i < count; i++) if (load<u8>(alpha + i) !== 255) return false;
  return true;
}

/** Blends a plane with white paper where `alpha` is below 255. */
export function onWhite(plane: usize, alpha: usize, count: i32): void {
  for (let i: i32 = 0; i < count; i++) {
    const a = <u32>load<u8>(alpha + i);
    if (a === 255) continue;
    const n = <u32>load<u8>(plane + i) * a + 255 * (255 - a) + 127;
    store<u8>(plane + i, <u8>(n / 255));
  }
}

/**
 * Divides the colors by alpha, in place. In steps of 32-bit floats, like Skia, so that the results are the same to the
 * bit.
 */
export function unpremultiply(rgba: usize, count: i32): void {
  const part: f32 = <f32>1 / <f32>255;
  for (let i: i32 = 0; i < count; i++) {
    const p = rgba + 4 * i;
    const pixel = load<u32>(p);
    const a = pixel >>> 24;
    if (a === 255) continue;
    if (a === 0) {
      store<u32>(p, 0);
      continue;
    }
    const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(p));
    const colours = f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(bytes)), f32x4.splat(part));
    const parts = f32x4.mul(colours, f32x4.splat(<f32>1 / (<f32>a * part)));
    const one = f32x4.min(parts, f32x4.splat(1));
    const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(one, f32x4.splat(255)), f32x4.splat(0.5)));
    const words = i16x8.narrow_i32x4_u(rounded, rounded);
    const packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
    store<u32>(p, (packed & 0xffffff) | (a << 24));
  }
}

/** Drops the alpha byte: three bytes remain of each pixel's four. */
export function rgbOf(rgba: usize, count: i32, rgb: usize): void {
  for (let i: i32 = 0; i < count; i++) {
    const pixel = load<u32>(rgba + 4 * i);
    // The next pixel overwrites the fourth byte.
    store<u32>(rgb + 3 * i, pixel);
  }
}
