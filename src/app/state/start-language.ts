import { chooseLanguage, type Language } from '#app/state/i18n/languages.ts';
import { readStored } from './browser-storage.ts';

/** Storage key of the language that the user chose. */
export const LANGUAGE_KEY = 'language';

/** The language to start with. */
export function startLanguage(): Language {
  return chooseLanguage(readStored(LANGUAGE_KEY), navigator.languages);
}
