import { describe, expect, test } from 'vitest';
import { guideIdOf } from '#protocol/help-content.ts';
import { LANGUAGES } from '#protocol/languages.ts';
import { readArticles } from '#server/content/help/read-articles.ts';
import { guidePath } from '#app/help/help-paths.ts';
import { searchHelp } from '#app/help/search-help.ts';

const ROOT = `${import.meta.dirname}/../../..`;

function found(language: string, query: string): readonly string[] {
  const entries = readArticles(ROOT, language);
  const texts = Object.fromEntries(entries.map(({ id, text }) => [id, text]));
  return searchHelp(entries, texts, query).map(({ entry }) => entry.id);
}

describe('the search', () => {
  test.each(LANGUAGES)('in %s finds every article by its title first', (language) => {
    for (const { id, title } of readArticles(ROOT, language)) {
      expect(found(language, title.toLocaleUpperCase(language))[0], title).toBe(id);
    }
  });

  test.each([
    ['zh', '静区', '212'],
    ['zh', '卡纸', '234'],
    ['pt', 'impressao', '220'],
    ['pt', 'CODIGO de recuperacao', '250'],
    ['es', 'contrasena', '250'],
    ['ru', 'калибровка', '233'],
    ['ru', 'партия', '211'],
    ['en', 'scale  CALIBRATE', '233'],
    ['en', 'gtin', '211'],
  ])('in %s finds “%s”', (language, query, id) => {
    expect(found(language, query)).toContain(id);
  });

  test('requires all words, and finds nothing without any', () => {
    for (const id of found('en', 'zebra printer')) expect(found('en', 'zebra')).toContain(id);
    expect(found('en', 'zebra printer')).toContain('232');
    expect(found('en', 'spreadsheet xylophone')).toEqual([]);
    expect(found('en', '   ')).toEqual([]);
    expect(found('en', '.*')).toEqual([]);
  });

  test('highlights the words in the text', () => {
    const entries = [{ id: '1', title: 'One', section: 'start' as const, keywords: [], summary: 'In short' }];
    const text = `${'before '.repeat(30)}Ação 😀 here ${'after '.repeat(40)}`;
    const [hit] = searchHelp(entries, { '1': text }, 'acao');
    expect(hit?.excerpt).toMatch(/^….*Ação 😀 here .*…$/);
    expect(hit?.excerpt.length).toBeLessThan(200);
    expect(searchHelp(entries, { '1': text }, 'one')[0]?.excerpt).toBe('In short');
  });
});

test('the guide is number 124 in Chinese and 125 in any other language', () => {
  expect(LANGUAGES.map((language) => guidePath(language))).toEqual(
    LANGUAGES.map((language) => `/helpDetail?id=${language === 'zh' ? 124 : 125}`),
  );
  expect(guideIdOf('zh-CN')).toBe('124');
});
