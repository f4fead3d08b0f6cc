/**
 * A text as one cell of a CSV file (RFC 4180), quoted if necessary. Text that a spreadsheet would read as a formula
 * gets an apostrophe in front.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
