/** Texts to sort: their starts and ends in the joined UTF-8. */
export interface TextItems {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly count: number;
}

/**
 * The UTF-16 unit at a place of UTF-8 that has characters of the basic plane only, shifted left by 2, with the number
 * of further bytes in the two bits below: one number instead of an object for each character.
 */
export function unitAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return first << 2;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (first < 0xe0) return ((((first & 0x1f) << 6) | second) << 2) | 1;
  return ((((first & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f)) << 2) | 2;
}
