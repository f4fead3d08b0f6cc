import { expect, test } from 'vitest';
import { likelyFirst } from '#app/editor/data/reading/encoding-name.ts';

const OFFERED = ['windows-1257', 'windows-1252', 'windows-1250', 'windows-1251', 'gb18030'] as const;

test.each([
  ['sv-SE', 'windows-1252'],
  ['de', 'windows-1252'],
  ['pl-PL', 'windows-1250'],
  ['ru', 'windows-1251'],
  ['uk', 'windows-1251'],
  ['zh', 'gb18030'],
  ['lt', 'windows-1257'],
])('a user of %s is offered %s first', (locale, first) => {
  expect(likelyFirst(OFFERED, [locale])[0]).toBe(first);
});

test('encodings of other languages keep their order after those of the user', () => {
  expect(likelyFirst(OFFERED, ['ru', 'zh-CN'])).toEqual([
    'windows-1251',
    'gb18030',
    'windows-1257',
    'windows-1252',
    'windows-1250',
  ]);
  expect(likelyFirst(OFFERED, ['ka'])).toEqual(OFFERED);
});
