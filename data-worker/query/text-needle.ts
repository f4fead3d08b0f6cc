/**
 * A search text for UTF-8, case-insensitive and without strings. It finds what
 * `text.toLowerCase().includes(needle.toLowerCase())` finds; letters whose two cases differ in UTF-8 length are
 * compared as strings.
 */
export interface TextNeedle {
  /** It is in no text of fewer or of more bytes. */
  readonly minBytes: number;
  readonly maxBytes: number;
  isInBytes(bytes: Uint8Array, start: number, end: number): boolean;
  isInText(text: string): boolean;
  /** False when no plain number can contain it. */
  readonly mayBeInNumber: boolean;
  /** Its bytes, for searching many texts at once; null when they are not sufficient. */
  readonly bytes: NeedleBytes | null;
}

/** Bytes of a needle, not empty. */
export interface NeedleBytes {
  /** One case, and the other one place by place. */
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** A text that contains these bytes contains the needle. Otherwise the text itself must be checked. */
  readonly isProof: boolean;
}

/** `whole`: the needle must be all of the text, not only a part of it. */
export function createNeedle(wanted: string, whole: boolean): TextNeedle {
  const folded = wanted.toLowerCase();
  const isInText = whole
    ? (text: string): boolean => text.toLowerCase() === folded
    : (text: string): boolean => text.toLowerCase().includes(folded);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isInDecoded = (bytes: Uint8Array, start: number, end: number): boolean =>
    isInText(decoder.decode(bytes.subarray(start, end)));
  const mayBeInNumber = /^[-+0-9.e]*$/.test(folded);
  const pairs = bytePairs(folded);
  if (pairs === null)
    return { minBytes: 0, maxBytes: Infinity, mayBeInNumber, isInText, isInBytes: isInDecoded, bytes: null };
  const isInPairs = whole ? wholeFinder(pairs) : partFinder(pairs);
  const isInBytes: ByteTest = pairs.exact
    ? isInPairs
    : (bytes, start, end) => isInPairs(bytes, start, end) && isInDecoded(bytes, start, end);
  const { lower, upper, exact } = pairs;
  const { length } = lower;
  const bytes = length === 0 ? null : { lower, upper, isProof: exact && !whole };
  return { minBytes: length, maxBytes: whole ? length : Infinity, mayBeInNumber, isInText, isInBytes, bytes };
}

type ByteTest = TextNeedle['isInBytes'];

interface BytePairs {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** False when a letter of several bytes has two cases: then bytes of both cases may be mixed. */
  readonly exact: boolean;
}

/** The bytes of both cases, place by place; null when they do not align. */
function bytePairs(folded: string): BytePairs | null {
  const encoder = new TextEncoder();
  const lower: number[] = [];
  const upper: number[] = [];
  let exact = true;
  for (const character of folded) {
    const capital = character.toUpperCase();
    const small = encoder.encode(character);
    const large = encoder.encode(capital);
    if (small.length !== large.length || capital.toLowerCase() !== character) return null;
    if (small.length > 1 && capital !== character) exact = false;
    lower.push(...small);
    upper.push(...large);
  }
  return { lower: Uint8Array.from(lower), upper: Uint8Array.from(upper), exact };
}

function wholeFinder({ lower, upper }: BytePairs): ByteTest {
  const { length } = lower;
  return (bytes, start, end) => {
    if (end - start !== length) return false;
    // From the end, because texts of one column often have the same beginning.
    for (let i = length - 1; i >= 0; i--) {
      const byte = bytes[start + i];
      if (byte !== lower[i] && byte !== upper[i]) return false;
    }
    return true;
  };
}

/**
 * Horspool's search (Practical fast searching in strings, 1980): the byte under the needle's last one determines how
 * far the needle can advance. Most bytes of a text are never read.
 */
function partFinder({ lower, upper }: BytePairs): ByteTest {
  const last = lower.length - 1;
  if (last < 0) return () => true;
  /** By byte, its distance from the needle's end; 0 for the last byte itself. */
  const steps = new Uint32Array(256).fill(lower.length);
  for (let i = 0; i < last; i++) steps[lower[i] as number] = steps[upper[i] as number] = last - i;
  const stepOfLast = Math.min(steps[lower[last] as number] as number, steps[upper[last] as number] as number);
  steps[lower[last] as number] = steps[upper[last] as number] = 0;
  return (bytes, start, end) => {
    for (let at = start + last; at < end;) {
      const step = steps[bytes[at] as number] as number;
      if (step > 0) {
        at += step;
        continue;
      }
      let i = last - 1;
      for (let from = at - last; i >= 0; i--) {
        const byte = bytes[from + i];
        if (byte !== lower[i] && byte !== upper[i]) break;
      }
      if (i < 0) return true;
      at += stepOfLast;
    }
    return false;
  };
}
