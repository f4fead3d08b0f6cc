import type { ViewWindow } from '#protocol/table-query.ts';

/** One row of a view. */
export interface GridRow {
  /** The row of the sheet; 0 is the first below the headings. */
  readonly index: number;
  /** In the order of the requested columns. */
  readonly texts: readonly string[];
  /** The indexes of those columns whose cells hold an error; null if there are none. */
  readonly errors: ReadonlySet<number> | null;
}

/** Rows per page of the cache. */
export const PAGE_ROWS = 64;
/** Pages in the cache: some screens in both directions. */
const MAX_PAGES = 60;
/** Concurrent requests. More would be outdated after a fast scroll. */
const MAX_IN_FLIGHT = 2;

/**
 * The fetched rows of a view, by position. Requests visible rows, latest request first, and evicts the least recently used
 * ones.
 */
export class RowPages {
  readonly #fetch: (first: number, count: number) => Promise<ViewWindow | null>;
  readonly #onChange: () => void;
  /** In the order of their last use. */
  readonly #pages = new Map<number, readonly GridRow[]>();
  readonly #inFlight = new Set<number>();
  #wanted: readonly number[] = [];
  #before: RowPages | null;

  /**
   * `fetch` returns null for rows that can't be read now. The rows of `before` are shown until the first ones arrive, to
   * avoid flicker.
   */
  constructor(
    fetch: (first: number, count: number) => Promise<ViewWindow | null>,
    onChange: () => void,
    before: RowPages | null,
  ) {
    this.#fetch = fetch;
    this.#onChange = onChange;
    this.#before = before;
    // Only the last one is kept.
    if (before !== null) before.#before = null;
  }

  /** Whether it still shows the rows of `before`. */
  get isOutdated(): boolean {
    return this.#before !== null;
  }

  get(place: number): GridRow | undefined {
    if (this.#before !== null) return this.#before.get(place);
    return this.#pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS];
  }

  /** Fetches the missing rows from `first` to `end`. */
  want(first: number, end: number): void {
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < end; page++) {
      const found = this.#pages.get(page);
      // A page is short if the view had no more rows at that time.
      if (found === undefined || (found.length < PAGE_ROWS && page * PAGE_ROWS + found.length < end)) wanted.push(page);
      if (found === undefined) continue;
      this.#pages.delete(page);
      this.#pages.set(page, found);
    }
    this.#wanted = wanted;
    this.#next();
  }

  #next(): void {
    for (const page of this.#wanted) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      if (this.#inFlight.has(page)) continue;
      this.#inFlight.add(page);
      void this.#fetch(page * PAGE_ROWS, PAGE_ROWS).then((window) => this.#take(page, window));
    }
  }

  #take(page: number, window: ViewWindow | null): void {
    this.#inFlight.delete(page);
    this.#wanted = this.#wanted.filter((wanted) => wanted !== page);
    if (window !== null) {
      this.#before = null;
      this.#pages.delete(page);
      this.#pages.set(page, toRows(window));
      for (const old of this.#pages.keys()) {
        if (this.#pages.size <= MAX_PAGES) break;
        this.#pages.delete(old);
      }
      this.#onChange();
    }
    this.#next();
  }
}

function toRows({ rows, indexes, errors }: ViewWindow): readonly GridRow[] {
  const byRow = new Map<number, Set<number>>();
  for (const { row, column } of errors) byRow.set(row, (byRow.get(row) ?? new Set()).add(column));
  return rows.map((texts, i) => ({ index: indexes[i] ?? 0, texts, errors: byRow.get(i) ?? null }));
}
