/**
 * The number of pages of a PDF that LibreOffice has written, with its page tree's root in plain text; null for anything
 * else.
 */
export function pagesOf(pdf: Buffer): number | null {
  if (pdf.toString('latin1', 0, 5) !== '%PDF-' || !pdf.subarray(-1024).includes('%%EOF')) return null;
  // The root comes after all pages, near the end.
  const at = pdf.lastIndexOf('/Type/Pages');
  if (at < 0) return null;
  const end = pdf.indexOf('endobj', at);
  const [, count] = /\/Count (\d{1,7})\b/.exec(pdf.toString('latin1', at, end < 0 ? undefined : end)) ?? [];
  return count === undefined || count === '0' ? null : Number(count);
}
