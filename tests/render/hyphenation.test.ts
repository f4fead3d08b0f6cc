import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HYPHEN_LANGUAGES, type HyphenLanguage } from '#model/elements/base/hyphenation.ts';
import { Hyphenator } from '#render-worker/hyphenation/hyphenator.ts';
import { hyphenPlaces, readPatterns } from '#render-worker/hyphenation/liang.ts';
import { SEED } from '../support/seed.ts';

/** Words with the hyphens that TeX finds with the same patterns. */
const WORDS: Readonly<Record<HyphenLanguage, readonly string[]>> = {
  en: ['hy-phen-ation', 'ex-tra-or-di-nary', 'man-u-fac-turer', 'ta-ble', 'project', 'phil-an-thropic'],
  de: ['Min-dest-halt-bar-keits-da-tum', 'Auf-be-wah-rung', 'Wei-zen-mehl', 'Stra-ße', 'Ge-sund-heits-schäd-lich'],
  fr: ['conser-va-teur', 'in-gré-dients', 'hy-dro-gé-née', 'dé-ve-lop-pe-ment'],
  es: ['con-ser-var', 're-fri-ge-ra-ción', 'in-dus-tria-li-za-ción', 'uni-ver-si-dad'],
  pt: ['con-ser-va-ção', 're-fri-ge-ra-ção', 'hard-ware', 'in-gre-di-en-tes'],
  ru: ['тем-пе-ра-ту-ра', 'хра-не-ния', 'из-го-то-ви-тель', 'че-рес-чур'],
};

async function hyphenated(word: string, language: HyphenLanguage): Promise<string> {
  const hyphenator = await LOADED;
  const places = hyphenator.places(word, language) ?? expect.fail('no patterns');
  return [0, ...places].map((place, i) => word.slice(place, places[i] ?? word.length)).join('-');
}

async function loaded(): Promise<Hyphenator> {
  const hyphenator = new Hyphenator();
  for (const language of HYPHEN_LANGUAGES) await hyphenator.load(language);
  return hyphenator;
}
const LOADED = loaded();

describe('hyphenation', () => {
  test.each(HYPHEN_LANGUAGES)('finds the hyphens of words in %s, in any case', async (language) => {
    for (const word of WORDS[language]) {
      const whole = word.replaceAll('-', '');
      expect(await hyphenated(whole, language)).toBe(word);
      if (whole.includes('ß')) continue;
      expect((await hyphenated(whole.toUpperCase(), language)).toLowerCase()).toBe(word.toLowerCase());
    }
  });

  test('has its places inside the word, in order and away from its ends', async () => {
    const hyphenator = await LOADED;
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), fc.constantFrom(...HYPHEN_LANGUAGES), (word, language) => {
        const places = hyphenator.places(word, language) ?? expect.fail('no patterns');
        expect([...places].sort((a, b) => a - b)).toEqual(places);
        for (const place of places) {
          expect(place).toBeGreaterThanOrEqual(2);
          expect(place).toBeLessThanOrEqual(word.length - 2);
        }
      }),
      { seed: SEED },
    );
  });

  test('takes the largest digit of all patterns at a place, and whole words from the exceptions', () => {
    const patterns = readPatterns('a1b a2bc .x1y 1z4.', 'ab-cabc');
    const places = (word: string): readonly number[] => hyphenPlaces(word, patterns, { before: 1, after: 1 });
    expect(places('ababab')).toEqual([1, 3, 5]);
    expect(places('abcaba')).toEqual([4]);
    expect(places('xyxyxy')).toEqual([1]);
    expect(places('aaaaaz')).toEqual([5]);
    expect(places('ABCABC')).toEqual([2]);
    expect(places('abab')).toEqual([]);
  });

  test('has no places before its patterns are loaded', () => {
    expect(new Hyphenator().places('hyphenation', 'en')).toBeNull();
  });
});
