import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '#model/kernel/problem.ts';
import { LANGUAGES, type Language } from '#app/state/i18n/languages.ts';

const ROOT = join(import.meta.dirname, '../..');
const LOCALES = join(ROOT, 'locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

function readTexts(language: Language, namespace: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else
      for (const [name, child] of Object.entries(value as object)) collect(child, key === '' ? name : `${key}.${name}`);
  };
  collect(JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')), '');
  return texts;
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))].sort();
}

/** Keys without plural suffixes, each with the placeholders of all its forms. */
function shapeOf(texts: ReadonlyMap<string, string>): Record<string, string[]> {
  const shape = new Map<string, Set<string>>();
  for (const [key, text] of texts) {
    const base = key.replace(PLURAL, '');
    const found = shape.get(base) ?? new Set();
    for (const name of placeholders(text)) found.add(name);
    shape.set(base, found);
  }
  return Object.fromEntries([...shape].sort().map(([key, names]) => [key, [...names].sort()]));
}

const NAMESPACES = [
  ...new Set(
    LANGUAGES.flatMap((language) => readdirSync(join(LOCALES, language)).map((file) => file.replace('.json', ''))),
  ),
].sort();

describe.each(NAMESPACES)('the namespace %s', (namespace) => {
  const english = readTexts('en', namespace);

  test.each(LANGUAGES)('%s has the same keys and placeholders as English', (language) => {
    expect(shapeOf(readTexts(language, namespace))).toEqual(shapeOf(english));
  });

  test.each(LANGUAGES)('%s has no empty text', (language) => {
    const empty = [...readTexts(language, namespace)].filter(([, text]) => text.trim() === '').map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test.each(LANGUAGES)('%s has every plural form that the language needs', (language) => {
    const texts = readTexts(language, namespace);
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = [...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''));
    const missing = [...new Set(counted)].flatMap((key) =>
      needed.filter((form) => !texts.has(`${key}_${form}`)).map((form) => `${key}_${form}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('problems', () => {
  test.each(LANGUAGES)('%s has a text for every problem, and nothing else', (language) => {
    expect([...readTexts(language, 'problems').keys()].sort()).toEqual([...PROBLEM_CODES].sort());
  });

  test('are found by their code', async () => {
    const instance = i18next.createInstance();
    await instance.init({ lng: 'en', ns: ['problems'], resources: { en: { problems: readJson('en', 'problems') } } });
    for (const code of PROBLEM_CODES) expect(instance.exists(`problems:${code}`), code).toBe(true);
  });
});

describe('the keys that the application uses', () => {
  test('all exist', () => {
    const all = new Set(
      NAMESPACES.flatMap((namespace) =>
        [...readTexts('en', namespace).keys()].map((key) => `${namespace}:${key.replace(PLURAL, '')}`),
      ),
    );
    const missing: string[] = [];
    for (const path of readdirSync(join(ROOT, 'src/app'), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path)) continue;
      const source = readFileSync(join(ROOT, 'src/app', path), 'utf8');
      // Each function of a file has the namespace that it asks for last.
      let namespace = 'common';
      for (const [, asked, key = ''] of source.matchAll(/useTranslation\(\s*(?:\[?\s*'(\w+)')?|\bt\(\s*'([\w.:]+)'/g)) {
        if (key === '') namespace = asked ?? 'common';
        else if (!all.has(key.includes(':') ? key : `${namespace}:${key}`)) missing.push(`${path}: ${key}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

function readJson(language: Language, namespace: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')) as Record<string, unknown>;
}

test.each(LANGUAGES)('writes row numbers as the table writes them: %s', async (language) => {
  const read = (namespace: string): Record<string, string> =>
    JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')) as Record<string, string>;
  const i18n = i18next.createInstance();
  const [table, editor, print] = [read('table'), read('editor'), read('print')];
  await i18n.init({ lng: language, keySeparator: false, resources: { [language]: { table, editor, print } } });
  const number = new Intl.NumberFormat(language).format(50_000);
  for (const key of ['table:rows', 'editor:data.rows', 'print:rows.all']) {
    expect(i18n.t(key, { count: 50_000 })).toContain(number);
  }
});
