/**
 * The inverse cosine transform of libjpeg's "slow" integer method, bit by bit (Loeffler, Ligtenberg and Moschytz,
 * ICASSP 1989): columns, then rows, in 32 bits, with 13 bits of fraction in the constants and 2 between the passes.
 */

const FRACTION: i32 = 13;
const BETWEEN: i32 = 2;

const SUMS = memory.data(8 * 16 * 2, 16);

/** Eight values across a half of the columns or rows: `from` and `to` are where they are. */
function times(a: v128, by: i32): v128 {
  return i32x4.mul(a, i32x4.splat(by));
}

/** One pass over four columns. Vectors are 32 bytes apart, which are two halves. */
function pass(
  in0: v128,
  in1: v128,
  in2: v128,
  in3: v128,
  in4: v128,
  in5: v128,
  in6: v128,
  in7: v128,
  shift: i32,
  to: usize,
): void {
  // Even part.
  const even = times(i32x4.add(in2, in6), 4433);
  const low = i32x4.sub(even, times(in6, 15137));
  const high = i32x4.add(even, times(in2, 6270));
  const sum = i32x4.shl(i32x4.add(in0, in4), FRACTION);
  const difference = i32x4.shl(i32x4.sub(in0, in4), FRACTION);
  const round = i32x4.splat(1 << (shift - 1));
  const even0 = i32x4.add(i32x4.add(sum, high), round);
  const even3 = i32x4.add(i32x4.sub(sum, high), round);
  const even1 = i32x4.add(i32x4.add(difference, low), round);
  const even2 = i32x4.add(i32x4.sub(difference, low), round);
  // Odd part.
  const all = times(i32x4.add(i32x4.add(in7, in3), i32x4.add(in5, in1)), 9633);
  const z1 = times(i32x4.add(in7, in1), -7373);
  const z2 = times(i32x4.add(in5, in3), -20995);
  const z3 = i32x4.add(times(i32x4.add(in7, in3), -16069), all);
  const z4 = i32x4.add(times(i32x4.add(in5, in1), -3196), all);
  const odd0 = i32x4.add(i32x4.add(times(in7, 2446), z1), z3);
  const odd1 = i32x4.add(i32x4.add(times(in5, 16819), z2), z4);
  const odd2 = i32x4.add(i32x4.add(times(in3, 25172), z2), z3);
  const odd3 = i32x4.add(i32x4.add(times(in1, 12299), z1), z4);
  v128.store(to, i32x4.shr_s(i32x4.add(even0, odd3), shift));
  v128.store(to, i32x4.shr_s(i32x4.sub(even0, odd3), shift), 7 * 32);
  v128.store(to, i32x4.shr_s(i32x4.add(even1, odd2), shift), 32);
  v128.store(to, i32x4.shr_s(i32x4.sub(even1, odd2), shift), 6 * 32);
  v128.store(to, i32x4.shr_s(i32x4.add(even2, odd1), shift), 2 * 32);
  v128.store(to, i32x4.shr_s(i32x4.sub(even2, odd1), shift), 5 * 32);
  v128.store(to, i32x4.shr_s(i32x4.add(even3, odd0), shift), 3 * 32);
  v128.store(to, i32x4.shr_s(i32x4.sub(even3, odd0), shift), 4 * 32);
}

function dequantized(block: usize, steps: usize, row: usize, half: usize): v128 {
  const at = row * 16 + half * 8;
  return i32x4.mul(v128.load16x4_s(block + at), v128.load16x4_u(steps + at));
}

function columns(block: usize, steps: usize, half: usize): void {
  pass(
    dequantized(block, steps, 0, half),
    dequantized(block, steps, 1, half),
    dequantized(block, steps, 2, half),
    dequantized(block, steps, 3, half),
    dequantized(block, steps, 4, half),
    dequantized(block, steps, 5, half),
    dequantized(block, steps, 6, half),
    dequantized(block, steps, 7, half),
    FRACTION - BETWEEN,
    SUMS + half * 16,
  );
}

