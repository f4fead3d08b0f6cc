/**
 * A text as one cell of a CSV file (RFC 4180): in quotes where it must be. What a spreadsheet would take for a formula gets an
 * apostrophe in front.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
