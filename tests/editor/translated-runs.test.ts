import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedText, withRunStyle, type DataSource, type FixedSource } from '#model/elements/base/content.ts';
import type { RunStyle } from '#model/elements/base/styled-text.ts';
import { sourceIn } from '#model/elements/translated.ts';
import { findTexts, withReplacedTexts } from '#editor/commands/replace-text.ts';
import { withTranslatedRuns } from '#editor/commands/translations.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const FIELD: DataSource = { type: 'sequence', kind: 'digits', initial: '1', step: 1, repeat: 1, text: '' };
const BOLD: RunStyle = { bold: true };
const run = (text: string, style?: RunStyle): FixedSource => withRunStyle(fixedText(text), style);
const translated = (text: string, zh: string, style?: RunStyle): FixedSource => ({
  ...run(text, style),
  translations: { zh },
});

const anyStyle = fc.constantFrom(undefined, BOLD, { italic: true });
const anyRun = fc
  .record({ text: fc.string(), style: anyStyle, zh: fc.option(fc.string(), { nil: undefined }) })
  .map(({ text, style, zh }) => (zh === undefined ? run(text, style) : translated(text, zh, style)));
const typedRun = fc.record({ text: fc.string(), style: anyStyle }).map(({ text, style }) => run(text, style));

/** The texts with their styles, without empty ones, joined where the style is the same. */
function looks(sources: readonly DataSource[]): string {
  return sources
    .flatMap((source) =>
      source.type === 'fixed'
        ? [...source.text].map((letter) => `${letter}${JSON.stringify(source.style ?? null)}`)
        : ['field'],
    )
    .join('|');
}

describe('a typed translation', () => {
  test('keeps the runs of the main language, and goes into those of the same style', () => {
    const own = [run('Net '), run('weight', BOLD), FIELD, run(' kg')];
    expect(withTranslatedRuns(own, [run('净'), run('重', BOLD), FIELD, run(' 公斤')], 'zh')).toEqual([
      translated('Net ', '净'),
      translated('weight', '重', BOLD),
      FIELD,
      translated(' kg', ' 公斤'),
    ]);
  });

  test('has parts in a style of their own that are empty in the other languages', () => {
    expect(withTranslatedRuns([run('Weight')], [run('重', BOLD), run('量')], 'zh')).toEqual([
      translated('', '重', BOLD),
      translated('Weight', '量'),
    ]);
  });

  test('can’t remove, add or move a field, which all languages share', () => {
    const own = [run('No. '), FIELD];
    expect(withTranslatedRuns(own, [run('编号')], 'zh')).toBeNull();
    expect(withTranslatedRuns(own, [FIELD, FIELD], 'zh')).toBeNull();
    expect(withTranslatedRuns(own, [run('编号'), { ...FIELD, initial: '2' }], 'zh')).toBeNull();
    expect(withTranslatedRuns(own, [FIELD, run(' 号')], 'zh')).toEqual([
      translated('No. ', ''),
      FIELD,
      translated('', ' 号'),
    ]);
  });

  test('shows what was typed, and changes no other language, whatever the runs', () => {
    const segment = fc.tuple(fc.array(anyRun, { maxLength: 4 }), fc.array(typedRun, { maxLength: 4 }));
    fc.assert(
      fc.property(segment, segment, (first, second) => {
        const own = [...first[0], FIELD, ...second[0]];
        const typed = [...first[1], FIELD, ...second[1]];
        const next = withTranslatedRuns(own, typed, 'zh') ?? expect.fail('the fields are the same');
        expect(looks(next.map((source) => sourceIn(source, 'zh')))).toBe(looks(typed));
        expect(looks(next)).toBe(looks(own));
        expect(looks(next.map((source) => sourceIn(source, 'pt')))).toBe(looks(own.map((one) => sourceIn(one, 'pt'))));
      }),
    );
  });
});

test('find and replace searches the texts of all languages', () => {
  const element = createTestElement('text', {
    sources: [{ ...fixedText('Acme'), translations: { pt: 'Acme Lda', zh: '某' } }],
  });
  const search = { text: 'acme', matchCase: false, wholeWords: false };
  expect(findTexts([element], search).map(({ language, text }) => [language, text])).toEqual([
    [undefined, 'Acme'],
    ['pt', 'Acme Lda'],
  ]);
  const [next] = withReplacedTexts(createTestTemplate([element], {}), search, 'Beta').elements;
  expect(next).toMatchObject({ sources: [{ text: 'Beta', translations: { pt: 'Beta Lda', zh: '某' } }] });
});
