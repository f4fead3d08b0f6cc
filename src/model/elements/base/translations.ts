/** A BCP 47 language tag in its canonical form, such as `pt-BR`. */
export type LanguageTag = string;

/**
 * Texts for other languages than the label's main one. A missing language has no translation and shows the main text; an
 * empty text is one that shows nothing.
 */
export type Translations = Readonly<Record<LanguageTag, string>>;

const MAX_TAG_LENGTH = 35;

/** The canonical form of a tag; null for a text that is none. */
export function languageTag(text: string): LanguageTag | null {
  const tag = text.trim().replaceAll('_', '-');
  if (tag.length > MAX_TAG_LENGTH || !/^[A-Za-z]{2,3}(-|$)/.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** The translations with another text for a language; null removes it. Undefined when none is left. */
export function withTranslation(
  translations: Translations | undefined,
  tag: LanguageTag,
  text: string | null,
): Translations | undefined {
  const { [tag]: _, ...others } = translations ?? {};
  const next = text === null ? others : { ...others, [tag]: text };
  return Object.keys(next).length === 0 ? undefined : next;
}
