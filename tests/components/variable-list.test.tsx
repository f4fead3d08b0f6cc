import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ElementId } from '#model/kernel/ids.ts';
import { VariableList } from '#app/editor/data/VariableList.tsx';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

test.each(['pointer', 'keyboard'])('by %s, a variable selects the elements that use it', async (how) => {
  const text = (name: string, heading: string) =>
    createTestElement('text', { id: name as ElementId, name, sources: [column(heading)] });
  const { session } = await mountInEditor(<VariableList />, [
    text('aaaaaaaa', 'Price'),
    text('bbbbbbbb', 'Name'),
    text('cccccccc', 'Price'),
  ]);
  session.editor.select([]);
  const price = page.getByRole('button', { name: 'Column Price, used in aaaaaaaa, cccccccc' });
  await expect.element(price).toBeVisible();
  if (how === 'pointer') await userEvent.click(price);
  else {
    (price.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await untilPageIdle();
  }
  expect(session.editor.state().selection).toEqual(['aaaaaaaa', 'cccccccc']);
});

test('a label without variables has no list', async () => {
  await mountInEditor(<VariableList />, [createTestElement('line')]);
  expect(page.getByRole('list').elements()).toHaveLength(0);
});
