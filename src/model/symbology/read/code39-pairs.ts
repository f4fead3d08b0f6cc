/** The character of a letter after one of `$ % / +` (ISO/IEC 16388, table A.2); empty when there is no such pair. */
function paired(shift: string, letter: string): string {
  const n = letter.charCodeAt(0) - 64;
  if (n < 1 || n > 26) return '';
  if (shift === '$') return String.fromCharCode(n);
  if (shift === '+') return String.fromCharCode(n + 96);
  if (shift === '/') return n <= 12 || n === 15 ? String.fromCharCode(n + 32) : n === 26 ? ':' : '';
  if (n <= 5) return String.fromCharCode(n + 26);
  if (n <= 10) return String.fromCharCode(n + 53);
  if (n <= 15) return String.fromCharCode(n + 80);
  if (n <= 20) return String.fromCharCode(n + 107);
  return n === 21 ? '\0' : n === 22 ? '@' : n === 23 ? '`' : String.fromCharCode(127);
}

/** Decodes the characters of Code 39 as full ASCII; null when they contain no valid pairs. */
export function unpairCode39(text: string): string | null {
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (!'$%/+'.includes(character)) {
      plain += character;
      continue;
    }
    const one = paired(character, text.charAt(++i));
    if (one === '') return null;
    plain += one;
  }
  return plain;
}
