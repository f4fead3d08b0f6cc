import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fixedText } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { ReplaceDialog } from '#app/editor/commands/ReplaceDialog.tsx';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const replaceAll = page.getByTestId('replace-all');

async function mountDialog(texts: readonly string[], onClose = (): void => undefined): Promise<MountedEditor> {
  const elements = texts.map((text, i) =>
    createTestElement('text', {
      id: `t${String(i).padStart(7, '0')}` as never,
      name: `Text${i + 1}`,
      sources: [fixedText(text)],
    }),
  );
  return mountInEditor(<ReplaceDialog onClose={onClose} />, elements);
}

function textsOf({ session }: MountedEditor): readonly string[] {
  return session.editor
    .state()
    .template.elements.flatMap((one) => contentsOf(one).map(({ sources }) => sources[0]?.text ?? ''));
}

test.each(COMPONENT_HANDS)('with the $name, all matches are replaced, as asked', async (hand) => {
  const mounted = await mountDialog(['Acme Ltd', 'acme and Acme', 'Other']);
  await hand.type(field('Find'), 'Acme');
  await expect.element(page.getByText('3 matches', { exact: true })).toBeVisible();
  await hand.press(field('Match case'));
  await expect.element(page.getByText('2 matches', { exact: true })).toBeVisible();
  expect(page.getByRole('list', { name: 'Elements with matches' }).getByRole('button').elements()).toHaveLength(2);
  await hand.type(field('Replace with'), '$& Co');
  await hand.press(replaceAll);
  expect(textsOf(mounted)).toEqual(['$& Co Ltd', 'acme and $& Co', 'Other']);
  await expect.element(page.getByText('2 matches replaced')).toBeVisible();
  mounted.session.editor.undo();
  expect(textsOf(mounted)).toEqual(['Acme Ltd', 'acme and Acme', 'Other']);
});

test('Enter in a field replaces nothing, and nothing can be replaced before it is found', async () => {
  const mounted = await mountDialog(['Acme']);
  await expect.element(replaceAll).toBeDisabled();
  await userEvent.fill(field('Find'), 'Acme');
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(field('Replace with'), 'Beta');
  await userEvent.keyboard('{Enter}');
  expect(textsOf(mounted)).toEqual(['Acme']);
  await userEvent.fill(field('Find'), 'Acme Ltd');
  await expect.element(page.getByText('No typed text contains it.')).toBeVisible();
  await expect.element(replaceAll).toBeDisabled();
});

test('a found element is selected, and the dialog closes', async () => {
  const onClose = vi.fn();
  const { session } = await mountDialog(['One', 'Two'], onClose);
  await userEvent.fill(field('Find'), 'two');
  await userEvent.click(page.getByRole('button', { name: 'Text2 Two' }));
  expect(session.editor.state().selection).toEqual(['t0000001']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('of a label of 2,000 texts, the first hundred are listed and all are replaced', async () => {
  const mounted = await mountDialog(Array.from({ length: 2000 }, (_, i) => `lot ${i}`));
  await userEvent.fill(field('Find'), 'lot');
  await expect.element(page.getByText('2000 matches', { exact: true })).toBeVisible();
  expect(page.getByRole('list', { name: 'Elements with matches' }).getByRole('button').elements()).toHaveLength(100);
  await expect.element(page.getByText('and 1900 more elements')).toBeVisible();
  await userEvent.fill(field('Replace with'), 'batch');
  await userEvent.click(replaceAll);
  expect(textsOf(mounted).every((text, i) => text === `batch ${i}`)).toBe(true);
});

test('a double click on Replace all replaces once', async () => {
  const mounted = await mountDialog(['a']);
  await userEvent.fill(field('Find'), 'a');
  await userEvent.fill(field('Replace with'), 'aa');
  await userEvent.dblClick(replaceAll);
  expect(textsOf(mounted)).toEqual(['aa']);
});
