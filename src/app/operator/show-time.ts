/** A time of the server's as a reader of that language writes it; empty for none. */
export function showTime(iso: string, language: string): string {
  if (iso === '') return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
