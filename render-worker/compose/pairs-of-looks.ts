import type { ShapeRequest } from '#model/elements/base/layout.ts';
import type { RunStyle } from '#model/elements/base/styled-text.ts';
import { spanShare } from '../fonts/spans.ts';
import { readPairs, type LetterSource, type PairTable } from './letter-pairs.ts';
import { END, letterOf, lookOf } from './widest-text.ts';

/** The styles that letters of a part may have: more than one where single words are emphasized. */
export type Look = readonly RunStyle[];

const LATIN = /\p{Script=Latin}/u;

/**
 * The largest distances of letters in a text whose parts have these looks, in layout units of the text's size. Across
 * the border of two styles, and between letters that may be emphasized apart from each other, it is the largest one
 * that the letter has before any other.
 */
export function pairsOfLooks(
  letters: readonly string[],
  looks: readonly Look[],
  style: ShapeRequest,
  source: LetterSource,
): PairTable {
  const others = letters.filter((letter) => !LATIN.test(letter));
  const tables = looks.map((look) =>
    look.flatMap((own) => {
      const request = { ...style, bold: own.bold ?? style.bold, italic: own.italic ?? style.italic };
      // A part without Latin letters may be kerned as such, whatever is around it.
      const each = [readPairs(letters, true, request, source)];
      if (others.length > 0) each.push(readPairs(others, false, request, source));
      return each.map((table) => ({ ...table, share: spanShare(own) }));
    }),
  );
  const within = (look: number, letter: number, next: number): number => {
    let most = 0;
    for (const { advance, share } of tables[look] ?? []) {
      const own = advance(letter, next) * share;
      if (own > most) most = own;
    }
    return most;
  };
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const atBorder = tables.map(
    (_, look) =>
      new Map(
        codes.map((code) => [
          code,
          Math.max(within(look, code, END), ...codes.map((next) => within(look, code, next))),
        ]),
      ),
  );
  const all = tables.flat();
  return {
    advance: (code, next) => {
      const [look, letter] = [lookOf(code), letterOf(code)];
      const isApart = next !== END && (lookOf(next) !== look || (looks[look]?.length ?? 0) > 1);
      return isApart ? (atBorder[look]?.get(letter) ?? 0) : within(look, letter, letterOf(next));
    },
    isComplete: all.every(({ isComplete }) => isComplete),
    most: Math.max(...all.map(({ most, share }) => most * share)),
  };
}
