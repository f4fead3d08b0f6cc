import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplates, templateList, type TemplateList } from '#protocol/api.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { takeFromMenu } from '#tests/support/take-from-menu.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';

/** Folders, multiple selection, the trash and versions, all by pointer and by keyboard. */
describe('the screen of templates', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];

  beforeAll(async () => {
    opened = await openShared({ acceptDownloads: true });
    ({ page, driver } = opened);
    hands = handsOn(page);
    await driver.register('librarian', 'correct horse 42');
    const ellipse = createTestElement('ellipse', { xMm: 10, yMm: 10 });
    const visitor = await visitorOf(opened.context, opened.address);
    await saveLabelByCall(visitor, createTestTemplate([ellipse], { name: 'Box' }));
    await call(copyTemplates.path, { ids: await ids() });
    await call(copyTemplates.path, { ids: await ids() });
    await page.goto(`${opened.address}/cloudTemplate`);
    await cards().nth(3).waitFor();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const handOf = (name: string): Hand => hands.find((hand) => hand.name === name) as Hand;
  const cards = (): Locator => page.getByRole('article');
  const lines = (): Locator => page.locator('.template-line');
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const folder = (name: string): Locator => page.locator('.folder-item-open', { hasText: name });
  const dialog = (): Locator => page.locator('.ant-modal').filter({ visible: true }).last();
  const box = (name: string): Locator => page.getByRole('checkbox', { name: `Choose “${name}”` });

  async function call(path: string, data: object): Promise<unknown> {
    const answer = await opened.context.request.post(opened.address + path, { data });
    return ((await answer.json()) as { data: unknown }).data;
  }
  async function ids(): Promise<string[]> {
    return ((await call(templateList.path, {})) as TemplateList).list.map(({ id }) => id);
  }
  const answer = async (hand: Hand, name: string): Promise<void> => {
    await hand.press(dialog().getByRole('button', { name, exact: true }));
    await dialog().waitFor({ state: 'detached' });
  };
  /** Switches the view of the list. */
  async function view(hand: Hand, from: string, key: string, to: string): Promise<void> {
    if (hand.name === 'pointer') return hand.press(page.locator('.ant-segmented-item', { has: page.getByLabel(to) }));
    await page.getByRole('radio', { name: from }).focus();
    return page.keyboard.press(key);
  }
  const numOf = (name: string): Promise<string> => folder(name).locator('.folder-item-num').innerText();

  describe.each(handNames('templates'))('%s', (name) => {
    const own = `Shelf of the ${name}`;

    test('a folder is created and renamed, and gets the selected templates', async () => {
      const hand = handOf(name);
      await hand.press(button('New folder'));
      await hand.type(dialog().getByRole('textbox'), 'Bad|name');
      await expect.poll(() => dialog().getByRole('alert').innerText()).toContain('must not contain');
      await hand.type(dialog().getByRole('textbox'), name);
      await answer(hand, 'Confirm');
      await takeFromMenu(page, hand, button(`More for the folder “${name}”`), 'Rename');
      await hand.type(dialog().getByRole('textbox'), own);
      await answer(hand, 'Confirm');
      await page.getByText('Renamed').first().waitFor();
      await hand.press(folder('All templates'));

      // From the first to the third with Shift.
      const shown = await cards()
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      const [first, third] = [0, 2].map((at) => page.getByRole('checkbox', { name: shown[at] ?? '', exact: true }));
      await cards().first().hover();
      await hand.press(first as Locator);
      await page.keyboard.down('Shift');
      if (name === 'pointer') await hand.press(third as Locator);
      else {
        await (third as Locator).focus();
        await page.keyboard.press('Space');
      }
      await page.keyboard.up('Shift');
      await page.getByText('3 selected').waitFor();
      await hand.press(button('Move to…'));
      await hand.choose(dialog().getByRole('combobox'), own);
      await answer(hand, 'Move');
      await expect.poll(() => numOf(own)).toBe('3');

      await hand.press(folder(own));
      await expect.poll(() => cards().count()).toBe(3);
      await page.reload();
      await expect.poll(() => cards().count()).toBe(3);
    });

    test('deleted templates are restored by Undo and from the trash', async () => {
      const hand = handOf(name);
      await page.locator('.template-card-open').first().focus();
      await page.keyboard.press('Control+a');
      await page.getByText('3 selected').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByText('3 selected').count()).toBe(0);
      await page.keyboard.press('Control+a');
      await hand.press(button('Delete'));
      await page.getByText('3 templates were moved to the trash').waitFor();
      await expect.poll(() => numOf(own)).toBe('0');
      if (name === 'pointer') await hand.press(button('Undo'));
      else await page.keyboard.press('Control+z');
      await expect.poll(() => cards().count()).toBe(3);

      await page.locator('.template-card-open').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Delete');
      await expect.poll(() => cards().count()).toBe(2);
      await page.locator('.template-card-open').first().focus();
      await page.keyboard.press('Control+a');
      await hand.press(button('Delete'));
      await page.getByText('This folder is empty').waitFor();
      await hand.press(folder('Trash'));
      await expect.poll(() => lines().count()).toBe(3);
      await hand.press(button(/^Restore “/).first());
      await expect.poll(() => lines().count()).toBe(2);
      await hand.press(button(/^Delete “.* permanently$/).first());
      await answer(hand, 'Cancel');
      await hand.press(button(/^Delete “.* permanently$/).first());
      await answer(hand, 'Delete permanently');
      await expect.poll(() => lines().count()).toBe(1);
      await hand.press(button('Empty trash'));
      await answer(hand, 'Empty trash');
      await page.getByText('The trash is empty').waitFor();
    });

    test('a folder is deleted once a folder for its templates is selected', async () => {
      const hand = handOf(name);
      const before = Number(await numOf('My templates'));
      await takeFromMenu(page, hand, button(`More for the folder “${own}”`), 'Delete');
      await answer(hand, 'Cancel');
      await takeFromMenu(page, hand, button(`More for the folder “${own}”`), 'Delete');
      await hand.choose(dialog().getByRole('combobox'), 'My templates');
      await answer(hand, 'Delete');
      await expect.poll(() => folder(own).count()).toBe(0);
      await expect.poll(() => numOf('My templates')).toBe(String(before + 1));
      await takeFromMenu(page, hand, button('More for the folder “My templates”'), 'Delete');
      await page.getByText('At least one folder must remain').waitFor();
      await hand.press(folder('All templates'));
      await call(copyTemplates.path, { ids: await ids() });
      await page.reload();
      await cards().first().waitFor();
    });

    test('a template gets a remark, and is found in the remembered list view', async () => {
      const hand = handOf(name);
      await takeFromMenu(page, hand, cards().first().getByRole('button', { name: /^More/ }), 'Remark…');
      await hand.type(dialog().getByRole('textbox'), `By ${name}`);
      await answer(hand, 'Save');
      await page.getByText(`By ${name}`).waitFor();
      await view(hand, 'Grid', 'ArrowRight', 'List');
      await lines().first().waitFor();
      await page.reload();
      await lines().first().getByText(`By ${name}`).waitFor();
      const download: Promise<Download> = page.waitForEvent('download');
      await hand.press(page.getByRole('checkbox', { name: 'Choose all' }));
      await hand.press(button('Download'));
      const file = await download;
      expect(file.suggestedFilename()).toBe('Labelwright templates.zip');
      expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
      await hand.press(button('Choose none'));
      await view(hand, 'List', 'ArrowLeft', 'Grid');
      await cards().first().waitFor();
    });

    test('an earlier version is restored in the editor, and undone; Save as makes another template', async () => {
      const hand = handOf(name);
      await page.locator('.template-card-open').first().click();
      await page.getByTestId('canvas-overlay').waitFor();
      const first = await driver.download();
      await driver.place('rectangle', 40, 40);
      await page.getByTestId('save').click();
      await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
      const second = await driver.download();
      await takeFromMenu(page, hand, page.getByTestId('save-menu'), 'Earlier versions…');
      await dialog().getByRole('option').first().waitFor();
      if (name === 'pointer') await hand.press(dialog().getByRole('option').first());
      else await page.keyboard.press('End');
      await expect
        .poll(() =>
          dialog()
            .getByRole('img')
            .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 100).length),
        )
        .toBe(2);
      await answer(hand, 'Restore');
      expect(await driver.download()).toBe(first);
      await page.keyboard.press('Control+z');
      expect(await driver.download()).toBe(second);
      // As another label, in a selected folder.
      await takeFromMenu(page, hand, page.getByTestId('save-menu'), 'Save as…');
      await hand.type(dialog().getByLabel('Name'), `Another by ${name}`);
      await answer(hand, 'Save');
      await expect.poll(() => page.getByTestId('label-name').innerText()).toContain(`Another by ${name}`);
      await page.goto(`${opened.address}/cloudTemplate`);
      await box(`Another by ${name}`).waitFor();
    });
  });

  test('templates are dragged into a folder, selected ones together', async () => {
    await handOf('pointer').press(button('New folder'));
    await dialog().getByRole('textbox').fill('Target');
    await answer(handOf('pointer'), 'Confirm');
    for (const at of [0, 1]) {
      await cards().nth(at).hover();
      await cards().nth(at).getByRole('checkbox').check();
    }
    await cards().nth(1).dragTo(folder('Target'));
    await expect.poll(() => numOf('Target')).toBe('2');
    const before = await cards().count();
    await cards().first().dragTo(folder('Trash'));
    await expect.poll(() => cards().count()).toBe(before - 1);
  });
});
