import { lastNotAbove } from '#model/kernel/last-not-above.ts';

/**
 * Rows of a sheet, counted from 0, as ascending ranges that neither touch nor overlap: a choice among a million rows is
 * small, and lookups use binary search. Immutable.
 */
export interface RowSet {
  /** The first row of each range. */
  readonly starts: Uint32Array;
  /** The row after the last one of each range. */
  readonly ends: Uint32Array;
  /** How many rows are in the ranges before each one. */
  readonly before: Uint32Array;
  /** How many rows there are. */
  readonly size: number;
}

/** Writes ranges ordered by their starts; joins those that touch or overlap. */
class RangeWriter {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 0;

  constructor(most: number) {
    this.#starts = new Uint32Array(most);
    this.#ends = new Uint32Array(most);
  }

  get isFull(): boolean {
    return this.#count === this.#starts.length;
  }

  add(from: number, to: number): void {
    const last = this.#count - 1;
    if (last >= 0 && from <= (this.#ends[last] as number)) {
      if (to > (this.#ends[last] as number)) this.#ends[last] = to;
      return;
    }
    this.#starts[this.#count] = from;
    this.#ends[this.#count++] = to;
  }

  /** The same with twice the capacity. */
  grown(): RangeWriter {
    const larger = new RangeWriter(this.#starts.length * 2);
    larger.#starts.set(this.#starts);
    larger.#ends.set(this.#ends);
    larger.#count = this.#count;
    return larger;
  }

  /** The rows written so far; the result doesn't change any more. */
  made(): RowSet {
    const starts = this.#starts.slice(0, this.#count);
    const ends = this.#ends.slice(0, this.#count);
    const before = new Uint32Array(this.#count);
    let size = 0;
    for (let i = 0; i < before.length; i++) {
      before[i] = size;
      size += (ends[i] as number) - (starts[i] as number);
    }
    return { starts, ends, before, size };
  }
}

export const NO_ROWS: RowSet = rowRange(0, 0);

/** The rows from `from` up to and without `to`. */
export function rowRange(from: number, to: number): RowSet {
  const ranges = new RangeWriter(1);
  if (from < to) ranges.add(from, to);
  return ranges.made();
}

/** Rows in any order, with duplicates. */
export function rowSetOf(rows: Iterable<number>): RowSet {
  const ascending = ascendingRows(Uint32Array.from(rows));
  const ranges = new RangeWriter(ascending.length);
  for (let i = 0; i < ascending.length; i++) ranges.add(ascending[i] as number, (ascending[i] as number) + 1);
  return ranges.made();
}

/** Ranges in any order, which may overlap: each from its first row to the one after its last. */
export function rowSetOfRanges(all: Iterable<readonly [number, number]>): RowSet {
  const sorted = [...all].filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0]);
  const ranges = new RangeWriter(sorted.length);
  for (const [from, to] of sorted) ranges.add(from, to);
  return ranges.made();
}

/** Collects rows in ascending order; a snapshot can be taken at any time. */
export class RowCollector {
  #ranges = new RangeWriter(1024);
  /** The last snapshot; null when a row was added since. */
  #made: RowSet | null = null;

  add(row: number): void {
    this.#made = null;
    if (this.#ranges.isFull) this.#ranges = this.#ranges.grown();
    this.#ranges.add(row, row + 1);
  }

  rows(): RowSet {
    return (this.#made ??= this.#ranges.made());
  }
}

/** Number of rows from which sorting uses a bitmap. */
const MANY = 10_000;
const LEAST_SHARE = 1 / 64;

/** The rows in ascending order, perhaps in the same array. */
function ascendingRows(rows: Uint32Array): Uint32Array {
  let most = 0;
  let isAscending = true;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (row < most) isAscending = false;
    else most = row;
  }
  if (isAscending) return rows;
  if (rows.length < MANY || rows.length < most * LEAST_SHARE) return rows.sort();
  const marks = new Uint8Array(most + 1);
  for (let i = 0; i < rows.length; i++) marks[rows[i] as number] = 1;
  let count = 0;
  for (let row = 0; row <= most; row++) if (marks[row] === 1) rows[count++] = row;
  return rows.subarray(0, count);
}

/** The union of both. */
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
  const range = lastNotAbove(starts, row);
  return range >= 0 && row < (ends[range] as number);
}

/** The row at this place, counted from 0; null past the end. */
export function rowAtPlace({ starts, before, size }: RowSet, place: number): number | null {
  if (place < 0 || place >= size) return null;
  const range = lastNotAbove(before, place);
  return (starts[range] as number) + place - (before[range] as number);
}

/** The place of a row, counted from 0; null for one that is not in the set. */
export function placeOfRow({ starts, ends, before }: RowSet, row: number): number | null {
  const range = lastNotAbove(starts, row);
  if (range < 0 || row >= (ends[range] as number)) return null;
  return (before[range] as number) + row - (starts[range] as number);
}

export interface RowRun {
  readonly first: number;
  readonly count: number;
}

/** The runs of rows in the places `first` to `first + count`, in order. */
export function runsAtPlaces({ starts, ends, before, size }: RowSet, first: number, count: number): readonly RowRun[] {
  const runs: RowRun[] = [];
  const end = Math.min(size, first + count);
  let place = Math.max(0, first);
  for (let range = lastNotAbove(before, place); place < end; range++) {
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

/** Walks both sets at once, from one edge of a range to the next. */
function combined(a: RowSet, b: RowSet, keeps: (inA: boolean, inB: boolean) => boolean): RowSet {
  const ranges = new RangeWriter(a.starts.length + b.starts.length);
  let atA = 0;
  let atB = 0;
  /** The start of the current kept range; -1 outside of one. */
  let start = -1;
  while (atA < a.starts.length * 2 || atB < b.starts.length * 2) {
    const edgeA = edgeAt(a, atA);
    const edgeB = edgeAt(b, atB);
    const edge = Math.min(edgeA, edgeB);
    if (edgeA === edge) atA++;
    if (edgeB === edge) atB++;
    // After an odd number of edges the position is inside a range.
    const keep = keeps(atA % 2 === 1, atB % 2 === 1);
    if (keep === start >= 0) continue;
    if (!keep) ranges.add(start, edge);
    start = keep ? edge : -1;
  }
  return ranges.made();
}

/** The starts and ends in turn; infinite past the last. */
function edgeAt({ starts, ends }: RowSet, at: number): number {
  if (at >> 1 >= starts.length) return Infinity;
  return ((at & 1) === 0 ? starts : ends)[at >> 1] as number;
}
