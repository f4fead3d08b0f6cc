import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALE = join(import.meta.dirname, '../../locales/en');

const KEYS: readonly string[] = readdirSync(LOCALE).flatMap((file) => {
  const namespace = file.replace(/\.json$/, '');
  const texts = JSON.parse(readFileSync(join(LOCALE, file), 'utf8')) as Record<string, string>;
  return Object.keys(texts).flatMap((key) => [`${namespace}:${key}`, ...(/\.|^tip\d/.test(key) ? [key] : [])]);
});

/** Keys of texts that a page shows instead of the texts. */
export function rawKeys(text: string): readonly string[] {
  return KEYS.filter((key) => new RegExp(`(?<![\\w.])${key.replaceAll('.', '\\.')}(?![\\w.])`).test(text));
}
