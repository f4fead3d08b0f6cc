/** A part of the result: the pixels x .. x + width, y .. y + height of it. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Resamples bytes to `toWidth` x `toHeight`: each result is the mean of the area it covers, fractions of source
 * pixels included. Same numbers on every machine: only sums and products in a fixed order. About 1 ns for each
 * source pixel. With a region only that part is computed and returned, row by row.
 */
export function areaAverage(
  source: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
  region: Region = { x: 0, y: 0, width: toWidth, height: toHeight },
): Uint8Array {
  if (width === toWidth && height === toHeight && region.width === width && region.height === height) return source;
  const columns = spans(width, toWidth, region.x, region.width);
  const rows = spans(height, toHeight, region.y, region.height);
  const out = new Uint8Array(region.width * region.height);
  const line = new Float64Array(region.width);
  const sum = new Float64Array(region.width);
  let lineRow = -1;
  const area = (width / toWidth) * (height / toHeight);
  for (let y = 0; y < region.height; y++) {
    sum.fill(0);
    const last = rows.last[y] as number;
    for (let row = rows.first[y] as number; row <= last; row++) {
      if (row !== lineRow) {
        averageLine(source, row * width, columns, line);
        lineRow = row;
      }
      const weight = overlap(rows, y, row);
      for (let x = 0; x < line.length; x++) sum[x] = (sum[x] as number) + (line[x] as number) * weight;
    }
    const to = y * region.width;
    for (let x = 0; x < line.length; x++) out[to + x] = Math.floor((sum[x] as number) / area + 0.5);
  }
  return out;
}

/** For each result the first and last source pixel that it covers, and how much of those two. */
interface Spans {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  readonly lastWeight: Float64Array;
}

function spans(size: number, toSize: number, from: number, count: number): Spans {
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  const firstWeight = new Float64Array(count);
  const lastWeight = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    // In units of 1 / toSize of a source pixel all borders are whole numbers.
    const start = (from + i) * size;
    const end = start + size;
    const a = Math.floor(start / toSize);
    const b = Math.ceil(end / toSize) - 1;
    first[i] = a;
    last[i] = b;
    firstWeight[i] = (Math.min(end, (a + 1) * toSize) - start) / toSize;
    lastWeight[i] = (end - Math.max(start, b * toSize)) / toSize;
  }
  return { first, last, firstWeight, lastWeight };
}

function overlap(s: Spans, i: number, at: number): number {
  if (at === s.first[i]) return s.firstWeight[i] as number;
  return at === s.last[i] ? (s.lastWeight[i] as number) : 1;
}

function averageLine(source: Uint8Array, from: number, columns: Spans, line: Float64Array): void {
  for (let x = 0; x < line.length; x++) {
    const first = columns.first[x] as number;
    const last = columns.last[x] as number;
    let sum = (source[from + first] as number) * (columns.firstWeight[x] as number);
    let inner = 0;
    for (let i = first + 1; i < last; i++) inner += source[from + i] as number;
    if (last > first) sum += inner + (source[from + last] as number) * (columns.lastWeight[x] as number);
    line[x] = sum;
  }
}
