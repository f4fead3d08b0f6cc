import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

const heading = createTestElement('text', { name: 'heading', fontSize: 30, bold: true });
const other = createTestElement('text', { name: 'other', fontSize: 12, bold: false });

async function choose(deed: string): Promise<void> {
  await userEvent.click(page.getByTestId('named-style-menu'));
  await userEvent.click(page.getByRole('menuitem', { name: deed }));
}

test('a style is made of a text, chosen for another one, changed and deleted with the pointer', async () => {
  const { session, inFile } = await mountInEditor(<AttributePanel />, [heading, other]);
  const { editor } = session;
  const bold = (): readonly unknown[] =>
    editor.state().template.elements.map((element) => 'bold' in element && element.bold);
  editor.select([heading.id]);
  await choose('New style from this…');
  await userEvent.fill(page.getByTestId('named-style-name'), 'Title');
  await userEvent.click(page.getByRole('heading', { name: 'Font' }));
  expect(inFile('StyleName')).toEqual({ StyleName: 'Title' });

  editor.select([other.id]);
  await userEvent.click(page.getByRole('combobox', { name: 'Named style' }));
  await userEvent.click(page.getByTitle('Title'));
  expect(bold()).toEqual([true, true]);

  await userEvent.click(page.getByRole('button', { name: 'Bold', exact: true }));
  expect(bold()).toEqual([true, false]);
  await expect.element(page.getByTestId('named-style')).toHaveTextContent('Title (changed)');
  await choose('Change the style to this');
  expect(bold()).toEqual([false, false]);
  await expect.element(page.getByTestId('named-style')).not.toMatchTextContent('changed');

  await choose('Delete style');
  expect(editor.state().template.label.styles).toBeUndefined();
  expect(bold()).toEqual([false, false]);
});

test('a style is made and renamed with the keyboard; Esc makes none, and a taken name is reported', async () => {
  const { session } = await mountInEditor(<AttributePanel />, [heading]);
  // A menu that opens under the pointer has its focus there.
  await userEvent.hover(page.getByRole('heading', { name: 'Content' }));
  const names = (): readonly string[] => (session.editor.state().template.label.styles ?? []).map(({ name }) => name);
  const openName = async (item: 'New style from this…' | 'Rename style…'): Promise<void> => {
    (page.getByTestId('named-style-menu').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'New style from this…' })).toHaveFocus();
    if (item === 'Rename style…') await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: item })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByTestId('named-style-name')).toHaveFocus();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  };
  await openName('New style from this…');
  await userEvent.keyboard('Draft{Escape}');
  expect(names()).toEqual([]);
  await openName('New style from this…');
  await userEvent.keyboard('Title{Enter}');
  expect(names()).toEqual(['Title']);
  await openName('Rename style…');
  await userEvent.keyboard('Headline{Enter}');
  expect(names()).toEqual(['Headline']);
  await openName('New style from this…');
  await userEvent.keyboard('Headline{Enter}');
  await expect.element(page.getByText('Another style is called “Headline” already.')).toBeVisible();
  expect(names()).toEqual(['Headline']);
});
