/**
 * Error diffusion of 8 rows at once. A row depends on the row above only up to one dot to the right, so 8 rows can run
 * as a wave: lane k of a vector is row k, 4 dots behind row k - 1. One step computes one dot of each row.
 *
 * A group is 8 rows of `width` dots and may be a part of longer rows. Then it needs the errors around it: `left` holds
 * those of the dot before each row (i16 x 8) and of the dot before that (i16 x 8), `right` those of the dot after each
 * row (i16 x 8). At the picture's edges all of them are 0.
 */

/** Number of dots that each row lags behind the one above. */
const LAG: i32 = 4;
/** Number of dots that the last row lags behind the first. */
const SKEW: i32 = 28;
const WHITE: i32 = 255;

/** Room for one vector, and for four vectors of finished words (i16 x 8). */
const TURNED: usize = memory.data(16, 16);
const WORDS: usize = memory.data(64, 16);

/**
 * Interleaves 8 gray rows for the wave: byte 8 * t + k of `into` is row k's dot t - LAG * k. Writes up to `steps` + 15
 * groups of 8 bytes. Reads up to 28 bytes before and 16 after the `steps` dots of a row; their values are not used.
 */
export function mixRows(gray: usize, stride: i32, steps: i32, into: usize): void {
  for (let t: i32 = 0; t < steps; t += 16) {
    const p = gray + t;
    const a = v128.load(p);
    const b = v128.load(p + stride - 4);
    const c = v128.load(p + 2 * stride - 8);
    const d = v128.load(p + 3 * stride - 12);
    const e = v128.load(p + 4 * stride - 16);
    const f = v128.load(p + 5 * stride - 20);
    const g = v128.load(p + 6 * stride - 24);
    const h = v128.load(p + 7 * stride - 28);
    const ab = i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const AB = i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const cd = i8x16.shuffle(c, d, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const CD = i8x16.shuffle(c, d, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const ef = i8x16.shuffle(e, f, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const EF = i8x16.shuffle(e, f, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const gh = i8x16.shuffle(g, h, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const GH = i8x16.shuffle(g, h, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    mixFours(ab, cd, ef, gh, into + 8 * t);
    mixFours(AB, CD, EF, GH, into + 8 * t + 64);
  }
}

function mixFours(ab: v128, cd: v128, ef: v128, gh: v128, into: usize): void {
  const abcd = i16x8.shuffle(ab, cd, 0, 8, 1, 9, 2, 10, 3, 11);
  const ABCD = i16x8.shuffle(ab, cd, 4, 12, 5, 13, 6, 14, 7, 15);
  const efgh = i16x8.shuffle(ef, gh, 0, 8, 1, 9, 2, 10, 3, 11);
  const EFGH = i16x8.shuffle(ef, gh, 4, 12, 5, 13, 6, 14, 7, 15);
  v128.store(into, i32x4.shuffle(abcd, efgh, 0, 4, 1, 5));
  v128.store(into + 16, i32x4.shuffle(abcd, efgh, 2, 6, 3, 7));
  v128.store(into + 32, i32x4.shuffle(ABCD, EFGH, 0, 4, 1, 5));
  v128.store(into + 48, i32x4.shuffle(ABCD, EFGH, 2, 6, 3, 7));
}

function laneOf(vector: v128, lane: i32): i32 {
  v128.store(TURNED, vector);
  return load<i16>(TURNED + 2 * lane);
}

function withLane(vector: v128, lane: i32, value: i32): v128 {
  v128.store(TURNED, vector);
  store<i16>(TURNED + 2 * lane, <i16>value);
  return v128.load(TURNED);
}

/** Writes 16 dots of each row once they are complete: row k is 4 * k steps behind. */
function storeWords(bits: usize, stride: i32, block: i32, words: i32): void {
  if (block < words) storeWord(bits, block, 3, 0);
  const before = block - 1;
  if (before >= 0 && before < words) {
    storeWord(bits + stride, before, 0, 1);
    storeWord(bits + 2 * stride, before, 1, 2);
    storeWord(bits + 3 * stride, before, 2, 3);
    storeWord(bits + 4 * stride, before, 3, 4);
  }
  const earlier = block - 2;
  if (earlier >= 0) {
    storeWord(bits + 5 * stride, earlier, 0, 5);
    storeWord(bits + 6 * stride, earlier, 1, 6);
    storeWord(bits + 7 * stride, earlier, 2, 7);
  }
}

function storeWord(row: usize, word: i32, quad: i32, lane: i32): void {
  store<u16>(row + 2 * word, bswap<u16>(load<u16>(WORDS + 16 * quad + 2 * lane)));
}

/**
 * Floyd-Steinberg diffusion of an interleaved group. `carry` holds the errors passed down by the row above, in
 * sixteenths (i16 for each dot). It is read one dot ahead and gets the errors that the last row passes down. `bits`
 * gets 8 rows of whole 16-bit words, 1 = paper; bits beyond the width are undefined. If `errors` is not 0, its byte 8 *
 * t + k becomes the error of row k's dot t - LAG * k.
 */
export function floydSteinberg(
  mixed: usize,
  width: i32,
  carry: usize,
  left: usize,
  right: usize,
  bits: usize,
  stride: i32,
  errors: usize,
): void {
  const half = i16x8.splat(8);
  const level = i16x8.splat(2047);
  const white = i16x8.splat(<i16>WHITE);
  const words = (width + 15) >> 4;
  let last = i16x8.splat(0);
  let second = i16x8.splat(0);
  // The errors passed to the row below one, two and three steps ago.
  let below1 = i16x8.splat(0);
  let below2 = i16x8.splat(0);
  let below3 = i16x8.splat(0);
  let dots = i16x8.splat(0);
  const end = 16 * (words + 2);
  for (let t: i32 = 0; t < end; t += 4) {
    if (t <= SKEW) {
      const row = t >> 2;
      last = withLane(last, row, load<i16>(left + 2 * row));
      second = withLane(second, row, load<i16>(left + 16 + 2 * row));
    }
    const inside = t > SKEW && t + 4 <= width;
    for (let u = t; u < t + 4; u++) {
      // Lane k takes what lane k - 1 passed down three steps ago; lane 0 takes it from the row above the group.
      const above = i8x16.shuffle(
        v128.load16_splat(carry + 2 * u + 2),
        below3,
        14,
        15,
        16,
        17,
        18,
        19,
        20,
        21,
        22,
        23,
        24,
        25,
        26,
        27,
        28,
        29,
      );
      const tone = i16x8.add(i16x8.shl(v128.load8x8_u(mixed + 8 * u), 4), half);
      const sum = i16x8.add(i16x8.sub(i16x8.add(tone, above), last), i16x8.shl(last, 3));
      const paper = i16x8.gt_s(sum, level);
      const error = i16x8.sub(i16x8.shr_s(sum, 4), v128.and(paper, white));
      const rest = i16x8.add(i16x8.add(i16x8.shl(last, 2), last), second);
      let below = i16x8.add(i16x8.add(i16x8.shl(error, 1), error), rest);
      if (inside) {
        v128.store16_lane(carry + 2 * (u - SKEW), below, 7);
      } else {
        const row = (u - width) >> 2;
        if (u >= width && ((u - width) & 3) === 0 && row < 8) {
          below = withLane(below, row, 3 * load<i16>(right + 2 * row) + laneOf(rest, row));
        }
        if (u >= SKEW && u <= width + SKEW) v128.store16_lane(carry + 2 * (u - SKEW), below, 7);
      }
      dots = i16x8.sub(i16x8.add(dots, dots), paper);
      second = last;
      last = error;
      below3 = below2;
      below2 = below1;
      below1 = below;
      if (errors !== 0) v128.store64_lane(errors + 8 * u, i8x16.narrow_i16x8_s(error, error), 0);
    }
    v128.store(WORDS + 4 * (t & 12), dots);
    if ((t & 12) === 12) storeWords(bits, stride, t >> 4, words);
  }
}

/**
 * Atkinson diffusion of a group, row by row: six eighths of each error are passed on. `carry` is in eighths. `before`
 * keeps for each dot the error to its left in the row above, which also goes two rows down.
 */
export function atkinson(
  gray: usize,
  grayStride: i32,
  width: i32,
  carry: usize,
  before: usize,
  left: usize,
  right: usize,
  bits: usize,
  stride: i32,
  errors: usize,
): void {
  for (let row: i32 = 0; row < 8; row++) {
    const tones = gray + row * grayStride;
    const out = bits + row * stride;
    let last: i32 = load<i16>(left + 2 * row);
    let second: i32 = load<i16>(left + 16 + 2 * row);
    let byte: i32 = 0;
    for (let x: i32 = 0; x < width; x++) {
      const value = <i32>load<u8>(tones + x) + ((<i32>load<i16>(carry + 2 * x + 2) + last + second + 4) >> 3);
      const paper = i32(value >= 128);
      const error = value - (paper ? WHITE : 0);
      store<i16>(carry + 2 * x, <i16>(error + last + second + load<i16>(before + 2 * x)));
      store<i16>(before + 2 * x, <i16>last);
      second = last;
      last = error;
      byte = (byte << 1) | paper;
      if ((x & 7) === 7) store<u8>(out + (x >> 3), <u8>byte);
      if (errors !== 0) store<i8>(errors + 8 * (x + LAG * row) + row, <i8>error);
    }
    if ((width & 7) !== 0) store<u8>(out + (width >> 3), <u8>(byte << (8 - (width & 7))));
    const after = <i32>load<i16>(right + 2 * row);
    store<i16>(carry + 2 * width, <i16>(after + last + second + load<i16>(before + 2 * width)));
    store<i16>(before + 2 * width, <i16>last);
    if (errors !== 0) store<i8>(errors + 8 * (width + LAG * row) + row, 0);
  }
}
