import type { ElementFields, FieldReader } from './fields.ts';
import { languageTag, type LanguageTag, type Translations } from './translations.ts';

/** Reads the translations of the text in this attribute: `NormalText.pt-BR` is one of `NormalText`. */
export function readTranslations(fields: FieldReader, attribute: string): Translations | undefined {
  let found: Record<LanguageTag, string> | undefined;
  for (const name of fields.namesAfter(`${attribute}.`)) {
    const tag = name.slice(attribute.length + 1);
    // Another form of a tag is kept in the file, unread.
    if (languageTag(tag) === tag) (found ??= {})[tag] = fields.text(name, '');
  }
  return found;
}

export function writeTranslations(
  attribute: string,
  translations: Translations | undefined,
): ElementFields['attributes'] {
  if (translations === undefined) return {};
  return Object.fromEntries(Object.entries(translations).map(([tag, text]) => [`${attribute}.${tag}`, text]));
}
