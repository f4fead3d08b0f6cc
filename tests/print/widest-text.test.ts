import fc from 'fast-check';
import { expect, test } from 'vitest';
import { END, widestText, type Advance, type TextPart } from '#render-worker/compose/widest-text.ts';
import { SEED } from '../support/seed.ts';

/** Two letters and two characters that are none. */
const CHARACTERS = ['A', 'b', '1', '-'];
const LATIN = /[Ab]/;

const character = fc.constantFrom(...CHARACTERS);
const codesOf = (text: string): readonly number[] => Array.from(text, (one) => one.charCodeAt(0));
/** Small numbers, so that widths are often equal; NaN for an unknown pair. */
const distance = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.constant(NaN));
const fixed = fc
  .string({ unit: character, maxLength: 2 })
  .map((text): TextPart => ({ type: 'fixed', codes: codesOf(text) }));
const any = fc
  .record({ alphabet: fc.uniqueArray(character), length: fc.integer({ min: 0, max: 3 }) })
  .map(({ alphabet, length }): TextPart => ({ type: 'any', codes: codesOf(alphabet.join('')), length }));

/** Every text of these parts. */
function textsOf(parts: readonly TextPart[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (texts, one) => {
      const choices = one.type === 'fixed' ? [String.fromCharCode(...one.codes)] : valuesOf(one);
      return texts.flatMap((text) => choices.map((choice) => text + choice));
    },
    [''],
  );
}

function valuesOf({ codes, length }: TextPart & { readonly type: 'any' }): readonly string[] {
  const all = [''];
  let last = [''];
  for (let count = 0; count < length; count++) {
    last = last.flatMap((text) => codes.map((code) => text + String.fromCharCode(code)));
    all.push(...last);
  }
  return all;
}

function widthOf(text: string, advance: Advance): number {
  const codes = [...codesOf(text), END];
  return codes.slice(1).reduce((width, next, i) => width + advance(codes[i] as number, next), 0);
}

test.each([false, true])('the widest text is the widest of all texts of known pairs (with a letter: %s)', (latin) => {
  const tables = fc.array(distance, { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(fc.tuple(fixed, any, fixed, any), tables, (parts, table) => {
      const advance: Advance = (code, next) =>
        table[CHARACTERS.indexOf(String.fromCharCode(code)) * 5 + CHARACTERS.indexOf(String.fromCharCode(next)) + 1] ??
        NaN;
      const widths = textsOf(parts).flatMap((text) => {
        const counts = text !== '' && (!latin || LATIN.test(text));
        const width = widthOf(text, advance);
        return counts && !Number.isNaN(width) ? [width] : [];
      });
      const found = widestText(parts, advance, latin);
      expect(found?.width ?? null).toBe(widths.length === 0 ? null : Math.max(...widths));
      if (found === null) return;
      expect(textsOf(parts)).toContain(found.text);
      expect(widthOf(found.text, advance)).toBe(found.width);
    }),
    { seed: SEED, numRuns: 200 },
  );
});

test('gives a text of 1,000 of the printable characters of ASCII', () => {
  const codes = Array.from({ length: 95 }, (_, i) => 0x20 + i);
  const found = widestText([{ type: 'any', codes, length: 1000 }], (code) => (code === 0x57 ? 9 : 5), false);
  expect(found).toMatchObject({ width: 9000, text: 'W'.repeat(1000) });
});
