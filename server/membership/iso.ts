/** A time of the database in ISO 8601, UTC; empty for none. */
export function isoOf(time: number | null): string {
  return time === null ? '' : new Date(Number(time)).toISOString();
}
