/** Limits of one fetch of an address, and of reading the result. */
export interface NetLimits {
  /** Until the connection is open, including TLS, in milliseconds. */
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** The longest time between two pieces of an answer, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** The whole fetch, including redirects. */
  readonly totalMs: number;
  readonly redirects: number;
  /** Sending a whole message; shorter than the lease of its job. */
  readonly messageMs: number;
  /** Of the received bytes, and again of the decompressed ones. */
  readonly bytes: number;
  /** Reading a spreadsheet into rows. */
  readonly readingMs: number;
  /** Memory of the thread that reads it. */
  readonly readingBytes: number;
  /** Of the cells' texts in an answer; further rows are omitted. */
  readonly answerBytes: number;
  /** Concurrent fetches of a user. */
  readonly atOnce: number;
  /** Fetches of a user per hour. */
  readonly perHour: number;
  /** Concurrent fetches of this process, for all users. */
  readonly inAll: number;
}

const MIB = 1024 * 1024;

/** The default limits: a spreadsheet of 20 MB arrives in time at 3 Mbit/s. */
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
