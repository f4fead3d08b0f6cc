/** Merges the readings of a code in many successive pictures into one. */
export interface ScanDebouncer {
  /** Takes the reading of a picture; returns the text of a code that has just come into view, otherwise null. */
  see(text: string | null, atMs: number): string | null;
}

/**
 * A code that was out of view this long, and in this many pictures, is a new one, even with the same text. A slow
 * machine takes more than a second from one picture to the next: the time alone is not enough.
 */
const MISSED_MS = 1000;
const MISSED_PICTURES = 3;

/**
 * A code counts when two successive pictures give the same text, because a blurred one may be misread; and it counts
 * once as long as it stays in view.
 */
export function createScanDebouncer(): ScanDebouncer {
  let candidate: string | null = null;
  let reported: string | null = null;
  /** The successive pictures without the last returned code. */
  let missed = { count: 0, sinceMs: 0 };
  return {
    see(text, atMs) {
      if (missed.count >= MISSED_PICTURES && atMs - missed.sinceMs > MISSED_MS) reported = null;
      if (reported !== null) {
        if (text === reported) missed = { count: 0, sinceMs: atMs };
        else missed = { count: missed.count + 1, sinceMs: missed.count === 0 ? atMs : missed.sinceMs };
      }
      if (text === null || text === reported) return null;
      if (text !== candidate) {
        candidate = text;
        return null;
      }
      candidate = null;
      reported = text;
      missed = { count: 0, sinceMs: atMs };
      return text;
    },
  };
}
