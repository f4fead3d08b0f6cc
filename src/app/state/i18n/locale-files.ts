import { busyWhile } from '#services/idle.ts';
import type { Language } from './languages.ts';

/** The texts of every screen. */
export const BASE_TEXTS = ['common', 'tips', 'problems'] as const;

type Texts = Record<string, unknown>;

/** `locales/<language>/<namespace>.json`, each a small chunk that is fetched on demand. */
const LOCALE_FILES = import.meta.glob<Texts>(['/locales/*/*.json', '!/locales/*/{assistant,cli,server}.json'], {
  import: 'default',
});

/** Loads a file once. Rejects if it doesn't exist or can't be fetched. */
export function loadTexts(language: string, namespace: string): Promise<Texts> {
  const load = LOCALE_FILES[`/locales/${language}/${namespace}.json`];
  return load === undefined ? Promise.reject(new Error(`no locale file ${language}/${namespace}`)) : busyWhile(load());
}

/** Fetches the texts of the first screen early. The later request for them reports a failure. */
export function fetchTexts(language: Language, screen: readonly string[]): void {
  for (const namespace of [...BASE_TEXTS, ...screen]) loadTexts(language, namespace).catch(() => undefined);
}
