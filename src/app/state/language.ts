import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { HTML_LANGUAGES, type Language } from '#app/state/i18n/languages.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { writeStored } from './browser-storage.ts';
import { LANGUAGE_KEY } from './start-language.ts';

export function showLanguage(language: Language): void {
  document.documentElement.lang = HTML_LANGUAGES[language];
}

/** The language of the interface, and a setter that saves it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const change = useCallback(
    (language: Language): void => {
      writeStored(LANGUAGE_KEY, language);
      void i18n.changeLanguage(language).then(() => showLanguage(language));
    },
    [i18n],
  );
  return [currentLanguage(i18n), change];
}
