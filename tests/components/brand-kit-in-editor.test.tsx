import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import type { BrandStyle } from '#protocol/api.ts';
import { createBrandKitAnswers } from '#tests/support/brand-kit-answers.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

beforeEach(() => localStorage.setItem('userInfo', JSON.stringify({ userid: 'u', name: 'Ana' })));
afterEach(() => localStorage.removeItem('userInfo'));

const heading = createTestElement('text', { name: 'heading', fontSize: 12, bold: false });
const other = createTestElement('text', { name: 'other', fontSize: 12, italic: false });
const TITLE: BrandStyle = {
  id: 'abcd1234',
  version: 1,
  look: { Name: 'Title', Type: 'Text', FontFamily: 'Roboto', FontSize: '30', Bold: 'true' },
};

async function choose(deed: string): Promise<void> {
  await userEvent.click(page.getByTestId('named-style-menu'));
  await userEvent.click(page.getByRole('menuitem', { name: deed }));
}

test('a style of the kit is copied into the label, and the label takes its change in one step', async () => {
  const server = createBrandKitAnswers({ revision: 1, styles: [TITLE] });
  const { session, inFile } = await mountInEditor(<AttributePanel />, [heading, other], server);
  const { editor } = session;
  const sizes = (): readonly unknown[] =>
    editor.state().template.elements.map((element) => 'fontSize' in element && element.fontSize);
  editor.select([heading.id]);
  await userEvent.click(page.getByRole('combobox', { name: 'Named style' }));
  await userEvent.click(page.getByTitle('Title'));
  await expect.poll(sizes).toEqual([30, 12]);
  expect(inFile('StyleName', 'BrandStyle', 'BrandVersion')).toEqual({
    StyleName: 'Title',
    BrandStyle: TITLE.id,
    BrandVersion: '1',
  });
  await expect.element(page.getByTestId('brand-kit-notice')).not.toBeInTheDocument();

  server.changeElsewhere({ styles: [{ ...TITLE, version: 2, look: { ...TITLE.look, FontSize: '40', Name: 'Big' } }] });
  // Each opening of the menu reads the kit.
  await userEvent.click(page.getByRole('combobox', { name: 'Named style' }));
  await expect.element(page.getByTestId('brand-kit-notice')).toMatchTextContent('Big');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: 'Update from brand kit' }));
  expect(sizes()).toEqual([40, 12]);
  expect(inFile('StyleName', 'BrandVersion')).toEqual({ StyleName: 'Big', BrandVersion: '2' });
  await expect.element(page.getByTestId('brand-kit-notice')).not.toBeInTheDocument();
  editor.undo();
  expect(sizes()).toEqual([30, 12]);
  await expect.element(page.getByTestId('brand-kit-notice')).toBeVisible();
});

test('a look is saved to the kit with a name, then changed there by the same item', async () => {
  const server = createBrandKitAnswers();
  const { session, inFile } = await mountInEditor(<AttributePanel />, [heading], server);
  await choose('Save to brand kit');
  await userEvent.fill(page.getByTestId('named-style-name'), 'Body');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.kit().styles).toMatchObject([{ version: 1, look: { Name: 'Body', FontSize: '12' } }]);
  const [saved] = server.kit().styles;
  await expect.poll(() => inFile('BrandStyle')).toEqual({ BrandStyle: saved?.id });
  await userEvent.click(page.getByRole('button', { name: 'Bold', exact: true }));
  await choose('Change the style to this');
  await choose('Save to brand kit');
  await expect
    .poll(() => server.kit().styles)
    .toMatchObject([{ id: saved?.id, version: 2, look: { Name: 'Body', Bold: 'true' } }]);
  await expect.poll(() => inFile('BrandVersion')).toEqual({ BrandVersion: '2' });
  expect(session.editor.state().template.label.styles).toHaveLength(1);
});

