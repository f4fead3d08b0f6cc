import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipboardContent, clipboardText, parseClipboard } from '#editor/clipboard.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { elementIn, translatableTexts, withMainLanguage } from '#model/elements/translated.ts';
import { expectOk } from '#model/kernel/result.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { roundMm } from '#model/kernel/units.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { anyElementOf } from '#tests/support/element-arbitraries.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

describe('clipboard', () => {
  test('each paste of the same content moves 20 canvas units further, with new names and ids', () => {
    const a = createTestElement('rectangle', { xMm: 10, yMm: 10, name: 'Rectangle1' });
    const editor = createTestEditor([a]);
    editor.select([a.id]);
    editor.copy();
    editor.paste();
    editor.paste();
    expect(elementNamed(editor, 'Rectangle2').xMm).toBe(roundMm(10 + 20 / 3.78));
    expect(elementNamed(editor, 'Rectangle3').yMm).toBe(roundMm(10 + 40 / 3.78));
    expect(editor.state().selection).toEqual([elementNamed(editor, 'Rectangle3').id]);
  });

  test('content survives as text on its way to another tab, images included', () => {
    const image = createTestElement('image');
    const editor = createTestEditor([image, createTestElement('text')]);
    editor.select(editor.state().template.elements.map((e) => e.id));
    const copied = editor.copy();
    if (!copied.ok) throw new Error('copied');
    const arrived = parseClipboard(clipboardText(copied.value));
    if (!arrived.ok) throw new Error('arrived');
    const other = createTestEditor();
    expect(other.paste(arrived.value).ok).toBe(true);
    expect(other.state().template.elements).toHaveLength(2);
    expect(other.state().template.assets.get(TEST_ASSET)?.bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('a text goes to a label with another main language in that language, and keeps its translations', () => {
    const weight = createTestElement('text', {
      sources: [{ ...fixedText('Weight'), translations: { zh: '重量', pt: 'Peso' } }, fixedText(' 12 g')],
      prefix: '<',
      prefixTranslations: { zh: '《' },
      turnDegrees: 12,
      color: '#c8102e',
    });
    const editor = createTestEditor([weight], { languages: { tags: ['en', 'zh', 'pt'] } });
    editor.select([weight.id]);
    const copied = expectOk(editor.copy());
    const arrived = expectOk(parseClipboard(clipboardText(copied)));
    const other = createTestEditor([], { languages: { tags: ['zh', 'ru'] } });
    expectOk(other.paste(arrived));
    expect(other.state().template.elements[0]).toMatchObject({
      sources: [{ text: '重量', translations: { pt: 'Peso', en: 'Weight' } }, { text: ' 12 g' }],
      prefix: '《',
      prefixTranslations: { en: '<' },
      turnDegrees: 12,
      color: '#c8102e',
    });
    // A label in one language takes them as they are, and so does one with the same main language.
    for (const languages of [undefined, { tags: ['en', 'ru'] } as const]) {
      const same = createTestEditor([], languages === undefined ? {} : { languages });
      expectOk(same.paste(arrived));
      expect(same.state().template.elements[0]).toMatchObject({ sources: weight.sources, prefix: '<' });
    }
  });

  test('an exchange of the main language changes no text of a language that the element has', () => {
    fc.assert(
      fc.property(anyElementOf('text'), (element) => {
        const exchanged = withMainLanguage(element, 'en', 'zh');
        // Chinese has no rules for hyphens: those of the other languages stay.
        expect({ ...elementIn(exchanged, 'ru'), hyphenation: 'none' }).toEqual({
          ...elementIn(element, 'zh'),
          hyphenation: 'none',
        });
        for (const tag of ['pt-BR', 'ar']) {
          const has = translatableTexts(element).every(({ translations }) => translations[tag] !== undefined);
          if (has) expect(elementIn(exchanged, tag)).toEqual(elementIn(element, tag));
        }
      }),
    );
  });

  test('foreign content is not pasted', () => {
    expect(createTestEditor().paste()).toMatchObject({ ok: false, error: { code: 'edit.clipboardEmpty' } });
    const content = clipboardContent(createTestTemplate([]), [createTestElement('text', { fontSize: 12 })]);
    const text = clipboardText(content);
    const bad = [
      'hello',
      '{}',
      'null',
      '<Template/>',
      text.slice(0, -20),
      clipboardText({ ...content, elements: [] }),
      text.replace(/ Width="100"/, ''),
    ];
    for (const foreign of bad) expect(parseClipboard(foreign).ok, foreign).toBe(false);
    expect(parseClipboard(text)).toEqual({ ok: true, value: content });
  });

  test.each(ELEMENT_TYPES)('a %s arrives unchanged, with data sources of every kind', (type) => {
    fc.assert(
      fc.property(anyElementOf(type), (element) => {
        const template = createTestTemplate([element]);
        const content = clipboardContent(template, template.elements);
        expect(parseClipboard(clipboardText(content))).toEqual({ ok: true, value: content });
      }),
      { numRuns: 30 },
    );
  });
});
