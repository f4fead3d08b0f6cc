import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BrandKitScreen } from '#app/library/brand-kit/BrandKitScreen.tsx';
import { createBrandKitAnswers, type BrandKitAnswers } from '#tests/support/brand-kit-answers.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

beforeEach(() => localStorage.setItem('userInfo', JSON.stringify({ userid: 'u', name: 'Ana' })));
afterEach(() => localStorage.removeItem('userInfo'));

const TITLE = {
  id: 'abcd1234',
  version: 1,
  look: { Name: 'Title', Type: 'Text', FontFamily: 'Roboto', FontSize: '30', Later: 'kept' },
};

async function mount(server: BrandKitAnswers = createBrandKitAnswers()): Promise<BrandKitAnswers> {
  await mountApp(<BrandKitScreen />, createTestServices({ answers: server.answers }));
  await expect.element(page.getByRole('heading', { name: 'Brand kit' })).toBeVisible();
  return server;
}

const card = (name: 'fonts' | 'logos' | 'colors' | 'styles') => page.getByTestId(`kit-${name}`);
const field = (name: string) => page.getByRole('dialog').getByLabelText(name, { exact: true });
const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' });

test('fonts, colors and styles are added, changed and removed with the pointer', async () => {
  const { kit } = await mount();
  await userEvent.click(page.getByTestId('kit-add-font'));
  await userEvent.click(page.getByTitle('Roboto Mono'));
  await expect.poll(() => kit().fonts).toEqual(['Roboto Mono']);
  await expect.element(card('fonts').getByRole('listitem')).toMatchTextContent(/Roboto Mono/);

  await userEvent.click(page.getByRole('button', { name: 'Add a color' }));
  await userEvent.fill(field('Name'), 'Signal red');
  await userEvent.fill(field('Color'), '#C06');
  await userEvent.click(save());
  await expect.poll(() => kit().colors).toEqual([{ name: 'Signal red', color: '#cc0066' }]);
  await userEvent.click(page.getByRole('button', { name: 'Edit “Signal red”' }));
  await userEvent.fill(field('Color'), 'red');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/six hexadecimal digits/);
  await expect.element(save()).toBeDisabled();
  await userEvent.fill(field('Color'), 'ff0000');
  await userEvent.click(save());
  await expect.poll(() => kit().colors).toEqual([{ name: 'Signal red', color: '#ff0000' }]);

  await userEvent.click(page.getByRole('button', { name: 'Add a line style' }));
  await userEvent.fill(field('Name'), 'Rule');
  await userEvent.click(field('Dashed'));
  await userEvent.click(save());
  await expect.poll(() => kit().styles).toMatchObject([{ look: { Name: 'Rule', Type: 'Line' } }]);
  await userEvent.click(page.getByRole('button', { name: 'Remove “Rule”' }));
  await userEvent.click(page.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => kit().styles).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Remove “Roboto Mono”' }));
  await expect.poll(() => kit().fonts).toEqual([]);
});

test('a style is changed with the keyboard, and keeps its id and the attributes of a later version', async () => {
  const { kit } = await mount(createBrandKitAnswers({ revision: 1, styles: [TITLE] }));
  await expect.element(card('styles').getByRole('listitem')).toMatchTextContent(/Title/);
  (page.getByRole('button', { name: 'Edit “Title”' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Name')).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}Headline{Tab}{Tab}{Control>}a{/Control}40{Tab} {Enter}');
  await expect
    .poll(() => kit().styles)
    .toMatchObject([
      { id: TITLE.id, version: 2, look: { Name: 'Headline', FontSize: '40', Bold: 'true', Later: 'kept' } },
    ]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a name that the kit has is refused before it is saved', async () => {
  await mount(createBrandKitAnswers({ revision: 1, styles: [TITLE], colors: [{ name: 'Red', color: '#ff0000' }] }));
  await userEvent.click(page.getByRole('button', { name: 'Add a text style' }));
  await userEvent.fill(field('Name'), ' Title ');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The kit has “Title” already./);
  await expect.element(save()).toBeDisabled();
});

test('a change elsewhere is not overwritten: the dialog says so, keeps what was typed, and saves it then', async () => {
  const { kit, changeElsewhere } = await mount();
  await userEvent.click(page.getByRole('button', { name: 'Add a color' }));
  await userEvent.fill(field('Name'), 'Green');
  changeElsewhere({ colors: [{ name: 'Blue', color: '#0000ff' }] });
  await userEvent.click(save());
  await expect.element(page.getByRole('alert')).toMatchTextContent(/changed elsewhere/);
  expect(kit().colors.map(({ name }) => name)).toEqual(['Blue']);
  await expect.element(card('colors').getByRole('listitem')).toMatchTextContent(/Blue/);
  await userEvent.click(save());
  await expect.poll(() => kit().colors.map(({ name }) => name)).toEqual(['Blue', 'Green']);
});

test('a style is edited on while the kit is fetched again', async () => {
  const { kit } = await mount(createBrandKitAnswers({ revision: 1, styles: [TITLE], fonts: ['Roboto'] }));
  await userEvent.click(page.getByRole('button', { name: 'Edit “Title”' }));
  (page.getByRole('button', { name: 'Remove “Roboto”' }).element() as HTMLElement).click();
  await expect.poll(() => kit().fonts).toEqual([]);
  await userEvent.fill(field('Font size'), '40');
  await userEvent.click(save());
  await expect.poll(() => kit().styles).toMatchObject([{ id: TITLE.id, look: { Name: 'Title', FontSize: '40' } }]);
});

test('two changes in a row are both saved', async () => {
  const { kit } = await mount(createBrandKitAnswers({ revision: 1, fonts: ['Roboto', 'Roboto Mono'] }));
  const remove = (name: string): void =>
    (page.getByRole('button', { name: `Remove “${name}”`, exact: true }).element() as HTMLElement).click();
  await expect.element(card('fonts').getByRole('listitem').nth(1)).toBeVisible();
  remove('Roboto');
  remove('Roboto Mono');
  await expect.poll(() => kit().fonts).toEqual([]);
});

test('a kit that can’t be fetched is reported with a retry', async () => {
  const server = createBrandKitAnswers({ revision: 1, fonts: ['Roboto'] });
  let isDown = true;
  const brandKit = (): unknown => {
    if (isDown) throw new TypeError('offline');
    return server.kit();
  };
  await mount({ ...server, answers: { ...server.answers, brandKit } });
  isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(card('fonts').getByRole('listitem')).toMatchTextContent(/Roboto/);
});
