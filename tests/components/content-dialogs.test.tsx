import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { FontInfo } from '#protocol/api.ts';
import { FontManager } from '#app/editor/fonts/FontManager.tsx';
import { DraftDialog } from '#app/editor/frame/DraftDialog.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { ConflictDialog, type ConflictChoice } from '#app/editor/save/ConflictDialog.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

const button = (name: string, within: Locator = page.getByRole('dialog')): Locator =>
  within.getByRole('button', { name, exact: true });

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('the GS1 dialog adds, removes, moves and completes fields, and restores the content on Cancel', async () => {
    const { inFile } = await mountInEditor(<AttributePanel />, [createTestElement('qrcode')]);
    await hand.choose(page.getByTestId('symbology'), 'GS1 DataMatrix');
    const value = (place: number): Locator => page.getByRole('dialog').getByLabelText(`Value of field ${place}`);
    const result = (): Locator => page.getByTestId('gs1-result');
    const rows = page.getByTestId('gs1-row');
    const edit = page.getByTestId('gs1-edit');
    await hand.press(edit);
    await expect.element(rows.nth(2)).toBeVisible();
    await hand.press(button('Remove field 2'));
    await hand.type(value(1), '4006381333931');
    await hand.press(button('Check digit'));
    await expect.element(value(1)).toHaveValue('04006381333931');
    await hand.press(page.getByTestId('gs1-add'));
    // Typing filters the long list.
    await userEvent.click(rows.nth(2).getByRole('combobox'));
    await userEvent.keyboard('(11){Enter}');
    await userEvent.fill(page.getByLabelText('Choose the date of field 3'), '2031-02-28');
    await expect.element(value(3)).toHaveValue('310228');
    await hand.press(button('Move field 3 up'));
    await expect.element(result()).toHaveTextContent('(01)04006381333931(11)310228(10)ABC123');
    await hand.press(button('Move field 2 down'));
    await expect.element(result()).toHaveTextContent('(01)04006381333931(10)ABC123(11)310228');

    const before = inFile('NormalText');
    await hand.press(button('Cancel'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(edit).toHaveFocus();
    expect(inFile('NormalText')).toEqual(before);
    await hand.press(edit);
    await hand.type(value(3), 'Z9');
    await hand.press(button('Confirm'));
    await expect.poll(() => inFile('NormalText')['NormalText']).toMatch(/\(10\)Z9$/);
  });

  test('deletes a font only after a confirmation', async () => {
    const own: FontInfo = {
      name: 'Source Sans Pro',
      url: '/files/source.woff2',
      is_me_sp: 0,
      granted: true,
      shipped: false,
      own: true,
      faces: [{ id: 'f1', url: '/files/source.woff2', weight: 400, italic: false, bytes: 1000 }],
    };
    let list = [own];
    const answers = {
      fontList: () => ({ list, count: list.length }),
      delUserFont: () => {
        list = [];
        return null;
      },
    };
    await mountInEditor(<FontManager onClose={() => undefined} />, [], { answers });
    const font = page.getByTestId('font-own');
    const question = page.getByRole('tooltip').filter({ hasText: 'Delete Source Sans Pro?' });
    for (const answer of ['Cancel', 'Delete']) {
      await hand.press(button('Delete Source Sans Pro', font));
      await hand.press(button(answer, question));
      await expect.element(question).not.toBeInTheDocument();
      expect(list).toHaveLength(answer === 'Cancel' ? 1 : 0);
    }
    await expect.element(font).not.toBeInTheDocument();
  });

  test('a conflict of two saves is answered by each of its buttons', async () => {
    const choices: ConflictChoice[] = [];
    const present = { name: 'Theirs', update_time: '2026-03-07 14:05:09', thumbnail_url: '' };
    await mountInEditor(
      <ConflictDialog
        present={present as unknown as Parameters<typeof ConflictDialog>[0]['present']}
        name="Mine"
        preview={null}
        onChoice={(choice) => choices.push(choice)}
      />,
      [],
    );
    for (const id of ['cancel', 'overwrite', 'both']) await hand.press(page.getByTestId(`conflict-${id}`));
    await expect.poll(() => choices).toEqual(['cancel', 'overwrite', 'keepBoth']);
  });
});

test('Enter in the question about unsaved work, as it opens, restores it', async () => {
  const answers: string[] = [];
  await mountApp(
    <DraftDialog
      open
      editedAt={0}
      isFromCloud={false}
      onRestore={() => answers.push('restore')}
      onCopy={() => answers.push('copy')}
      onDiscard={() => answers.push('discard')}
    />,
    createTestServices({}),
  );
  await expect.element(button('Restore')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(answers).toEqual(['restore']);
});
