import type { HelpEntry } from '#protocol/help-content.ts';

/** A found article, with an excerpt. */
export interface FoundArticle {
  readonly entry: HelpEntry;
  readonly excerpt: string;
}

/** Points of a word, by its place. The title counts most. */
const POINTS = { title: 100, keyword: 40, summary: 10, text: 1 } as const;
/** Characters of an excerpt before and after the word. */
const AROUND = { before: 50, after: 110 } as const;

/**
 * The articles with all of the words, best first: in titles, keywords and texts, at any place in a word, so that Chinese,
 * which has no spaces, is found as well. Ignores case and diacritics.
 */
export function searchHelp(
  entries: readonly HelpEntry[],
  texts: Readonly<Record<string, string>>,
  query: string,
): readonly FoundArticle[] {
  const words = [...new Set(folded(query).split(/\s+/))].filter((word) => word !== '');
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, points: pointsOf(entry, texts[entry.id] ?? '', words) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(texts[entry.id] ?? '', words) ?? entry.summary }));
}

/** 0 if one of the words is missing. */
function pointsOf(entry: HelpEntry, text: string, words: readonly string[]): number {
  const places = [
    [folded(entry.title), POINTS.title],
    [folded(entry.keywords.join('\n')), POINTS.keyword],
    [folded(entry.summary), POINTS.summary],
    [folded(text), POINTS.text],
  ] as const;
  const each = words.map((word) =>
    places.reduce((sum, [place, points]) => sum + (place.includes(word) ? points : 0), 0),
  );
  return each.includes(0) ? 0 : each.reduce((sum, points) => sum + points, 0);
}

/** The text around the first of the words; null if there is none. */
function excerptOf(text: string, words: readonly string[]): string | null {
  const whole = text.replaceAll(/\s+/g, ' ');
  const plain = foldedInPlace(whole);
  const at = Math.min(...words.map((word) => plain.indexOf(word)).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return null;
  const characters = [...whole];
  const start = Math.max(0, at - AROUND.before);
  const end = Math.min(characters.length, at + AROUND.after);
  return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`;
}

/** Lower case without diacritics: `Impressão` and `IMPRESSAO` are equal. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Folded character by character, so that positions in both texts are the same. */
function foldedInPlace(text: string): string {
  return [...text].map((character) => folded(character)[0] ?? ' ').join('');
}
