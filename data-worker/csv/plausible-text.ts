/** Controls, unassigned and private characters, and frames: no text on a label has them. */
const FOREIGN = /[\u0080-\u009f\u2500-\u259f\ufffd]|[\p{Cn}\p{Co}\p{Cs}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Letters whose words have none of another alphabet among them. */
const ALPHABETS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
];

/**
 * The share of a text's characters beyond ASCII that look right where they stand, 0 to 1. In the wrong encoding, capitals
 * follow small letters (`ÐÇÌ`), signs stand within words (`gr÷n`), and alphabets mix within a word (`Mьller`).
 */
export function plausibleShare(text: string): number {
  let all = 0;
  let odd = 0;
  let before = '';
  const characters = [...text];
  for (const [i, character] of characters.entries()) {
    if (character > '\u007f') {
      all++;
      if (isOdd(before, character, characters[i + 1] ?? '')) odd++;
    }
    before = character;
  }
  return all === 0 ? 1 : 1 - odd / all;
}

function isOdd(before: string, character: string, after: string): boolean {
  if (FOREIGN.test(character)) return true;
  if (!LETTER.test(character)) return LETTER.test(before) && LETTER.test(after);
  if (CAPITAL.test(character) && SMALL.test(before)) return true;
  const alphabet = alphabetOf(character);
  return alphabet >= 0 && (isOther(alphabet, before) || isOther(alphabet, after));
}

function alphabetOf(character: string): number {
  return ALPHABETS.findIndex((alphabet) => alphabet.test(character));
}

function isOther(alphabet: number, neighbour: string): boolean {
  const other = alphabetOf(neighbour);
  return other >= 0 && other !== alphabet;
}
