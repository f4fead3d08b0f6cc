import type { Size } from '#model/kernel/geometry.ts';
import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import {
  addToSum,
  averageLine,
  distinctSpans,
  finishSum,
  repeatBytes,
  spans,
  startSum,
  unpackRow,
} from '../kernel/kernel.wasm';
import { copyOut, kernelBytes, withRoom } from '../kernel/memory.ts';

/** A part of the result: its pixels x .. x + width, y .. y + height. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture with one byte for each pixel, which is read row by row. */
export interface RowSource extends Size {
  /** Writes the pixels `from` <= x < `to` of a row into the kernel's memory. `room` is for memory needed to do that. */
  write(room: Room, y: number, from: number, to: number, at: Pointer): void;
}

export function rowsOf(bytes: Uint8Array, { width, height }: Size): RowSource {
  return {
    width,
    height,
    write: (_room, y, from, to, at) => kernelBytes().set(bytes.subarray(y * width + from, y * width + to), at),
  };
}

/** The rows of a picture in bits as bytes of 0 and 255. `byteAt` gives eight dots, the first in the highest bit. */
export function bitRowsOf({ width, height }: Size, strideBytes: number, byteAt: (at: number) => number): RowSource {
  const row = new Uint8Array(strideBytes + 1);
  return {
    width,
    height,
    write(_room, y, from, to, at) {
      const first = from >> 3;
      const bytes = ((to + 7) >> 3) - first;
      for (let i = 0; i < bytes; i++) row[i] = byteAt(y * strideBytes + first + i);
      withRoom((room) => {
        const bits = room.put(row.subarray(0, bytes));
        const unpacked = room.take(bytes * 8 + 8);
        unpackRow(bits, bytes, unpacked);
        kernelBytes().copyWithin(at, unpacked + from - first * 8, unpacked + to - first * 8);
      });
    },
  };
}

const MOST_ROWS = 16;
const DOTS_AT_ONCE = 4 << 20;

/** Writes rows `y` .. `y` + `count` of the result into the kernel's memory, `stride` bytes each. */
export type WriteRows = (y: number, count: number, to: Pointer, stride: number) => void;

/** A resampled picture: each result is the mean of the area that it covers, fractions of pixels included. */
export interface AveragedRows extends Size {
  /** Number of rows to make at a time, so that it takes some milliseconds. */
  readonly rowsAtOnce: number;
  /** The result may be used as long as the room is lent. */
  open(room: Room): WriteRows;
}

/**
 * Resamples a picture to `toWidth` x `toHeight` and gives the rows of `region` of that. The same bytes on every
 * machine: only sums and products in a fixed order. Takes some 0.2 ns per result where the picture is enlarged.
 */
export function averagedRows(source: RowSource, toWidth: number, toHeight: number, region: Region): AveragedRows {
  const { width, height } = region;
  const dotsForRow = source.width * Math.ceil(source.height / toHeight);
  const rowsAtOnce = Math.min(MOST_ROWS, Math.max(1, Math.floor(DOTS_AT_ONCE / dotsForRow)));
  if (source.width === toWidth && source.height === toHeight) {
    return {
      width,
      height,
      rowsAtOnce,
      open: (room) => (y, count, to, stride) => {
        for (let i = 0; i < count; i++) {
          source.write(room, region.y + y + i, region.x, region.x + width, to + i * stride);
        }
      },
    };
  }
  const columns = columnsOf(source.width, toWidth, region.x, width);
  const rows = spansOf(source.height, toHeight, region.y, height);
  const area = (source.width / toWidth) * (source.height / toHeight);
  return { width, height, rowsAtOnce, open: (room) => openAverage(room, source, columns, rows, area) };
}

