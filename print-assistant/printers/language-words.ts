import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/** What printers call their languages: in device ids (IEEE 1284, clause 7.6), as MIME types. */
const LANGUAGE_WORDS: readonly (readonly [RegExp, PrinterLanguageName])[] = [
  [/\bZPL/, 'zpl'],
  [/\bTSPL|\bTSC\b/, 'tspl'],
  [/\bEPL/, 'epl'],
  [/\bCPCL/, 'cpcl'],
  [/\bESC\/?POS|\bEPSON ESC/, 'escpos'],
];

/** Whose printers take one language for the most part. */
const MAKERS: readonly (readonly [RegExp, PrinterLanguageName])[] = [
  [/\bZEBRA\b|\bZTC\b/, 'zpl'],
  [/\bTSC\b/, 'tspl'],
  [/\bELTRON\b/, 'epl'],
  [/\bEPSON TM\b|\bTM-[A-Z]\d/, 'escpos'],
];

/** The language that is named in what a printer says of its commands; null where none is. */
export function languageNamed(commands: string): PrinterLanguageName | null {
  return find(LANGUAGE_WORDS, commands);
}

/** A guess from the make and model, for the user to put right; null where nobody knows. */
export function languageOfModel(model: string): PrinterLanguageName | null {
  return find(LANGUAGE_WORDS, model) ?? find(MAKERS, model);
}

function find(words: typeof MAKERS, text: string): PrinterLanguageName | null {
  return words.find(([word]) => word.test(text.toUpperCase()))?.[1] ?? null;
}
