/** Points for a letter at the start of the text, of a word, right after the previous match, and anywhere else. */
const AT_START = 12;
const AT_WORD = 8;
const IN_ROW = 6;
const ANYWHERE = 1;

/**
 * The score of a text for typed letters, which must occur in the text in this order. More is better, null is no match.
 * Short texts are better than long ones. Ignores spaces, case and accents.
 */
export function matchScore(typed: string, text: string): number | null {
  const wanted = [...plain(typed).replaceAll(/\s+/g, '')];
  if (wanted.length === 0) return 0;
  const letters = [...plain(text)];
  let best: number | null = null;
  for (let start = 0; start < letters.length; start++) {
    if (letters[start] !== wanted[0]) continue;
    const score = scoreFrom(letters, wanted, start);
    if (score !== null && (best === null || score > best)) best = score;
  }
  return best === null ? null : best - letters.length / 100;
}

function scoreFrom(letters: readonly string[], wanted: readonly string[], start: number): number | null {
  let score = 0;
  let at = start;
  let before = -2;
  for (const letter of wanted) {
    const found = letters.indexOf(letter, at);
    if (found < 0) return null;
    score += letterScore(letters, found, before);
    before = found;
    at = found + 1;
  }
  return score;
}

function letterScore(letters: readonly string[], at: number, before: number): number {
  if (at === 0) return AT_START;
  if (at === before + 1) return IN_ROW;
  return /[\s\p{P}]/u.test(letters[at - 1] ?? '') ? AT_WORD : ANYWHERE;
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}
