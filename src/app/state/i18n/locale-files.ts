import { busyWhile } from '#services/idle.ts';
import type { Language } from './languages.ts';

/** What every screen needs. */
export const BASE_TEXTS = ['common', 'tips', 'problems'] as const;

type Texts = Record<string, unknown>;

/** `locales/<language>/<namespace>.json`, each its own small chunk that is fetched when a screen first asks for it. */
const LOCALE_FILES = import.meta.glob<Texts>(['/locales/*/*.json', '!/locales/*/{assistant,cli,server}.json'], {
  import: 'default',
});

/** Asked for again, it is not fetched again. Rejects for a file that there is not, or that does not come. */
export function loadTexts(language: string, namespace: string): Promise<Texts> {
  const load = LOCALE_FILES[`/locales/${language}/${namespace}.json`];
  return load === undefined ? Promise.reject(new Error(`no locale file ${language}/${namespace}`)) : busyWhile(load());
}

/**
 * Fetches the texts of the first screen before there is anything that shows them. A failure is told to whoever asks for
 * them then.
 */
export function fetchTexts(language: Language, screen: readonly string[]): void {
  for (const namespace of [...BASE_TEXTS, ...screen]) loadTexts(language, namespace).catch(() => undefined);
}
