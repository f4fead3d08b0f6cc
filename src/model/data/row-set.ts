/**
 * Rows of a sheet, counted from 0, as ranges in ascending order that neither touch nor overlap: a choice among a million rows
 * is small, and every question is answered by halving. It is not changed once it is made.
 */
export interface RowSet {
  /** The first row of each range. */
  readonly starts: Uint32Array;
  /** The row behind the last one of each range. */
  readonly ends: Uint32Array;
  /** How many rows the ranges before each one have. */
  readonly before: Uint32Array;
  /** How many rows there are. */
  readonly size: number;
}

export const NO_ROWS: RowSet = made([], []);

/** The rows `from` to `to`, without `to`. */
export function rowRange(from: number, to: number): RowSet {
  return from < to ? made([from], [to]) : NO_ROWS;
}

/** Rows in any order, also several times. */
export function rowSetOf(rows: Iterable<number>): RowSet {
  const sorted = Uint32Array.from(rows).sort();
  return joined(sorted.length, (i) => [sorted[i] as number, (sorted[i] as number) + 1]);
}

/** Ranges in any order, which may overlap: each from its first row to the one behind its last. */
export function rowSetOfRanges(ranges: Iterable<readonly [number, number]>): RowSet {
  const sorted = [...ranges].filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0]);
  return joined(sorted.length, (i) => sorted[i] as readonly [number, number]);
}

/** Makes one range of those that touch or overlap. */
function joined(count: number, rangeOf: (i: number) => readonly [number, number]): RowSet {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let i = 0; i < count; i++) {
    const [from, to] = rangeOf(i);
    const last = ends.length - 1;
    if (last >= 0 && from <= (ends[last] as number)) ends[last] = Math.max(ends[last] as number, to);
    else {
      starts.push(from);
      ends.push(to);
    }
  }
  return made(starts, ends);
}

/** The rows of both. */
export function withRows(a: RowSet, b: RowSet): RowSet {
  return combined(a, b, (inA, inB) => inA || inB);
}

/** The rows of the first that are not in the second. */
export function withoutRows(a: RowSet, b: RowSet): RowSet {
  return combined(a, b, (inA, inB) => inA && !inB);
}

/** The rows that are in both. */
export function sharedRows(a: RowSet, b: RowSet): RowSet {
  return combined(a, b, (inA, inB) => inA && inB);
}

export function hasRow({ starts, ends }: RowSet, row: number): boolean {
  const range = rangeAt(starts, row);
  return range >= 0 && row < (ends[range] as number);
}

/** The row in this place, counted from 0; null behind the last. */
export function rowAtPlace({ starts, before, size }: RowSet, place: number): number | null {
  if (place < 0 || place >= size) return null;
  const range = rangeAt(before, place);
  return (starts[range] as number) + place - (before[range] as number);
}

/** A run of rows. */
export interface RowRun {
  readonly first: number;
  readonly count: number;
}

/** The runs of rows in the places `first` to `first + count`, in order. */
export function runsAtPlaces({ starts, ends, before, size }: RowSet, first: number, count: number): readonly RowRun[] {
  const runs: RowRun[] = [];
  const end = Math.min(size, first + count);
  let place = Math.max(0, first);
  for (let range = rangeAt(before, place); place < end; range++) {
    const from = (starts[range] as number) + place - (before[range] as number);
    const length = Math.min((ends[range] as number) - from, end - place);
    runs.push({ first: from, count: length });
    place += length;
  }
  return runs;
}

/** All runs of rows, in order. */
export function runsOf(rows: RowSet): readonly RowRun[] {
  return runsAtPlaces(rows, 0, rows.size);
}

/** The last of these ascending numbers that is not above the value; -1 when there is none. */
function rangeAt(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Goes along both sets at once, from one edge of a range to the next. */
function combined(a: RowSet, b: RowSet, keeps: (inA: boolean, inB: boolean) => boolean): RowSet {
  const starts: number[] = [];
  const ends: number[] = [];
  let atA = 0;
  let atB = 0;
  let kept = false;
  while (atA < a.starts.length * 2 || atB < b.starts.length * 2) {
    const edge = Math.min(edgeAt(a, atA), edgeAt(b, atB));
    if (edgeAt(a, atA) === edge) atA++;
    if (edgeAt(b, atB) === edge) atB++;
    // After an odd number of edges one is inside of a range.
    const keep = keeps(atA % 2 === 1, atB % 2 === 1);
    if (keep !== kept) (keep ? starts : ends).push(edge);
    kept = keep;
  }
  return made(starts, ends);
}

/** The starts and ends in turn. */
function edgeAt({ starts, ends }: RowSet, at: number): number {
  return (at % 2 === 0 ? starts : ends)[at >> 1] ?? Infinity;
}

function made(starts: readonly number[], ends: readonly number[]): RowSet {
  const before = new Uint32Array(starts.length);
  let size = 0;
  for (let i = 0; i < starts.length; i++) {
    before[i] = size;
    size += (ends[i] as number) - (starts[i] as number);
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), before, size };
}
