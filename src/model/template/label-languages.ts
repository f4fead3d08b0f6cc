import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { languageTag, type LanguageTag } from '#model/elements/base/translations.ts';

/** The languages of a label. */
export interface LabelLanguages {
  /** Each once; the first is the main one, in which texts without translation are. */
  readonly tags: readonly [main: LanguageTag, ...LanguageTag[]];
  /** The column that chooses the language of each label; left out if it is chosen when printing. */
  readonly column?: ColumnSource;
}

export const MAX_LANGUAGES = 40;

/** The languages in the order of a list, without duplicates; null for an empty list and one with anything else in it. */
export function languageTags(texts: readonly string[]): LabelLanguages['tags'] | null {
  const tags = texts.map(languageTag);
  const [main, ...others] = [...new Set(tags)];
  if (main === undefined || main === null || others.length >= MAX_LANGUAGES || others.includes(null)) return null;
  return [main, ...(others as LanguageTag[])];
}

const displayNames = new Map<string, Intl.DisplayNames>();

/** The name of a language in another one: `Portuguese` for `pt` in `en`. The tag itself if it has none. */
export function languageName(tag: LanguageTag, locale: string): string {
  let names = displayNames.get(locale);
  if (names === undefined) {
    names = new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'code' });
    displayNames.set(locale, names);
  }
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Names are understood in these languages, too. */
const NAME_LOCALES = ['en', 'zh', 'pt', 'es', 'ru'];

const named = new WeakMap<readonly LanguageTag[], ReadonlyMap<string, LanguageTag>>();

/**
 * The language that a text names: by its tag, or by its name in English, in itself or in a language of the label or the
 * product; case doesn't matter. Problems: `language.none` for an empty text, `language.unknown` for any other.
 */
export function namedLanguage({ tags }: Pick<LabelLanguages, 'tags'>, text: string): Result<LanguageTag> {
  let names = named.get(tags);
  if (names === undefined) named.set(tags, (names = namesOf(tags)));
  const key = nameKey(text);
  const tag = names.get(key);
  if (tag !== undefined) return ok(tag);
  return err(
    key === '' ? problem('language.none') : problem('language.unknown', { value: text, languages: tags.join(', ') }),
  );
}

/** Whether a row is not printed only because of its language. */
export function isLanguageFault({ code }: Problem): boolean {
  return code === 'language.none' || code === 'language.unknown';
}

function namesOf(tags: readonly LanguageTag[]): ReadonlyMap<string, LanguageTag> {
  const names = new Map<string, LanguageTag>();
  const locales = [...new Set([...NAME_LOCALES, ...tags])];
  for (const tag of tags) {
    for (const locale of locales) {
      const name = nameKey(languageName(tag, locale));
      if (!names.has(name)) names.set(name, tag);
    }
  }
  // A tag is never taken for the name of another language.
  for (const tag of tags) names.set(nameKey(tag), tag);
  return names;
}

function nameKey(text: string): string {
  return text.trim().replaceAll('_', '-').normalize('NFC').toLowerCase();
}
