/**
 * The text of a cell with equivalent characters normalized: full-width forms become ASCII, the minus sign a hyphen,
 * every kind of space a plain one; the ends are trimmed. Nothing else changes: `²` is no 2.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2010\u2011]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
