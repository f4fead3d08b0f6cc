/**
 * Characters that are not allowed in a text that others read: they are invisible and change the look of the rest, or
 * programs interpret them. Controls, separators of lines and paragraphs, half surrogate pairs, noncharacters,
 * annotations, and what Unicode lets a font ignore: marks and overrides of the writing direction, zero-width spaces,
 * tags, fillers. Private and unassigned characters are allowed: rare Chinese characters and the newest emoji are such.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
/** Select the shape of the previous character, or keep marks in order (U+034F). */
const SELECTORS = String.raw`[\p{Variation_Selector}\u034F]`;
/**
 * Scripts in which joiners control how letters join, as in Persian and in the languages of India, and the vowel
 * separator of Mongolian (Unicode, section 23.2).
 */
const JOINING = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Phag']
  .concat(['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'])
  .concat(['Khmr', 'Mymr', 'Tibt', 'Java', 'Bali', 'Lana', 'Thai', 'Laoo'])
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');
const JOINERS = String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})[${JOINING}])[\u200C\u200D\u180E]`;
/** Scripts written without spaces; a zero-width space marks the end of a word, and Khmer keyboards type it. */
const WORD_ENDS = String.raw`(?<=[\p{Script_Extensions=Khmr}\p{Script_Extensions=Thai}\p{Script_Extensions=Laoo}\p{Script_Extensions=Mymr}])\u200B`;
/** A joiner between two pictures: a family, a flag with a sign. */
const JOINED_EMOJI = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;
/** The flag of a region: a black flag, its code in tags, and their end (UTS #51, annex C). */
const FLAG = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`;

/** Skips flags as a whole, so that their tags are not found. */
function hiddenBut(more: string): RegExp {
  return new RegExp(`${FLAG}|(?!${SELECTORS}|${JOINERS}|${WORD_ENDS}|${JOINED_EMOJI}${more})(${HIDDEN})`, 'gu');
}

/** The kind of a text: a name on one line, or a longer text. */
export type TextKind = 'name' | 'text';

const PATTERNS: Readonly<Record<TextKind, RegExp>> = {
  /** A name is one line. */
  name: hiddenBut(''),
  /** A longer text may have line breaks, tabs, and the marks of right-to-left keyboards. */
  text: hiddenBut(String.raw`|[\n\r\t\u200E\u200F\u061C]`),
};

/** The first hidden character of a text, such as `U+202E`; null if there is none. */
export function hiddenCharacter(text: string, kind: TextKind): string | null {
  for (const [, hidden] of text.matchAll(PATTERNS[kind])) {
    if (hidden === undefined) continue;
    return `U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return null;
}

/** A name from elsewhere, such as a file's, without its hidden characters: what the user sees is its name. */
export function withoutHidden(name: string): string {
  return name.replaceAll(PATTERNS.name, (found: string, hidden?: string) => (hidden === undefined ? found : ''));
}
