import type { ViewWindow } from '#protocol/table-query.ts';

/** One row of a view. */
export interface GridRow {
  /** The row of the sheet; 0 is the first below the headings. */
  readonly index: number;
  /** In the order of the columns that were asked for. */
  readonly texts: readonly string[];
  /** The places among those columns whose cells hold an error; null when there are none. */
  readonly errors: ReadonlySet<number> | null;
}

/** Rows are fetched in pieces of this many. */
export const PAGE_ROWS = 64;
/** Pieces kept: some screens in both directions. */
const MAX_PAGES = 60;
/** Asked for at a time. More would only be old when a fast scroll has gone on. */
const MAX_UNDER_WAY = 2;

/**
 * The rows of a view that have been fetched from the worker, by their place. Asks for what is seen, the newest wish first,
 * and forgets what was seen long ago.
 */
export class RowPages {
  readonly #fetch: (first: number, count: number) => Promise<ViewWindow | null>;
  readonly #onChange: () => void;
  /** In the order of their last use. */
  readonly #pages = new Map<number, readonly GridRow[]>();
  readonly #underWay = new Set<number>();
  #wanted: readonly number[] = [];
  #before: RowPages | null;

  /**
   * `fetch` gives null for what cannot be read now. The rows of `before` are shown until the first ones are there, so that
   * nothing flickers.
   */
  constructor(
    fetch: (first: number, count: number) => Promise<ViewWindow | null>,
    onChange: () => void,
    before: RowPages | null,
  ) {
    this.#fetch = fetch;
    this.#onChange = onChange;
    this.#before = before;
    // Only the last one counts.
    if (before !== null) before.#before = null;
  }

  /** Its rows are those of `before` still. */
  get isOutdated(): boolean {
    return this.#before !== null;
  }

  get(place: number): GridRow | undefined {
    if (this.#before !== null) return this.#before.get(place);
    return this.#pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS];
  }

  /** Fetches what is missing of the rows `first` to `end`. */
  want(first: number, end: number): void {
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < end; page++) {
      const found = this.#pages.get(page);
      // A page is short when the view had no more rows at that time.
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
      if (this.#underWay.size >= MAX_UNDER_WAY) return;
      if (this.#underWay.has(page)) continue;
      this.#underWay.add(page);
      void this.#fetch(page * PAGE_ROWS, PAGE_ROWS).then((window) => this.#take(page, window));
    }
  }

  #take(page: number, window: ViewWindow | null): void {
    this.#underWay.delete(page);
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