function openAverage(room: Room, source: RowSource, columns: Columns, rows: Spans, area: number): WriteRows {
  const { distinct, width } = columns;
  const count = distinct.first.length;
  const from = distinct.first[0] as number;
  const to = (distinct.last[count - 1] as number) + 1;
  const columnsAt = room.put(distinct.bytes);
  const runs = count === width ? null : room.put(columns.runs);
  const means = room.take(count + 8);
  const sourceAt = room.take(to - from);
  const line = room.take(8 * count + 64);
  const sum = room.take(8 * count + 64);
  let lineRow = -1;

  function writeRow(y: number, at: Pointer): void {
    const first = rows.first[y] as number;
    const last = rows.last[y] as number;
    for (let row = first; row <= last; row++) {
      if (row !== lineRow) {
        source.write(room, row, from, to, sourceAt);
        averageLine(sourceAt - from, columnsAt, count, line);
        lineRow = row;
      }
      if (row === first) startSum(sum, line, overlap(rows, y, row), count);
      else addToSum(sum, line, overlap(rows, y, row), count);
    }
    if (runs === null) {
      finishSum(sum, area, count, at);
      return;
    }
    finishSum(sum, area, count, means);
    repeatBytes(means, runs, count, at);
  }

  return (start, rowCount, at, stride) => {
    for (let i = 0; i < rowCount; i++) {
      const target = at + i * stride;
      if (i > 0 && isSameRow(rows, start + i))
        kernelBytes().copyWithin(target, target - stride, target - stride + width);
      else writeRow(start + i, target);
    }
  };
}

/** True when the row is in the same source row as the previous one and covers as much of it: then both are equal. */
function isSameRow(s: Spans, y: number): boolean {
  const first = s.first[y];
  return (
    first === s.last[y] &&
    first === s.first[y - 1] &&
    first === s.last[y - 1] &&
    s.firstWeight[y] === s.firstWeight[y - 1]
  );
}

/** For each result pixel the first and last source pixel that it covers, and the covered share of both. */
interface Spans {
  /** All four arrays in the form that the kernel uses. */
  readonly bytes: Uint8Array;
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  readonly lastWeight: Float64Array;
}

function spansOf(size: number, toSize: number, from: number, count: number): Spans {
  const bytes = withRoom((room) => {
    const at = room.take(24 * count);
    spans(size, toSize, from, count, at);
    return copyOut(at, 24 * count);
  });
  return spansFrom(bytes, count);
}

function spansFrom(bytes: Uint8Array<ArrayBuffer>, count: number): Spans {
  return {
    bytes,
    first: new Int32Array(bytes.buffer, 0, count),
    last: new Int32Array(bytes.buffer, 4 * count, count),
    firstWeight: new Float64Array(bytes.buffer, 8 * count, count),
    lastWeight: new Float64Array(bytes.buffer, 16 * count, count),
  };
}

/** The columns of a result. It has only the first of equal neighbors. */
interface Columns {
  readonly width: number;
  readonly distinct: Spans;
  /** Number of columns that each of them represents, in the form that the kernel uses. */
  readonly runs: Uint8Array;
}

function columnsOf(size: number, toSize: number, from: number, width: number): Columns {
  return withRoom((room) => {
    const all = room.take(24 * width);
    const distinct = room.take(24 * width);
    const runs = room.take(4 * width);
    spans(size, toSize, from, width, all);
    const count = distinctSpans(all, width, distinct, runs);
    return { width, distinct: spansFrom(copyOut(distinct, 24 * count), count), runs: copyOut(runs, 4 * count) };
  });
}

function overlap(s: Spans, i: number, at: number): number {
  if (at === s.first[i]) return s.firstWeight[i] as number;
  return at === s.last[i] ? (s.lastWeight[i] as number) : 1;
}

/**
 * Gives the rows from the top, one with each call. A row is valid until the next call; the whole result is never in
 * memory.
 */
export function eachRow(rows: AveragedRows): () => Uint8Array {
  const { width, height, rowsAtOnce } = rows;
  let made = new Uint8Array(0);
  let y = 0;
  return () => {
    const at = y % rowsAtOnce;
    if (at === 0) {
      const count = Math.min(rowsAtOnce, height - y);
      made = withRoom((room) => {
        const to = room.take(count * width);
        rows.open(room)(y, count, to, width);
        return copyOut(to, count * width);
      });
    }
    y++;
    return made.subarray(at * width, (at + 1) * width);
  };
}
