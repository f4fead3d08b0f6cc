import { dateFormat } from '#app/state/language-formats.ts';
/** A server time in the language's format; empty for none. */
export function showTime(iso: string, language: string): string {
  if (iso === '') return '';
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
