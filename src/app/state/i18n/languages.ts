/** The languages of the interface, in the order of the language menu. */
export const LANGUAGES = ['zh', 'en', 'pt', 'es', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  en: 'English',
  pt: 'Português',
  es: 'Español',
  ru: 'Русский',
};

/** The value of `<html lang>`. */
export const HTML_LANGUAGES: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en',
  pt: 'pt-BR',
  es: 'es',
  ru: 'ru',
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The stored choice, otherwise the first supported language of the browser, otherwise English (specification 1, section 1).
 */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of browser) {
    const primary = tag.toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}
