/** A part of the result: the pixels x .. x + width, y .. y + height of it. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture with one byte for each pixel, read row by row. */
export interface RowSource {
  readonly width: number;
  readonly height: number;
  /** The row may be overwritten by the next call. */
  row(y: number): Uint8Array;
}

export function rowsOf(bytes: Uint8Array, width: number, height: number): RowSource {
  return { width, height, row: (y) => bytes.subarray(y * width, (y + 1) * width) };
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
  return averageOf(rowsOf(source, width, height), toWidth, toHeight, region);
}

/** Like `areaAverage`, for a picture that is read row by row. */
export function averageOf(source: RowSource, toWidth: number, toHeight: number, region: Region): Uint8Array {
  const out = new Uint8Array(region.width * region.height);
  const next = averagedRows(source, toWidth, toHeight, region);
  for (let y = 0; y < region.height; y++) out.set(next(), y * region.width);
  return out;
}

/**
 * Yields the rows of the region one by one from the top, so that the whole result is never in memory. Each call
 * overwrites the row of the call before.
 */
export function averagedRows(source: RowSource, toWidth: number, toHeight: number, region: Region): () => Uint8Array {
  const { width, height } = source;
  let y = 0;
  if (width === toWidth && height === toHeight) {
    return () => source.row(region.y + y++).subarray(region.x, region.x + region.width);
  }
  const columns = spans(width, toWidth, region.x, region.width);
  const rows = spans(height, toHeight, region.y, region.height);
  const out = new Uint8Array(region.width);
  const line = new Float64Array(region.width);
  const sum = new Float64Array(region.width);
  let lineRow = -1;
  const area = (width / toWidth) * (height / toHeight);
  return () => {
    const first = rows.first[y] as number;
    const last = rows.last[y] as number;
    if (first !== last || !isWithin(rows, y, y - 1)) {
      for (let row = first; row <= last; row++) {
        if (row !== lineRow) averageLine(source.row(row), columns, line);
        lineRow = row;
        const weight = overlap(rows, y, row);
        if (row === first) for (let x = 0; x < line.length; x++) sum[x] = (line[x] as number) * weight;
        else for (let x = 0; x < line.length; x++) sum[x] = (sum[x] as number) + (line[x] as number) * weight;
      }
      // No value is below 0, so `| 0` rounds down.
      for (let x = 0; x < line.length; x++) out[x] = ((sum[x] as number) / area + 0.5) | 0;
    }
    y++;
    return out;
  };
}

/** True when a row covers the same part of the same source row as the row before it: then both rows are equal. */
function isWithin(s: Spans, i: number, before: number): boolean {
  return (
    before >= 0 &&
    s.last[before] === s.last[i] &&
    s.first[before] === s.first[i] &&
    s.firstWeight[before] === s.firstWeight[i]
  );
}

/** For each result pixel: the first and the last source pixel that it covers, and how much of these two. */
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

function averageLine(source: Uint8Array, columns: Spans, line: Float64Array): void {
  const { first: firsts, last: lasts, firstWeight, lastWeight } = columns;
  for (let x = 0; x < line.length; x++) {
    const first = firsts[x] as number;
    const last = lasts[x] as number;
    let sum = (source[first] as number) * (firstWeight[x] as number);
    if (last > first) {
      let inner = 0;
      for (let i = first + 1; i < last; i++) inner += source[i] as number;
      sum += inner + (source[last] as number) * (lastWeight[x] as number);
    }
    line[x] = sum;
  }
}
