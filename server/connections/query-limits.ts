/** What one query may take. What it fetches is bounded in bytes as a file from the web is. */
export interface QueryLimits {
  /** Until a connection is open and its user is signed in. */
  readonly connectMs: number;
  /** All of it, connecting included. Shorter than the place that the user has for it is kept. */
  readonly totalMs: number;
  readonly rows: number;
  /** Of the connection's own bytes, as a multiple of those that the rows may have as text. */
  readonly wireFactor: number;
  /** Of an answer in JSON, which is read at one stroke. */
  readonly jsonBytes: number;
  /** Of the thread that reads from a database. */
  readonly memoryBytes: number;
  /** Processor time of that thread. */
  readonly cpuMs: number;
  /** Rows that a try shows. */
  readonly triedRows: number;
  /** Characters of a value that a try shows. */
  readonly triedCharacters: number;
}

/** With the bytes that the rows may have as text. */
export type ReadingLimits = QueryLimits & { readonly bytes: number };

export const QUERY_LIMITS: QueryLimits = {
  connectMs: 10_000,
  totalMs: 60_000,
  rows: 500_000,
  wireFactor: 4,
  jsonBytes: 8 * 1024 * 1024,
  memoryBytes: 256 * 1024 * 1024,
  cpuMs: 15_000,
  triedRows: 20,
  triedCharacters: 500,
};
