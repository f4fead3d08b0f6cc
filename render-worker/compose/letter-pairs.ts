import type { ShapeRequest, TextMeasure } from '#model/elements/base/layout.ts';
import type { KnownPairs } from '../fonts/known-pairs.ts';
import { END, type Advance } from './widest-text.ts';

/** A letter that makes a text Latin, because a font may kern differently by script. */
const LATIN_LETTER = 'H';
const NOT_LAST = '0';
const SPACE = 0x20;
const CODES = 0x2200;

/** Where the distances come from: the text shaping, which learns in `pairs` from what it shapes. */
export interface LetterSource {
  readonly measure: TextMeasure;
  readonly pairs: KnownPairs;
}

/** The distances of all pairs of some characters in one style. */
export interface PairTable {
  readonly advance: Advance;
  /** Whether all pairs are known; otherwise texts may have other widths than the sum of their pairs. */
  readonly isComplete: boolean;
  /** The largest distance. */
  readonly most: number;
}

/**
 * The distances of all pairs of these characters as the text shaping gives them, in layout units, in texts with a Latin
 * letter or in those without.
 */
export function readPairs(
  characters: readonly string[],
  latin: boolean,
  style: ShapeRequest,
  { measure, pairs }: LetterSource,
): PairTable {
  const face = measure.shape({ ...style, text: LATIN_LETTER }).runs[0]?.face ?? '';
  const known = (first: string, second: string): number =>
    pairs.advance(face, latin, first.charCodeAt(0), second === '' ? END : second.charCodeAt(0));
  const edge = latin ? LATIN_LETTER : '';
  const teach = (text: string): void => void measure.shape({ ...style, text: `${edge}${text}${edge || NOT_LAST}` });
  const index = new Uint8Array(CODES);
  const size = characters.length + 1;
  const table = new Float64Array(size * size).fill(NaN);
  characters.forEach((character, i) => (index[character.charCodeAt(0)] = i + 1));
  for (const first of characters) {
    // One text for all pairs of a character; a pair that depends on more spoils it, and then each is shaped alone.
    if (characters.some((second) => Number.isNaN(known(first, second)))) {
      teach(characters.map((second) => first + second).join('') + first);
    }
    for (const second of characters) if (Number.isNaN(known(first, second))) teach(first + second);
    if (first !== ' ' && Number.isNaN(known(first, ''))) measure.shape({ ...style, text: edge + first });
  }
  let isComplete = true;
  let most = 0;
  characters.forEach((first, i) => {
    for (const [k, second] of ['', ...characters].entries()) {
      // A space at the end of a line has no width.
      const own = first.charCodeAt(0) === SPACE && second === '' ? 0 : known(first, second);
      table[(i + 1) * size + k] = own;
      if (Number.isNaN(own)) isComplete = false;
      else most = Math.max(most, own);
    }
  });
  return {
    advance: (code, next) =>
      table[(index[code] as number) * size + (next === END ? 0 : (index[next] as number))] as number,
    isComplete,
    most,
  };
}
