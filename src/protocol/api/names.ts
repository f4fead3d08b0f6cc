/** Characters that a template's or a folder's name must not have (specification 1, section 5, tip42). */
export const NAME_FORBIDDEN_CHARACTERS = '\\/:*?"<>|';
/** The longest name, in UTF-16 units: what a file name may have on every system. */
export const NAME_MAX_LENGTH = 100;

export type NameFault = 'empty' | 'characters' | 'tooLong';

/** What is wrong with a template's or a folder's name; null when nothing is. */
export function nameFault(name: string): NameFault | null {
  if (name.trim() === '') return 'empty';
  if (name.length > NAME_MAX_LENGTH) return 'tooLong';
  for (const character of name) {
    if (NAME_FORBIDDEN_CHARACTERS.includes(character) || character < ' ' || character === '\u007f') return 'characters';
  }
  return null;
}
