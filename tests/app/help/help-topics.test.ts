import { readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { GUIDES, guidePath, guideText, searchTopics, TOPICS } from '#app/help/help-topics.ts';
import { LANGUAGES, type Language } from '#app/i18n/languages.ts';

async function textsOf(language: Language): Promise<TFunction> {
  const help = JSON.parse(readFileSync(`locales/${language}/help.json`, 'utf8')) as object;
  return i18next.createInstance().init({ lng: language, resources: { [language]: { help } }, keySeparator: false });
}

test.each(LANGUAGES)('every topic has its texts in %s and is found by its own title', async (language) => {
  const t = await textsOf(language);
  for (const topic of TOPICS) {
    for (const key of [topic.title, ...topic.texts]) expect(guideText(t, key)).not.toBe(`help:${key}`);
    const found = searchTopics(t, guideText(t, topic.title).toLocaleUpperCase(language));
    expect(found.map((one) => one.topic.id)).toContain(topic.id);
  }
});

test('a search asks for all of its words, in any order and case', async () => {
  const t = await textsOf('en');
  const ids = (query: string): string[] => searchTopics(t, query).map(({ topic }) => topic.id);
  expect(ids('spreadsheet')).toEqual([]);
  expect(ids('COLUMN  csv')).toEqual(['bind']);
  expect(ids('csv column nothingness')).toEqual([]);
  expect(ids('   ')).toEqual([]);
  expect(searchTopics(t, 'undo')[0]).toMatchObject({ topic: { id: 'shortcuts' }, text: 'Undo' });
});

test('the guide is number 124 in Chinese and 125 in any other language', () => {
  expect(LANGUAGES.map((language) => guidePath(language))).toEqual(
    LANGUAGES.map((language) => `/helpDetail?id=${language === 'zh' ? 124 : 125}`),
  );
  expect(guidePath('zh', 'bind')).toBe('/helpDetail?id=124#bind');
  expect(GUIDES).toEqual(['124', '125']);
});
