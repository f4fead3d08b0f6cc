import { describe, expect, test } from 'vitest';
import { fixedText, type ColumnSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { createEditor } from '#editor/create-editor.ts';
import { isAsOpened } from '#app/editor/session/opening-picture-keeper.ts';
import { createRandom } from '#tests/editor/create-test-editor.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

const COLUMN: ColumnSource = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'goods.xlsx',
  sheet: 'Goods',
  column: 'Language',
  firstValue: 'en',
  text: '',
};
const LANGUAGES: LabelSettings['languages'] = { tags: ['en', 'zh'] };
const TEXT = createTestElement('text', { sources: [{ ...fixedText('Tea'), translations: { zh: '茶' } }] });

/** Whether the picture is kept of a label that is complete on the canvas, which shows this language. */
function isKept(elements: readonly LabelElement[], label: Partial<LabelSettings>, language: string | null): boolean {
  const editor = createEditor({ template: createTestTemplate(elements, label), random: createRandom(1) });
  editor.setCanvasSize(1000, 700);
  editor.fit();
  const picture = { revision: editor.state().revision, problems: [] };
  const state = { sheets: new Map(), language };
  return isAsOpened({
    editor,
    frame: { get: () => picture },
    asPrinted: { get: () => false },
    printer: { state: { get: () => null } },
    data: { state: { get: () => state } },
  } as unknown as Parameters<typeof isAsOpened>[0]);
}

describe('the picture for the next opening', () => {
  test('is of the main language only', () => {
    expect(isKept([TEXT], { languages: LANGUAGES }, null)).toBe(true);
    expect(isKept([TEXT], { languages: LANGUAGES }, 'zh')).toBe(false);
  });

  test('is of no label whose data choose the language or a picture', () => {
    expect(isKept([TEXT], { languages: { tags: ['en', 'zh'], column: COLUMN } }, null)).toBe(false);
    const image = createTestElement('image');
    expect(isKept([image], {}, null)).toBe(true);
    expect(isKept([{ ...image, sources: [fixedText('logo.png')] }], {}, null)).toBe(false);
  });
});