/** Four rows, whose values stay in vectors across the rows: 32 bytes per column. */
function rows(half: usize): void {
  const from = SUMS + half * 128;
  const a = v128.load(from);
  const b = v128.load(from, 32);
  const c = v128.load(from, 64);
  const d = v128.load(from, 96);
  const e = v128.load(from, 16);
  const f = v128.load(from, 48);
  const g = v128.load(from, 80);
  const h = v128.load(from, 112);
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  const ab2 = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const cd2 = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  const ef = v128.shuffle<i32>(e, f, 0, 4, 1, 5);
  const gh = v128.shuffle<i32>(g, h, 0, 4, 1, 5);
  const ef2 = v128.shuffle<i32>(e, f, 2, 6, 3, 7);
  const gh2 = v128.shuffle<i32>(g, h, 2, 6, 3, 7);
  pass(
    v128.shuffle<i64>(ab, cd, 0, 2),
    v128.shuffle<i64>(ab, cd, 1, 3),
    v128.shuffle<i64>(ab2, cd2, 0, 2),
    v128.shuffle<i64>(ab2, cd2, 1, 3),
    v128.shuffle<i64>(ef, gh, 0, 2),
    v128.shuffle<i64>(ef, gh, 1, 3),
    v128.shuffle<i64>(ef2, gh2, 0, 2),
    v128.shuffle<i64>(ef2, gh2, 1, 3),
    FRACTION + BETWEEN + 3,
    ROWS + half * 16,
  );
}

const ROWS = memory.data(8 * 16 * 2, 16);

/** Samples less 128, of which libjpeg uses the lowest ten bits: only damaged data have more. */
function tenBits(values: v128): v128 {
  return i32x4.shr_s(i32x4.shl(values, 22), 22);
}

/** The samples of a column before they are limited to bytes. */
function column(k: usize): v128 {
  const from = ROWS + k * 32;
  const samples = i16x8.narrow_i32x4_s(tenBits(v128.load(from)), tenBits(v128.load(from, 16)));
  return i16x8.add(samples, i16x8.splat(128));
}

/** The samples of a block: coefficients and their steps are 16 bits each, row by row. */
export function transformBlock(block: usize, steps: usize, to: usize, stride: usize): void {
  columns(block, steps, 0);
  columns(block, steps, 1);
  rows(0);
  rows(1);
  // Columns become rows.
  const c01 = i8x16.narrow_i16x8_u(column(0), column(1));
  const c23 = i8x16.narrow_i16x8_u(column(2), column(3));
  const c45 = i8x16.narrow_i16x8_u(column(4), column(5));
  const c67 = i8x16.narrow_i16x8_u(column(6), column(7));
  const p01 = v128.shuffle<i8>(c01, c01, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const p23 = v128.shuffle<i8>(c23, c23, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const p45 = v128.shuffle<i8>(c45, c45, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const p67 = v128.shuffle<i8>(c67, c67, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const top = v128.shuffle<i16>(p01, p23, 0, 8, 1, 9, 2, 10, 3, 11);
  const bottom = v128.shuffle<i16>(p01, p23, 4, 12, 5, 13, 6, 14, 7, 15);
  const top2 = v128.shuffle<i16>(p45, p67, 0, 8, 1, 9, 2, 10, 3, 11);
  const bottom2 = v128.shuffle<i16>(p45, p67, 4, 12, 5, 13, 6, 14, 7, 15);
  storeRows(v128.shuffle<i32>(top, top2, 0, 4, 1, 5), to, stride);
  storeRows(v128.shuffle<i32>(top, top2, 2, 6, 3, 7), to + 2 * stride, stride);
  storeRows(v128.shuffle<i32>(bottom, bottom2, 0, 4, 1, 5), to + 4 * stride, stride);
  storeRows(v128.shuffle<i32>(bottom, bottom2, 2, 6, 3, 7), to + 6 * stride, stride);
}

function storeRows(two: v128, to: usize, stride: usize): void {
  v128.store64_lane(to, two, 0);
  v128.store64_lane(to + stride, two, 1);
}

/** A block that has only its first coefficient. */
export function fillBlock(first: i32, step: i32, to: usize, stride: usize): void {
  const value = (<i32>(<i16>first) * step * (1 << BETWEEN) + 16) >> 5;
  const sample = min<i32>(255, max<i32>(0, ((value << 22) >> 22) + 128));
  const all = <u64>sample * 0x0101010101010101;
  for (let y: usize = 0; y < 8; y++) store<u64>(to + y * stride, all);
}
