import type { TFunction } from 'i18next';
import { hiddenCharacter } from '#model/kernel/shown-text.ts';
import { FORBIDDEN_NAME_CHARACTERS, nameFault } from '#model/template/label-limits.ts';

/**
 * The problem with the name of a label or a folder, in the user's language; null if it is valid. `t` has the namespace
 * `tips`.
 */
export function nameFaultText(t: TFunction, name: string): string | null {
  const fault = nameFault(name);
  if (fault === null) return null;
  if (fault === 'empty') return t('tips:tip41');
  if (fault === 'characters') return `${t('tips:tip42')}${FORBIDDEN_NAME_CHARACTERS}`;
  return t('tips:hiddenCharacter', { character: hiddenCharacter(name, 'name') });
}
