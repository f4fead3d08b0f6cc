import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { fixedText } from '#model/elements/base/content.ts';
import { isText, type TextElement } from '#model/elements/text/text-element.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { COMPONENT_HANDS, untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

function textsOf({ session }: MountedEditor): readonly TextElement[] {
  return session.editor.state().template.elements.filter(isText);
}

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('sets the paragraphs and tab stops of a text', async () => {
    const mounted = await mountInEditor(<AttributePanel />, [createTestElement('text')]);
    await hand.type(field('Spacing'), '1.5');
    await hand.type(field('Indent'), '4');
    await hand.type(field('First line'), '-4');
    await hand.choose(field('Direction'), 'For each paragraph');
    await hand.press(page.getByTestId('add-tab-stop'));
    await hand.type(field('Tab stop 1: Position'), '22.5');
    await hand.choose(field('Tab stop 1: Alignment'), 'Decimal');
    await hand.choose(field('Tab stop 1: Leader'), 'Dots');
    await hand.press(page.getByTestId('add-tab-stop'));
    expect(
      mounted.inFile('ParagraphSpacing', 'ParagraphIndent', 'FirstLineIndent', 'TextDirection', 'TabStops'),
    ).toEqual({
      ParagraphSpacing: '1.5',
      ParagraphIndent: '4',
      FirstLineIndent: '-4',
      TextDirection: 'Paragraph',
      TabStops: '22.5,decimal,dots;32.5',
    });
    await hand.press(page.getByTestId('remove-tab-stop-0'));
    expect(mounted.inFile('TabStops')).toEqual({ TabStops: '32.5' });
    await hand.choose(field('Hyphenation'), 'Deutsch');
    expect(mounted.inFile('Hyphenation')).toEqual({ Hyphenation: 'de' });
    await hand.choose(field('List'), 'Numbers');
    expect(mounted.inFile('TextList')).toEqual({ TextList: 'Numbers' });
    // The marks take the place of a first-line indent.
    await expect.element(field('First line')).not.toBeInTheDocument();
  });
});

test('changes the paragraphs of several texts at once', async () => {
  const texts = [createTestElement('text', { list: 'bullets' }), createTestElement('text', { indentMm: 2 })];
  const mounted = await mountInEditor(<AttributePanel />, texts);
  mounted.session.editor.select(texts.map(({ id }) => id));
  await COMPONENT_HANDS[0]?.type(field('Indent'), '3');
  expect(textsOf(mounted).map(({ indentMm, list }) => [indentMm, list])).toEqual([
    [3, 'bullets'],
    [3, 'none'],
  ]);
});

test('types a tab with a key or the bar, while the Tab key leaves the field', async () => {
  await import('#app/editor/canvas/RichTextField.tsx');
  const text = createTestElement('text', { sources: [fixedText('Fat')] });
  const mounted = await mountInEditor(<TestCanvas />, [text]);
  const { editor } = mounted.session;
  editor.select([text.id]);
  await untilPageIdle();
  editor.setTextEditing(text.id);
  const typed = page.getByTestId('text-input');
  await expect.element(typed).toHaveFocus();
  await new Promise((done) => setTimeout(done, 60));
  await userEvent.keyboard('{End}{Control>}{Shift>}m{/Shift}{/Control}9 g');
  await page.getByRole('button', { name: 'Insert tab', exact: true }).click();
  await userEvent.keyboard('3 %');
  expect(textsOf(mounted).map(({ sources }) => sources)).toEqual([[fixedText('Fat\t9 g\t3 %')]]);
  await userEvent.keyboard('{Tab}');
  await expect.element(typed).not.toBeInTheDocument();
});
