import { FORBIDDEN_NAME_CHARACTERS, nameFault } from '#model/template/label-limits.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';

/** The longest name, in UTF-16 units: with an ending it is still a file name on every system. */
export const NAME_MAX_LENGTH = 100;

/** What is wrong with a template's or a folder's name; null when nothing is. */
export function refuseName(name: string): Refusal | null {
  const fault = nameFault(name);
  if (fault === 'empty') return invalid('name', 'name.empty');
  if (fault === 'characters' || hasControlCharacter(name)) {
    return invalid('name', 'name.characters', { characters: FORBIDDEN_NAME_CHARACTERS });
  }
  return name.length > NAME_MAX_LENGTH ? invalid('name', 'name.tooLong', { max: NAME_MAX_LENGTH }) : null;
}

/** As it is kept: without blanks around it, composed, so that what looks the same is the same. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}

function hasControlCharacter(name: string): boolean {
  return [...name].some((character) => character < ' ' || character === '\u007f');
}