test('without any style, the list of styles says so', async () => {
  await mountInEditor(<AttributePanel />, [heading], createBrandKitAnswers({ revision: 1 }));
  await userEvent.click(page.getByTestId('named-style'));
  await expect.element(page.getByRole('option', { name: 'No styles yet' })).toHaveAttribute('aria-disabled', 'true');
});

test('the fonts of the kit are first in the font menu', async () => {
  const server = createBrandKitAnswers({ revision: 1, fonts: ['Roboto Mono', 'Not installed'] });
  const { session } = await mountInEditor(<AttributePanel />, [heading], server);
  await userEvent.click(page.getByTestId('font-family'));
  await expect.element(page.getByText('Brand kit', { exact: true })).toBeVisible();
  await expect.element(page.getByTitle('Not installed')).not.toBeInTheDocument();
  const heads = (): readonly (string | null)[] =>
    [...document.querySelectorAll('.ant-select-item-group')].map(({ textContent }) => textContent);
  // Other tests in this browser may have chosen fonts.
  await expect.poll(() => heads().filter((head) => head !== 'Recent fonts')).toEqual(['Brand kit', 'All fonts']);
  expect(heads()[0]).toBe('Brand kit');
  await userEvent.click(page.getByTitle('Roboto Mono').first());
  await expect.poll(() => session.editor.state().template.elements).toMatchObject([{ fontFamily: 'Roboto Mono' }]);
});

test('a color of the kit is given to the whole text, which says where it shows', async () => {
  const server = createBrandKitAnswers({ revision: 1, colors: [{ name: 'Signal red', color: '#cc0605' }] });
  const { session, inFile } = await mountInEditor(<AttributePanel />, [heading], server);
  await expect.element(page.getByTestId('text-color')).toMatchTextContent('Black');
  await userEvent.click(page.getByRole('combobox', { name: 'Color' }));
  await userEvent.click(page.getByTitle('Signal red'));
  expect(inFile('FontColor')).toEqual({ FontColor: '#cc0605' });
  await expect.element(page.getByText(/Label printers print it in black/)).toBeVisible();
  await choose('New style from this…');
  await userEvent.fill(page.getByTestId('named-style-name'), 'Warning');
  await userEvent.keyboard('{Enter}');
  expect(session.editor.state().template.label.styles).toMatchObject([{ look: { color: '#cc0605' } }]);
  await userEvent.fill(page.getByLabelText('Choose any color'), '#0000ff');
  await expect.element(page.getByTestId('text-color')).toMatchTextContent('#0000ff');
  session.editor.undo();
  session.editor.undo();
  session.editor.undo();
  expect(session.editor.state().template.elements).toEqual([heading]);
});

test('the kit is not fetched before a menu opens, and a failure shows in the menu alone', async () => {
  const server = createBrandKitAnswers();
  const brandKit = (): unknown => {
    server.answers.brandKit?.(undefined);
    throw new TypeError('offline');
  };
  await mountInEditor(<AttributePanel />, [heading], { answers: { ...server.answers, brandKit } });
  await expect.element(page.getByTestId('font-family')).toBeVisible();
  expect(server.asked()).toBe(0);
  await userEvent.click(page.getByRole('combobox', { name: 'Named style' }));
  await expect.element(page.getByTitle('Not available right now')).toBeVisible();
  expect(server.asked()).toBe(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('without an account, nothing of the kit is offered or fetched', async () => {
  localStorage.removeItem('userInfo');
  const server = createBrandKitAnswers({ revision: 1, fonts: ['Roboto Mono'], styles: [TITLE] });
  await mountInEditor(<AttributePanel />, [heading], server);
  await userEvent.click(page.getByTestId('named-style-menu'));
  await expect
    .element(page.getByRole('menuitem', { name: 'Save to brand kit' }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('combobox', { name: 'Named style' })).toBeDisabled();
  await userEvent.click(page.getByTestId('font-family'));
  expect(server.asked()).toBe(0);
});
