/** The longest list of emphasized words, in UTF-16 units. */
export const MAX_EMPHASIZED_LENGTH = 4000;

const SEPARATORS = /[,;，；、\r\n]+/u;
const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Scripts without spaces between words. */
const JOINS_WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const KEPT = 100;
/** The most letters in the place of a `*`, and the most `*` of a word: both bound the time of a search. */
const MOST_LETTERS = 40;
const MOST_STARS = 3;

interface TextRange {
  readonly start: number;
  readonly end: number;
}

const patterns = new Map<string, RegExp | null>();

/**
 * Where the words of a list are in a text, in order and without overlap: whole words, in any case. `*` matches any
 * letters, up to 40 and three times in a word: `milk*` is also found in "milkshake". The list is separated by commas, semicolons or line ends.
 */
export function emphasizedRanges(text: string, list: string): readonly TextRange[] {
  const pattern = patternOf(list);
  if (pattern === null) return [];
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function patternOf(list: string): RegExp | null {
  let pattern = patterns.get(list);
  if (pattern === undefined) {
    if (patterns.size >= KEPT) patterns.clear();
    pattern = made(list);
    patterns.set(list, pattern);
  }
  return pattern;
}

function made(list: string): RegExp | null {
  const words = [...new Set(list.split(SEPARATORS).map((word) => word.trim()))]
    .filter((word) => /[^*\s]/u.test(word) && word.split('*').length <= MOST_STARS + 1)
    // Files from other systems have accents as characters of their own.
    .flatMap((word) => [...new Set([word, word.normalize('NFC'), word.normalize('NFD')])]);
  if (words.length === 0) return null;
  // The longest first: "soy sauce" before "soy". Where words begin is found once for all.
  const groups: { readonly isInside: boolean; readonly words: string[] }[] = [];
  for (const word of words.sort((a, b) => b.length - a.length)) {
    const isInside = JOINS_WORDS.test(Array.from(word).at(0) ?? '');
    const last = groups.at(-1);
    if (last?.isInside === isInside) last.words.push(alternative(word));
    else groups.push({ isInside, words: [alternative(word)] });
  }
  const source = groups.map(({ isInside, words: own }) => `${isInside ? '' : `(?<!${LETTER})`}(?:${own.join('|')})`);
  return new RegExp(source.join('|'), 'giu');
}

function alternative(word: string): string {
  const source = word
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
    .join(`${LETTER}{0,${MOST_LETTERS}}`);
  return `${source}${JOINS_WORDS.test(Array.from(word).at(-1) ?? '') ? '' : `(?!${LETTER})`}`;
}
