import { LONGEST_WORD } from '#model/elements/base/hyphenation.ts';

/**
 * Hyphenation by patterns (Franklin M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983). A pattern such as `a1bc` has digits
 * between its letters: the largest digit at a place decides, and an odd one allows a hyphen. A point is a word's edge.
 */
export interface Patterns {
  /** The digits of each pattern by its letters; one more than letters. */
  readonly digits: ReadonlyMap<string, string>;
  /** The places of the hyphens in whole words. */
  readonly exceptions: ReadonlyMap<string, readonly number[]>;
  readonly longest: number;
}

/** The fewest letters before the first and after the last hyphen. */
export interface HyphenMargins {
  readonly before: number;
  readonly after: number;
}

/** Shorter words are not hyphenated. */
const SHORTEST_WORD = 5;

/** Reads patterns and exceptions such as `ta-ble`, each separated by spaces. */
export function readPatterns(patterns: string, exceptions: string): Patterns {
  const digits = new Map<string, string>();
  let longest = 0;
  for (const pattern of patterns.split(' ')) {
    let letters = '';
    let values = '';
    let value = '0';
    for (const character of pattern) {
      if (character >= '0' && character <= '9') value = character;
      else {
        letters += character;
        values += value;
        value = '0';
      }
    }
    digits.set(letters, values + value);
    longest = Math.max(longest, letters.length);
  }
  return { digits, exceptions: readExceptions(exceptions), longest };
}

function readExceptions(exceptions: string): ReadonlyMap<string, readonly number[]> {
  const words = exceptions === '' ? [] : exceptions.split(' ');
  return new Map(
    words.map((word) => {
      const parts = word.split('-');
      let at = 0;
      return [parts.join(''), parts.slice(0, -1).map((part) => (at += part.length))] as const;
    }),
  );
}

/** Where a word may be hyphenated, in UTF-16 units, in order. */
export function hyphenPlaces(word: string, patterns: Patterns, { before, after }: HyphenMargins): readonly number[] {
  const lower = word.toLowerCase();
  // A letter that becomes two in lower case would shift all places.
  if (lower.length !== word.length || word.length < SHORTEST_WORD || word.length > LONGEST_WORD) return [];
  const isInside = (place: number): boolean => place >= before && place <= word.length - after;
  const exception = patterns.exceptions.get(lower);
  if (exception !== undefined) return exception.filter(isInside);
  const dotted = `.${lower}.`;
  const levels = new Uint8Array(dotted.length + 1);
  for (let from = 0; from < dotted.length; from++) {
    const most = Math.min(dotted.length, from + patterns.longest);
    for (let to = from + 1; to <= most; to++) {
      const digits = patterns.digits.get(dotted.slice(from, to));
      if (digits === undefined) continue;
      for (let i = 0; i < digits.length; i++) {
        levels[from + i] = Math.max(levels[from + i] ?? 0, digits.charCodeAt(i) - 0x30);
      }
    }
  }
  const places: number[] = [];
  for (let place = 1; place < word.length; place++) {
    if ((levels[place + 1] ?? 0) % 2 === 1 && isInside(place)) places.push(place);
  }
  return places;
}
