/**
 * A time of the database in ISO 8601, UTC; empty for none. PostgreSQL's `bigint` columns arrive as text.
 */
export function isoOf(time: number | null | undefined): string {
  return time === null || time === undefined ? '' : new Date(Number(time)).toISOString();
}
