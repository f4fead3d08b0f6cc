/** Makes one reading of a code that is seen in many pictures one after another. */
export interface Sightings {
  /** Takes what was seen in a picture; gives the text of a code that has just come into sight, otherwise null. */
  see(text: string | null, atMs: number): string | null;
}

/**
 * A code that was out of sight this long, and in this many pictures, is a new one, even if it says the same. A slow machine
 * takes more than a second from one picture to the next: the time alone says nothing.
 */
const GONE_MS = 1000;
const GONE_PICTURES = 3;

/**
 * A code counts when two pictures, one after another, say the same, because a blurred one may be misread; and it counts
 * once as long as it stays in sight.
 */
export function createSightings(): Sightings {
  let candidate: string | null = null;
  let told: string | null = null;
  /** The pictures in a row that did not show what was told. */
  let missed = { count: 0, sinceMs: 0 };
  return {
    see(text, atMs) {
      if (missed.count >= GONE_PICTURES && atMs - missed.sinceMs > GONE_MS) told = null;
      if (told !== null) {
        if (text === told) missed = { count: 0, sinceMs: atMs };
        else missed = { count: missed.count + 1, sinceMs: missed.count === 0 ? atMs : missed.sinceMs };
      }
      if (text === null || text === told) return null;
      if (text !== candidate) {
        candidate = text;
        return null;
      }
      candidate = null;
      told = text;
      missed = { count: 0, sinceMs: atMs };
      return text;
    },
  };
}
