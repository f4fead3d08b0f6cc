import { readFileSync } from 'node:fs';
import type { Problem } from '#model/kernel/problem.ts';
import { LANGUAGES, type Language } from '#protocol/api.ts';

const texts = new Map<Language, Readonly<Record<string, string>>>();

/** A problem of a template, of rows or of a label as a sentence in that language. */
export function problemText(language: Language, { code, params = {} }: Problem): string {
  const known = texts.get(language) ?? readTexts(language);
  texts.set(language, known);
  // A text that differs by a number stands under its plural forms; the last one is for what is not a whole number.
  const text = known[code] ?? known[`${code}_other`] ?? code;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name] ?? ''));
}

function readTexts(language: Language): Readonly<Record<string, string>> {
  const known = LANGUAGES.includes(language) ? language : 'en';
  const file = new URL(`../../../locales/${known}/problems.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
