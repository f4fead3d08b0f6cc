/**
 * Languages in which month and weekday names are written. Windows numbers them in the low ten bits of a language id.
 */
const LANGUAGES = {
  0x04: 'zh',
  0x07: 'de',
  0x09: 'en',
  0x0a: 'es',
  0x0c: 'fr',
  0x10: 'it',
  0x16: 'pt',
  0x19: 'ru',
} as const;
export type NameLanguage = (typeof LANGUAGES)[keyof typeof LANGUAGES];

const LANGUAGE_BITS = 0x3ff;
/** `[$-F800]` and `[$-F400]`: the system's own long date and time. */
const SYSTEM_LANGUAGES: readonly number[] = [0, 0xf800, 0xf400];
const LETTER_LENGTH = 5;

/** The language of a Windows language id; null when it is not among ours. */
export function languageOf(id: number): NameLanguage | null {
  if (SYSTEM_LANGUAGES.includes(id)) return 'en';
  return (LANGUAGES as Readonly<Record<number, NameLanguage>>)[id & LANGUAGE_BITS] ?? null;
}

/** `length` as in a format code: 3 short, 4 long, 5 the first letter. `month` is 1 to 12. */
export function monthName(language: NameLanguage, month: number, length: number): string {
  const name = formatted(language, { month: length === 3 ? 'short' : 'long' }, Date.UTC(2023, month - 1, 1));
  return length === LETTER_LENGTH ? name.charAt(0) : name;
}

/** `weekday` 0 is Sunday. */
export function weekdayName(language: NameLanguage, weekday: number, length: number): string {
  // 1 January 2023 was a Sunday.
  return formatted(language, { weekday: length === 3 ? 'short' : 'long' }, Date.UTC(2023, 0, 1 + weekday));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatted(language: NameLanguage, fields: Intl.DateTimeFormatOptions, time: number): string {
  const key = language + JSON.stringify(fields);
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, { ...fields, timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(time);
}
