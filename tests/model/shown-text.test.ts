import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenCharacter, withoutHidden } from '#model/kernel/shown-text.ts';

const point = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a name', () => {
  test.each<readonly [what: string, codes: readonly number[]]>([
    ['controls of C0', [...range(0, 0x1f), 0x7f]],
    ['controls of C1', range(0x80, 0x9f)],
    ['overrides and embeddings of the direction', range(0x202a, 0x202e)],
    ['isolates of the direction', range(0x2066, 0x2069)],
    ['marks of the direction', [0x200e, 0x200f, 0x061c]],
    ['spaces of no width', [0x200b, 0x2060, 0xfeff]],
    ['soft hyphens and invisible operators', [0xad, ...range(0x2061, 0x2064)]],
    ['separators of lines and paragraphs', [0x2028, 0x2029]],
    ['half surrogate pairs', [0xd800, 0xdbff, 0xdc00, 0xdfff]],
    ['noncharacters', [0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff]],
    ['tags', [0xe0001, ...range(0xe0020, 0xe007f)]],
    ['fillers that look like spaces', [0x115f, 0x1160, 0x3164, 0xffa0]],
    ['annotations', [0xfff9, 0xfffa, 0xfffb]],
  ])('refuses %s, each by its code point', (_what, codes) => {
    for (const code of codes) {
      const name = `a${String.fromCodePoint(code)}b`;
      expect(hiddenCharacter(name, 'name')).toBe(point(code));
      expect(withoutHidden(name)).toBe('ab');
    }
  });

  test.each<readonly [what: string, name: string]>([
    ['Latin letters with marks', 'Größe Ångström e\u0301'],
    ['a Persian word with a non-joiner', 'می\u200cخواهم'],
    ['an Arabic abbreviation with a joiner at its end', 'ه\u200d'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['Mongolian with a vowel separator', 'ᠬᠠᠭᠤᠴᠢᠨ\u180eᠠ'],
    ['Malayalam with a non-joiner', 'ന്\u200cമ'],
    ['Hebrew', 'שלום 12'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a person with a color and a job', '🧑🏽\u200d🔧'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a Chinese character with a variant', '葛\u{e0100}'],
    ['a rare Chinese character of a private area', '\ue863\u{f0000}'],
    ['a character of the future', '\u{1fbff}\u{3fffd}'],
    ['a space that does not break', 'A\u00a0B'],
  ])('may have %s', (_what, name) => {
    expect(hiddenCharacter(name, 'name')).toBeNull();
    expect(withoutHidden(name)).toBe(name);
  });

  test.each<readonly [what: string, name: string, code: string]>([
    ['a joiner between Latin letters', 'ad\u200dmin', 'U+200D'],
    ['a non-joiner between Latin letters', 'ad\u200cmin', 'U+200C'],
    ['a joiner at its start', '\u200dadmin', 'U+200D'],
    ['a joiner between an emoji and a letter', '👨\u200da', 'U+200D'],
    ['tags behind another emoji', '😀\u{e0067}\u{e007f}', 'U+E0067'],
    ['a flag whose tags do not end', '🏴\u{e0067}\u{e0062}', 'U+E0067'],
    ['more tags than a flag has', `🏴${'\u{e0061}'.repeat(40)}\u{e007f}`, 'U+E0061'],
  ])('refuses %s', (_what, name, code) => {
    expect(hiddenCharacter(name, 'name')).toBe(code);
  });

  test('without its hidden characters has none, and is unchanged if it had none', () => {
    const character = fc.oneof(
      fc.constantFrom(...'aé م\u200c\u200d\u202e\u061c\u180e\u17b4ខ👨🔥\ufe0f🏴\u{e0067}\u{e007f}\ud800\udc00\u034f'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 20 }), (characters) => {
        const name = characters.join('');
        const clean = withoutHidden(name);
        expect(hiddenCharacter(clean, 'name')).toBeNull();
        expect(hiddenCharacter(name, 'name') === null).toBe(clean === name);
      }),
      { numRuns: 5000 },
    );
  });
});

test('a longer text may have line breaks, tabs and direction marks, and nothing else that is invalid in a name', () => {
  expect(hiddenCharacter('One\r\nTwo\n\tThree שלום\u200f!\u061c\u200e', 'text')).toBeNull();
  for (const code of [0, 0x0b, 0x0c, 0x1b, 0x85, 0x202e, 0x2066, 0x200b, 0x2028, 0xfeff, 0xe0041, 0xd800]) {
    expect(hiddenCharacter(`a${String.fromCodePoint(code)}b`, 'text')).toBe(point(code));
  }
});
