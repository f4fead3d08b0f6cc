import { FORBIDDEN_NAME_CHARACTERS, nameFault } from '#model/template/label-limits.ts';
import { invalid, type ApiError } from './api-error.ts';

/** In UTF-16 units. With an extension such a name is still a valid file name on every system. */
export const NAME_MAX_LENGTH = 100;

/** Why a template's or a folder's name is invalid; null for a valid one. */
export function refuseName(name: string): ApiError | null {
  const fault = nameFault(name);
  if (fault === 'empty') return invalid('name', 'name.empty');
  if (fault === 'characters') {
    return invalid('name', 'name.characters', { characters: FORBIDDEN_NAME_CHARACTERS });
  }
  return name.length > NAME_MAX_LENGTH ? invalid('name', 'name.tooLong', { max: NAME_MAX_LENGTH }) : null;
}

/** The stored form of a name: trimmed, with composed characters, so that names that look equal are equal. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}
