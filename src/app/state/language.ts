import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGES, chooseLanguage, type Language } from '#app/i18n/languages.ts';
import { currentLanguage } from '#app/i18n/i18n.ts';
import { readStored, writeStored } from './browser-storage.ts';

const STORAGE_KEY = 'language';

/** The language to start with. */
export function startLanguage(): Language {
  return chooseLanguage(readStored(STORAGE_KEY), navigator.languages);
}

export function showLanguage(language: Language): void {
  document.documentElement.lang = HTML_LANGUAGES[language];
}

/** The language of the interface, and the way to change and keep it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const change = useCallback(
    (language: Language): void => {
      writeStored(STORAGE_KEY, language);
      void i18n.changeLanguage(language).then(() => showLanguage(language));
    },
    [i18n],
  );
  return [currentLanguage(i18n), change];
}
