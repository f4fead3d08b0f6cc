import { abilitiesOf, LANGUAGE_ABILITIES, type Announcement } from '#protocol/language-abilities.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

const NAMES = Object.keys(LANGUAGE_ABILITIES) as readonly PrinterLanguageName[];

/** The language in a printer's list of commands; null without one. */
export function languageNamed(commands: string): PrinterLanguageName | null {
  return find('words', commands);
}

/** A guess from the make and model, which the user may correct; null when unknown. */
export function languageOfModel(model: string): PrinterLanguageName | null {
  return find('words', model) ?? find('makers', model);
}

function find(part: keyof Announcement, text: string): PrinterLanguageName | null {
  const capitals = text.toUpperCase();
  return NAMES.find((name) => abilitiesOf(name).announced?.[part]?.test(capitals) === true) ?? null;
}
