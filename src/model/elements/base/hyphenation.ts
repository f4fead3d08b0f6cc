import type { StyledText } from './styled-text.ts';

/** The languages whose words can be hyphenated. */
export const HYPHEN_LANGUAGES = ['en', 'es', 'pt', 'ru', 'de', 'fr'] as const;
export type HyphenLanguage = (typeof HYPHEN_LANGUAGES)[number];

/** The language in whose words lines may break; `none` for breaks between words only. */
export type Hyphenation = 'none' | HyphenLanguage;
export const HYPHENATIONS: readonly Hyphenation[] = ['none', ...HYPHEN_LANGUAGES];

/** Every font has this hyphen. */
const HYPHEN = '-';
/** In UTF-16 units. Longer words are no words, and would take long. */
export const LONGEST_WORD = 100;
/** One more than of the longest word, so that no longer one is taken for it. */
const LETTERS = new RegExp(`^[\\p{L}\\p{M}]{1,${LONGEST_WORD + 1}}`, 'u');
const LETTER = /[\p{L}\p{M}]/u;

/** The word that begins at this place or contains it; null for none, and for one that is too long. Places are UTF-16 units. */
export function wordAt(text: string, at: number): { readonly start: number; readonly word: string } | null {
  let start = at;
  while (start > 0 && LETTER.test(text.charAt(start - 1))) start--;
  const [word] = LETTERS.exec(text.slice(start)) ?? [];
  return word === undefined || start + word.length <= at ? null : { start, word };
}

/** The text with a hyphen at its end, in the style of its last letter. */
export function withHyphen({ text, spans }: StyledText): StyledText {
  return {
    text: text + HYPHEN,
    spans: spans.map((span) => (span.end === text.length ? { ...span, end: span.end + HYPHEN.length } : span)),
  };
}
