/**
 * Rows of samples to rows of red, green, blue and gray, as libjpeg and pdfium compute them. Rows may be read and written
 * up to 32 bytes beyond their end.
 */

/** A row of half as many samples across and down, enlarged by libjpeg's triangle filter: `near` counts three times. */
export function enlargeBoth(near: usize, far: usize, size: i32, sums: usize, to: usize): void {
  // Sums of the columns, with one more at either end, which is its neighbor.
  const first = sums + 2;
  for (let x: i32 = 0; x < size; x += 8) {
    const sum = i16x8.add(i16x8.mul(v128.load8x8_u(near + x), i16x8.splat(3)), v128.load8x8_u(far + x));
    v128.store(first + 2 * x, sum);
  }
  store<u16>(sums, load<u16>(first));
  store<u16>(first + 2 * size, load<u16>(first + 2 * (size - 1)));
  for (let x: i32 = 0; x < size; x += 8) {
    const here = i16x8.mul(v128.load(first + 2 * x), i16x8.splat(3));
    const left = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load(first + 2 * x - 2)), i16x8.splat(8)), 4);
    const right = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load(first + 2 * x + 2)), i16x8.splat(7)), 4);
    v128.store(to + 2 * x, v128.or(left, i16x8.shl(right, 8)));
  }
}

/** A row of half as many samples across, enlarged by libjpeg's triangle filter. */
export function enlargeAcross(from: usize, size: i32, to: usize): void {
  const before = load<u8>(from - 1);
  const after = load<u8>(from + size);
  store<u8>(from - 1, load<u8>(from));
  store<u8>(from + size, load<u8>(from + size - 1));
  for (let x: i32 = 0; x < size; x += 8) {
    const here = i16x8.mul(v128.load8x8_u(from + x), i16x8.splat(3));
    const left = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load8x8_u(from + x - 1)), i16x8.splat(1)), 2);
    const right = i16x8.shr_u(i16x8.add(i16x8.add(here, v128.load8x8_u(from + x + 1)), i16x8.splat(2)), 2);
    v128.store(to + 2 * x, v128.or(left, i16x8.shl(right, 8)));
  }
  store<u8>(from - 1, before);
  store<u8>(from + size, after);
}

/** (value * by + 0x8000) >> 16 for eight values. */
function scaled(value: v128, by: i16): v128 {
  const factor = i16x8.splat(by);
  const half = i32x4.splat(0x8000);
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(i32x4.extmul_low_i16x8_s(value, factor), half), 16),
    i32x4.shr_s(i32x4.add(i32x4.extmul_high_i16x8_s(value, factor), half), 16),
  );
}

/** Red, green and blue of luminance and colors (ITU-T T.871), with 16 bits of fraction. */
export function colorRow(y: usize, cb: usize, cr: usize, size: i32, red: usize, green: usize, blue: usize): void {
  const middle = i16x8.splat(128);
  const none = i16x8.splat(0);
  for (let x: i32 = 0; x < size; x += 8) {
    const light = v128.load8x8_u(y + x);
    const b = i16x8.sub(v128.load8x8_u(cb + x), middle);
    const r = i16x8.sub(v128.load8x8_u(cr + x), middle);
    // 91881 and 116130 as 65536 and 131072 with what remains; -22554 and -46802 likewise.
    const toRed = i16x8.add(r, scaled(r, 26345));
    const toBlue = i16x8.add(i16x8.shl(b, 1), scaled(b, -14942));
    const half = i32x4.splat(0x8000);
    const lowGreen = i32x4.add(
      i32x4.extmul_low_i16x8_s(b, i16x8.splat(-22554)),
      i32x4.extmul_low_i16x8_s(r, i16x8.splat(18734)),
    );
    const highGreen = i32x4.add(
      i32x4.extmul_high_i16x8_s(b, i16x8.splat(-22554)),
      i32x4.extmul_high_i16x8_s(r, i16x8.splat(18734)),
    );
    const toGreen = i16x8.sub(
      i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(lowGreen, half), 16), i32x4.shr_s(i32x4.add(highGreen, half), 16)),
      r,
    );
    v128.store64_lane(red + x, i8x16.narrow_i16x8_u(i16x8.add(light, toRed), none), 0);
    v128.store64_lane(green + x, i8x16.narrow_i16x8_u(i16x8.add(light, toGreen), none), 0);
    v128.store64_lane(blue + x, i8x16.narrow_i16x8_u(i16x8.add(light, toBlue), none), 0);
  }
}

/** Gray as pdfium weighs it: 30, 59 and 11 hundredths, without rounding. */
export function grayRow(red: usize, green: usize, blue: usize, size: i32, to: usize): void {
  // Dividing by 100 is exact this way for all sums.
  const by = i32x4.splat(5243);
  for (let x: i32 = 0; x < size; x += 8) {
    const sum = i16x8.add(
      i16x8.add(
        i16x8.mul(v128.load8x8_u(red + x), i16x8.splat(30)),
        i16x8.mul(v128.load8x8_u(green + x), i16x8.splat(59)),
      ),
      i16x8.mul(v128.load8x8_u(blue + x), i16x8.splat(11)),
    );
    const low = i32x4.shr_u(i32x4.mul(i32x4.extend_low_i16x8_u(sum), by), 19);
    const high = i32x4.shr_u(i32x4.mul(i32x4.extend_high_i16x8_u(sum), by), 19);
    v128.store64_lane(to + x, i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(low, high), i16x8.splat(0)), 0);
  }
}

/** Red, green, blue, and 255 for each pixel. */
export function rgbaRow(red: usize, green: usize, blue: usize, size: i32, to: usize): void {
  const opaque = i8x16.splat(-1);
  for (let x: i32 = 0; x < size; x += 8) {
    const rg = v128.shuffle<i8>(
      v128.load64_zero(red + x),
      v128.load64_zero(green + x),
      0,
      16,
      1,
      17,
      2,
      18,
      3,
      19,
      4,
      20,
      5,
      21,
      6,
      22,
      7,
      23,
    );
    const ba = v128.shuffle<i8>(
      v128.load64_zero(blue + x),
      opaque,
      0,
      16,
      1,
      17,
      2,
      18,
      3,
      19,
      4,
      20,
      5,
      21,
      6,
      22,
      7,
      23,
    );
    v128.store(to + 4 * x, v128.shuffle<i16>(rg, ba, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to + 4 * x, v128.shuffle<i16>(rg, ba, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  }
}
