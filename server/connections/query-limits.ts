/** Limits of one query. Its result is limited in bytes like a file from the web. */
export interface QueryLimits {
  /** Until a connection is open and signed in. */
  readonly connectMs: number;
  /** The whole query including the connection. Shorter than the user's place is kept. */
  readonly totalMs: number;
  readonly rows: number;
  /** Bytes received from the network, as a multiple of those of the rows as text. */
  readonly wireFactor: number;
  /** Bytes of an answer in JSON, which is parsed in one step. */
  readonly jsonBytes: number;
  /** Memory of the thread that reads from a database. */
  readonly memoryBytes: number;
  /** Processor time of that thread. */
  readonly cpuMs: number;
  /** Rows in a preview. */
  readonly triedRows: number;
  /** Characters of a value in a preview. */
  readonly triedCharacters: number;
}

/** Limits, with the size of the rows as text. */
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
