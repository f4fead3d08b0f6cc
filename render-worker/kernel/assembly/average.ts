/**
 * Area averages: every result is the mean of the source area that it covers, fractions of pixels included. Sums are
 * doubles, added in one fixed order, so that the bytes are the same on every machine.
 */

/**
 * Finds, for `count` results starting at result `from`, the first and last source pixel that each covers and the
 * covered shares of these two. Written to `into` as four arrays: i32 first, i32 last, f64 weight of the first, f64
 * weight of the last.
 */
export function spans(size: i32, toSize: i32, from: i32, count: i32, into: usize): void {
  const to = <f64>toSize;
  const lasts = into + 4 * count;
  const firstWeights = into + 8 * count;
  const lastWeights = into + 16 * count;
  for (let i = 0; i < count; i++) {
    // Counted in 1 / toSize of a source pixel, all borders are whole numbers.
    const start = (<f64>from + <f64>i) * <f64>size;
    const end = start + <f64>size;
    const a = floor<f64>(start / to);
    const b = ceil<f64>(end / to) - 1;
    store<i32>(into + 4 * i, <i32>a);
    store<i32>(lasts + 4 * i, <i32>b);
    store<f64>(firstWeights + 8 * i, (min<f64>(end, (a + 1) * to) - start) / to);
    store<f64>(lastWeights + 8 * i, (end - max<f64>(start, b * to)) / to);
  }
}

/**
 * When a picture is enlarged a lot, neighboring results cover equal shares of the same single pixel, so one of each
 * such run is enough. Copies one span of each run from the `count` spans to `into`, writes the runs' lengths to `runs`
 * (i32) and returns the number of runs.
 */
export function distinctSpans(from: usize, count: i32, into: usize, runs: usize): i32 {
  let distinct: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const first = load<i32>(from + 4 * i);
    const isSame =
      i > 0 &&
      first === load<i32>(from + 4 * (count + i)) &&
      first === load<i32>(from + 4 * (i - 1)) &&
      first === load<i32>(from + 4 * (count + i - 1)) &&
      load<f64>(from + 8 * (count + i)) === load<f64>(from + 8 * (count + i - 1));
    if (!isSame) store<i32>(runs + 4 * distinct++, 0);
    const run = runs + 4 * (distinct - 1);
    store<i32>(run, load<i32>(run) + 1);
  }
  let i: i32 = 0;
  for (let k: i32 = 0; k < distinct; k++) {
    store<i32>(into + 4 * k, load<i32>(from + 4 * i));
    store<i32>(into + 4 * (distinct + k), load<i32>(from + 4 * (count + i)));
    store<f64>(into + 8 * (distinct + k), load<f64>(from + 8 * (count + i)));
    store<f64>(into + 8 * (2 * distinct + k), load<f64>(from + 8 * (2 * count + i)));
    i += load<i32>(runs + 4 * k);
  }
  return distinct;
}

/** Repeats each of `count` bytes for the length of its run. `out` needs room for 16 bytes more. */
export function repeatBytes(bytes: usize, runs: usize, count: i32, out: usize): void {
  let to = out;
  for (let k: i32 = 0; k < count; k++) {
    const all = v128.load8_splat(bytes + k);
    const end = to + load<i32>(runs + 4 * k);
    v128.store(to, all);
    for (to += 16; to < end; to += 16) v128.store(to, all);
    to = end;
  }
}

/** The sum of `source[from .. to)`. */
function byteSum(source: usize, from: i32, to: i32): i32 {
  let sum = 0;
  let i = from;
  if (to - from >= 16) {
    let wide = i32x4.splat(0);
    for (; i + 16 <= to; i += 16) {
      const pairs = i16x8.extadd_pairwise_i8x16_u(v128.load(source + i));
      wide = i32x4.add(wide, i32x4.extadd_pairwise_i16x8_u(pairs));
    }
    sum =
      i32x4.extract_lane(wide, 0) +
      i32x4.extract_lane(wide, 1) +
      i32x4.extract_lane(wide, 2) +
      i32x4.extract_lane(wide, 3);
  }
  for (; i < to; i++) sum += load<u8>(source + i);
  return sum;
}

/**
 * Sums up one source row into the `count` results of `columns`, as doubles. `source` is the address that the row's
 * pixel 0 has (or would have).
 */
export function averageLine(source: usize, columns: usize, count: i32, line: usize): void {
  const lasts = columns + 4 * count;
  const firstWeights = columns + 8 * count;
  const lastWeights = columns + 16 * count;
  for (let x = 0; x < count; x++) {
    const first = load<i32>(columns + 4 * x);
    const last = load<i32>(lasts + 4 * x);
    let sum = <f64>load<u8>(source + first) * load<f64>(firstWeights + 8 * x);
    if (last > first) {
      const inner = <f64>byteSum(source, first + 1, last);
      sum += inner + <f64>load<u8>(source + last) * load<f64>(lastWeights + 8 * x);
    }
    store<f64>(line + 8 * x, sum);
  }
}

/** sum = line * weight. Rows of doubles need room for 8 bytes more. */
export function startSum(sum: usize, line: usize, weight: f64, count: i32): void {
  const w = f64x2.splat(weight);
  for (let x: i32 = 0; x < count; x += 2) {
    v128.store(sum + 8 * x, f64x2.mul(v128.load(line + 8 * x), w));
  }
}

/** sum += line * weight. */
export function addToSum(sum: usize, line: usize, weight: f64, count: i32): void {
  const w = f64x2.splat(weight);
  for (let x: i32 = 0; x < count; x += 2) {
    v128.store(sum + 8 * x, f64x2.add(v128.load(sum + 8 * x), f64x2.mul(v128.load(line + 8 * x), w)));
  }
}

function twoMeans(sum: usize, area: v128): v128 {
  // No value is negative, so that truncating rounds down.
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.div(v128.load(sum), area), f64x2.splat(0.5)));
}

/** Writes the means of finished sums as bytes. Rows of bytes need room for 8 more. */
export function finishSum(sum: usize, area: f64, count: i32, out: usize): void {
  const a = f64x2.splat(area);
  for (let x: i32 = 0; x < count; x += 8) {
    const p = sum + 8 * x;
    const low = i64x2.shuffle(twoMeans(p, a), twoMeans(p + 16, a), 0, 2);
    const high = i64x2.shuffle(twoMeans(p + 32, a), twoMeans(p + 48, a), 0, 2);
    const words = i16x8.narrow_i32x4_u(low, high);
    v128.store64_lane(out + x, i8x16.narrow_i16x8_u(words, words), 0);
  }
}
