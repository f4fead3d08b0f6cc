/**
 * The order of the characters of some texts in a language where each counts alone: printable ASCII, Chinese characters
 * and Russian letters without diacritics. In the languages of the product the collation of such texts is the order of
 * their characters one by one (Unicode Technical Standard 10, section 4.4), lower case before upper case when all else
 * is equal. Texts with other characters (accents, combining marks, emoji) must be compared by the collator.
 */
export interface Alphabet {
  /** By UTF-16 unit, from 1 on; both cases of a letter have the same. 0 for characters that do not occur. */
  readonly weights: Uint16Array;
  /** Number of characters that fit into one number that a double keeps exactly. */
  readonly charactersInKey: number;
  /** The weights are below it. */
  readonly base: number;
}

const EXACT_BITS = 53;

export function isSimpleCharacter(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x20 && unit !== 0x7f;
  if (unit >= 0x4e00) return unit <= 0x9fa5;
  // The collation decomposes й.
  return unit >= 0x410 && unit <= 0x44f && unit !== 0x419 && unit !== 0x439;
}

const collators = new Map<string, Intl.Collator>();

/** The collator of a language. Cached, because creating one is slow. */
export function collatorOf(language: string, sensitivity: 'base' | 'variant' = 'variant'): Intl.Collator {
  const key = `${sensitivity} ${language}`;
  const collator = collators.get(key) ?? new Intl.Collator(language, { sensitivity });
  collators.set(key, collator);
  return collator;
}

/** `seen` has a 1 for each UTF-16 unit that occurs; all of them must be simple. */
export function createAlphabet(seen: Uint8Array, language: string): Alphabet {
  const characters: string[] = [];
  const weights = new Uint16Array(seen.length);
  for (let unit = 0; unit < seen.length; unit++) if (seen[unit] === 1) characters.push(String.fromCharCode(unit));
  const { compare: compareLetters } = collatorOf(language, 'base');
  characters.sort(collatorOf(language).compare);
  let weight = 0;
  let before = '';
  for (const character of characters) {
    if (before === '' || compareLetters(before, character) !== 0) weight++;
    weights[character.charCodeAt(0)] = weight;
    before = character;
  }
  const base = weight + 1;
  return { weights, base, charactersInKey: Math.floor(EXACT_BITS / Math.log2(base + 1)) };
}
