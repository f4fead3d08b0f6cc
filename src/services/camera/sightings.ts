/** Makes one reading of a code that is seen in many pictures one after another. */
export interface Sightings {
  /** Takes what was seen in a picture; gives the text of a code that has just come into sight, otherwise null. */
  see(text: string | null, atMs: number): string | null;
}

/** A code that was out of sight this long is a new one, even if it says the same. */
const GONE_MS = 1000;

/**
 * A code counts when two pictures, one after another, say the same, because a blurred one may be misread; and it counts
 * once as long as it stays in sight.
 */
export function createSightings(): Sightings {
  let candidate: string | null = null;
  let told: string | null = null;
  let seenAt = -Infinity;
  return {
    see(text, atMs) {
      if (told !== null && atMs - seenAt > GONE_MS) told = null;
      if (text === null) return null;
      if (text === told) {
        seenAt = atMs;
        return null;
      }
      if (text !== candidate) {
        candidate = text;
        return null;
      }
      candidate = null;
      told = text;
      seenAt = atMs;
      return text;
    },
  };
}
