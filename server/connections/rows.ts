/** A row as texts; null for a value that is not there. */
export type Row = readonly (string | null)[];

/**
 * Rows some at a time, the names of the columns as the first one. Whoever asks for no more ends it, and with it the query
 * and the connection. Throws `QueryRefused`.
 */
export type Rows = AsyncGenerator<readonly Row[], void, void>;
