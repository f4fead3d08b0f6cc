import { hasRow, type RowSet } from '#model/data/row-set.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ViewPart } from '#protocol/table-query.ts';
import { BLOCK_ROWS } from '../table/cell-block.ts';
import type { Pace } from '../pace.ts';
import type { QueryTable } from './query-table.ts';
import { createRowFilter, type PlacedFilter } from './row-filter.ts';
import { countedUp } from './radix-order.ts';
import { sortRows, type PlacedKey } from './sort-rows.ts';

/** A query with its columns as indexes in the sheet. */
export interface PlacedQuery {
  readonly search: string;
  /** The columns that are searched. */
  readonly searched: readonly number[];
  readonly filters: readonly PlacedFilter[];
  readonly only?: RowSet | undefined;
  readonly sort: readonly PlacedKey[];
  readonly language: string;
}

/** Filtering takes most of the time; sorting is reported as the last tenth. */
const FILTER_SHARE = 0.9;
/** Milliseconds between two reports. */
const REPORT_MS = 60;
/** The first report comes as soon as a screen is full. */
const SCREEN_ROWS = 100;

/** An ordered selection of a table's rows. */
export class TableView {
  readonly #table: QueryTable;
  readonly #query: PlacedQuery;
  /** Null when the view shows all rows as they are in the sheet. */
  #rows: Uint32Array | null;
  #ready = 0;
  #count = 0;
  #done = false;

  constructor(table: QueryTable, query: PlacedQuery) {
    this.#table = table;
    this.#query = query;
    const all = query.search === '' && query.filters.length === 0 && query.sort.length === 0 && !query.only;
    this.#rows = all ? null : new Uint32Array(1024);
  }

  /** The number of readable rows; it grows with a sheet that is still being read when all rows are shown. */
  get ready(): number {
    return this.#rows === null ? this.#table.rowCount : this.#ready;
  }

  /** The row of the sheet at a place below `ready`. */
  rowAt(place: number): number {
    return this.#rows === null ? place : (this.#rows[place] as number);
  }

  placeOf(row: number): number | null {
    if (this.#rows === null) return row < this.#table.rowCount ? row : null;
    const place = this.#rows.subarray(0, this.#ready).indexOf(row);
    return place < 0 ? null : place;
  }

  /** Finds and orders the rows. `input.invalid`, or `aborted` when the pace cancels. */
  async run(pace: Pace, onPart: (part: ViewPart) => void): Promise<Result<ViewPart>> {
    if (this.#rows === null) {
      const { rowCount } = this.#table;
      return ok({ count: rowCount, ready: rowCount, done: true, share: 1 });
    }
    const { search, searched, filters, sort, language } = this.#query;
    const filter = createRowFilter(this.#table, search, searched, filters);
    if (!filter.ok) return filter;
    const found = await this.#find(filter.value.apply, pace, onPart);
    if (found === null) return err(problem('aborted'));
    if (sort.length > 0) {
      const sorted = await sortRows(this.#table, found, sort, language, pace, (first) => {
        this.#rows = first;
        this.#ready = first.length;
        onPart(this.#part(FILTER_SHARE));
      });
      if (sorted === null) return err(problem('aborted'));
      this.#rows = sorted;
    }
    this.#ready = this.#count;
    this.#done = true;
    return ok(this.#part(1));
  }

  async #find(
    apply: (firstRow: number, count: number, keep: Uint8Array) => void,
    pace: Pace,
    onPart: (part: ViewPart) => void,
  ): Promise<Uint32Array | null> {
    const { search, filters, only, sort } = this.#query;
    const total = this.#table.rowCount;
    if (search === '' && filters.length === 0 && only === undefined) {
      this.#count = total;
      return countedUp(total);
    }
    const keep = new Uint8Array(BLOCK_ROWS);
    let rows = new Uint32Array(1024);
    let reportedAt = performance.now();
    let screenShown = false;
    for (let first = 0, length = 0; first < total; first += length) {
      length = Math.min(this.#table.blockRows(first), total - first);
      apply(first, length, keep);
      if (this.#count + length > rows.length) rows = grown(rows, this.#count + length);
      if (only !== undefined) for (let i = 0; i < length; i++) if (!hasRow(only, first + i)) keep[i] = 0;
      let count = this.#count;
      // Without a branch: the next row overwrites one that is not kept.
      for (let i = 0; i < length; i++) {
        rows[count] = first + i;
        count += keep[i] as number;
      }
      this.#count = count;
      this.#rows = rows;
      // Sorted rows have no place yet.
      if (sort.length === 0) this.#ready = count;
      if (!pace.due()) continue;
      const screenFull: boolean = !screenShown && this.#ready >= SCREEN_ROWS;
      if (screenFull || performance.now() - reportedAt > REPORT_MS) {
        reportedAt = performance.now();
        screenShown ||= screenFull;
        onPart(this.#part((FILTER_SHARE * (first + length)) / total));
      }
      if (!(await pace.rest())) return null;
    }
    return rows.subarray(0, this.#count);
  }

  #part(share: number): ViewPart {
    return { count: this.#count, ready: this.#ready, done: this.#done, share };
  }
}

function grown(rows: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, rows.length * 2));
  larger.set(rows);
  return larger;
}
