import { LONGEST_WORD, type HyphenLanguage } from '#model/elements/base/hyphenation.ts';
import { hyphenPlaces, readPatterns, type HyphenMargins, type Patterns } from './liang.ts';

interface PatternFile {
  readonly PATTERNS: string;
  readonly EXCEPTIONS: string;
}

/** The files are up to 270 kB: each is read when a text is first hyphenated in its language. */
const FILES: Readonly<Record<HyphenLanguage, () => Promise<PatternFile>>> = {
  en: () => import('./patterns/en.ts'),
  es: () => import('./patterns/es.ts'),
  pt: () => import('./patterns/pt.ts'),
  ru: () => import('./patterns/ru.ts'),
  de: () => import('./patterns/de.ts'),
  fr: () => import('./patterns/fr.ts'),
};

/** What hyph-utf8 states for each language. */
const MARGINS: Readonly<Record<HyphenLanguage, HyphenMargins>> = {
  en: { before: 2, after: 3 },
  es: { before: 2, after: 2 },
  pt: { before: 2, after: 3 },
  ru: { before: 2, after: 2 },
  de: { before: 2, after: 2 },
  fr: { before: 2, after: 2 },
};
const KEPT_WORDS = 5_000;

/** Finds the hyphens of words in the languages whose patterns are loaded. */
export class Hyphenator {
  readonly #patterns = new Map<HyphenLanguage, Patterns>();
  readonly #words = new Map<string, readonly number[]>();
  readonly #read: (language: HyphenLanguage) => Promise<PatternFile>;

  constructor(read: (language: HyphenLanguage) => Promise<PatternFile> = (language) => FILES[language]()) {
    this.#read = read;
  }

  /** Where a word may be hyphenated, in UTF-16 units; null while the patterns are not loaded. */
  places(word: string, language: HyphenLanguage): readonly number[] | null {
    const patterns = this.#patterns.get(language);
    if (patterns === undefined) return null;
    // Not kept either: a long text of one word would fill the memory.
    if (word.length > LONGEST_WORD) return [];
    const key = `${language} ${word}`;
    let places = this.#words.get(key);
    if (places === undefined) {
      if (this.#words.size >= KEPT_WORDS) this.#words.clear();
      places = hyphenPlaces(word, patterns, MARGINS[language]);
      this.#words.set(key, places);
    }
    return places;
  }

  /** Rejects when the patterns can't be read. */
  async load(language: HyphenLanguage): Promise<void> {
    if (this.#patterns.has(language)) return;
    const { PATTERNS, EXCEPTIONS } = await this.#read(language);
    this.#patterns.set(language, readPatterns(PATTERNS, EXCEPTIONS));
  }
}
