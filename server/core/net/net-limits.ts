/** What one fetch of an address, and the reading of what came, may take. */
export interface NetLimits {
  /** Until the connection is open, TLS included, in milliseconds. */
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** The longest time between two pieces of an answer, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** All of it, redirects included. */
  readonly totalMs: number;
  readonly redirects: number;
  /** All of sending a message, shorter than the lease of the job that it is. */
  readonly messageMs: number;
  /** As it comes over the line, and once more as unpacked. */
  readonly bytes: number;
  /** Until a spreadsheet is read into rows. */
  readonly readingMs: number;
  /** What the thread that reads it may take, in all. */
  readonly readingBytes: number;
  /** Of the cells' texts in an answer; the rows beyond are left out. */
  readonly answerBytes: number;
  /** How many fetches of a user run at a time. */
  readonly atOnce: number;
  /** How many a user may begin in an hour. */
  readonly perHour: number;
  /** How many run at a time in this process, for all users. */
  readonly inAll: number;
}

const MIB = 1024 * 1024;

/** A spreadsheet of 20 MB comes in time at 3 Mbit/s. */
export const NET_LIMITS: NetLimits = {
  connectMs: 10_000,
  headersMs: 20_000,
  bodyTimeoutMs: 15_000,
  totalMs: 60_000,
  redirects: 5,
  messageMs: 8_000,
  bytes: 20 * MIB,
  readingMs: 20_000,
  readingBytes: 384 * MIB,
  answerBytes: 4 * MIB,
  atOnce: 3,
  perHour: 120,
  inAll: 6,
};
