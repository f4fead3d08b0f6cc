/** The name of a file format in the user's language. */
export function formatText(t: (key: string) => string, format: string): string {
  if (format === 'pdf-vector') return t('export:format.pdfVector');
  return format === 'pdf' ? t('export:format.pdfExact') : format.toUpperCase();
}
