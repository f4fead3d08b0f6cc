import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/** Printers' names of their languages: in device ids (IEEE 1284, clause 7.6), as MIME types. */
const LANGUAGE_WORDS: readonly (readonly [RegExp, PrinterLanguageName])[] = [
  [/\bZPL/, 'zpl'],
  [/\bTSPL|\bTSC\b/, 'tspl'],
  [/\bEPL/, 'epl'],
  [/\bCPCL/, 'cpcl'],
  [/\bESC\/?POS|\bEPSON ESC/, 'escpos'],
];

/** Manufacturers whose printers mostly take one language. */
const MAKERS: readonly (readonly [RegExp, PrinterLanguageName])[] = [
  [/\bZEBRA\b|\bZTC\b/, 'zpl'],
  [/\bTSC\b/, 'tspl'],
  [/\bELTRON\b/, 'epl'],
  [/\bEPSON TM\b|\bTM-[A-Z]\d/, 'escpos'],
];

/** The language in a printer's list of commands; null without one. */
export function languageNamed(commands: string): PrinterLanguageName | null {
  return find(LANGUAGE_WORDS, commands);
}

/** A guess from the make and model, which the user may correct; null when unknown. */
export function languageOfModel(model: string): PrinterLanguageName | null {
  return find(LANGUAGE_WORDS, model) ?? find(MAKERS, model);
}

function find(words: typeof MAKERS, text: string): PrinterLanguageName | null {
  return words.find(([word]) => word.test(text.toUpperCase()))?.[1] ?? null;
}
