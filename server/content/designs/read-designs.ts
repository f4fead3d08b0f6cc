import { readFileSync } from 'node:fs';
import { INDUSTRIES, type Industry, type Language } from '#protocol/api.ts';
import { checkDesigns, type Design } from './design-schema.ts';

const FOLDER = new URL('../../../content/designs/', import.meta.url);

/** A text in all languages, or the name of one in `words.json`, which many labels share. */
type Words = Readonly<Record<Language, string>> | { readonly word: string };

const read = new Map<Language, Readonly<Record<Industry, readonly Design[]>>>();

/** The ready designs of each industry, in that language. Throws for a file that is not valid. */
export function designsIn(language: Language): Readonly<Record<Industry, readonly Design[]>> {
  const known = read.get(language);
  if (known !== undefined) return known;
  const shared = parse('words') as Readonly<Record<string, Words>>;
  const designs = Object.fromEntries(
    INDUSTRIES.map((industry) => [industry, checkDesigns(inLanguage(parse(industry), language, shared), language)]),
  ) as Record<Industry, readonly Design[]>;
  read.set(language, designs);
  return designs;
}

function parse(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** The value with all words in it replaced by their text in that language. */
function inLanguage(value: unknown, language: Language, shared: Readonly<Record<string, Words>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => inLanguage(part, language, shared));
  if (language in value) return (value as Readonly<Record<Language, string>>)[language];
  if ('word' in value) return inLanguage(shared[String(value.word)], language, shared);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inLanguage(part, language, shared)]));
}
