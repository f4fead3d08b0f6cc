import i18next from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language } from './languages.ts';
import { BASE_TEXTS, loadTexts } from './locale-files.ts';

const lazyLocales: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, callback) => {
    loadTexts(language, namespace).then(
      (texts) => callback(null, texts),
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause)), null),
    );
  },
};

/** Loads the texts that every screen needs and those of `screen`; other screens wait for their own. */
export async function createI18n(language: Language, screen: readonly string[] = []): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      load: 'languageOnly',
      ns: [...BASE_TEXTS, ...screen],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    });
  return instance;
}

export function currentLanguage(instance: i18n): Language {
  const language = instance.resolvedLanguage ?? instance.language;
  return isLanguage(language) ? language : 'en';
}
