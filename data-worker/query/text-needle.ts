/**
 * A text that is looked for in UTF-8 without making strings, whatever the capitals. It finds what
 * `text.toLowerCase().includes(needle.toLowerCase())` finds; letters whose two cases have no common length in UTF-8 are
 * compared as strings.
 */
export interface TextNeedle {
  isIn(bytes: Uint8Array, start: number, end: number): boolean;
  /** Whether it is the whole text. */
  equals(bytes: Uint8Array, start: number, end: number): boolean;
  isInText(text: string): boolean;
  equalsText(text: string): boolean;
  /** False when no plain number can contain it. */
  readonly mayBeInNumber: boolean;
}

export function createNeedle(wanted: string): TextNeedle {
  const folded = wanted.toLowerCase();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pairs = bytePairs(folded);
  const textOf = (bytes: Uint8Array, start: number, end: number): string =>
    decoder.decode(bytes.subarray(start, end)).toLowerCase();
  const common = {
    mayBeInNumber: /^[-+0-9.e]*$/.test(folded),
    isInText: (text: string) => text.toLowerCase().includes(folded),
    equalsText: (text: string) => text.toLowerCase() === folded,
  };
  if (pairs === null) {
    return {
      ...common,
      isIn: (bytes, start, end) => textOf(bytes, start, end).includes(folded),
      equals: (bytes, start, end) => textOf(bytes, start, end) === folded,
    };
  }
  const { lower, upper, exact } = pairs;
  return {
    ...common,
    isIn: (bytes, start, end) =>
      contains(bytes, start, end, lower, upper) && (exact || textOf(bytes, start, end).includes(folded)),
    equals: (bytes, start, end) =>
      end - start === lower.length &&
      contains(bytes, start, end, lower, upper) &&
      (exact || textOf(bytes, start, end) === folded),
  };
}

interface BytePairs {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  /** False when a letter of several bytes has two cases: then a byte of one case may stand beside one of the other. */
  readonly exact: boolean;
}

/** The bytes of both cases, place by place; null when they do not lie side by side. */
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

function contains(bytes: Uint8Array, start: number, end: number, lower: Uint8Array, upper: Uint8Array): boolean {
  const { length } = lower;
  if (length === 0) return true;
  const firstLower = lower[0];
  const firstUpper = upper[0];
  const last = end - length;
  for (let i = start; i <= last; i++) {
    const first = bytes[i];
    if (first !== firstLower && first !== firstUpper) continue;
    let j = 1;
    while (j < length && (bytes[i + j] === lower[j] || bytes[i + j] === upper[j])) j++;
    if (j === length) return true;
  }
  return false;
}
