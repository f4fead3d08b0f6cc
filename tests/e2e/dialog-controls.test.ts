import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const WOFF2 = createRequire(import.meta.url).resolve('source-sans-pro/WOFF2/TTF/SourceSansPro-Regular.ttf.woff2');
const PASSWORD = 'correct horse 42';
const HANDS = handNames('dialog-controls');

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-controls-'));
  for (const [name, red] of [
    ['one.png', 255],
    ['two.png', 100],
  ] as const) {
    await writeFile(
      join(folder, name),
      createPng(40, 32, (x) => [x < 20 ? red : 0, 200, 200, 255]),
    );
  }
  opened = await openEditor('controls');
  ({ page, driver } = opened);
});

afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
  // The next test finds no dialog of this one.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
});

const dialogs = (): Locator => page.locator('.ant-modal').filter({ visible: true });
const panel = (): Locator => page.getByTestId('attribute-panel');

async function chooseFileWith(hand: Hand, button: Locator, path: string): Promise<void> {
  const chooser: Promise<FileChooser> = page.waitForEvent('filechooser');
  await hand.press(button);
  await (await chooser).setFiles(path);
}

describe.each(HANDS)('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`the label dialog's fields and its backgrounds (${name})`, async () => {
    const dialog = page.getByRole('dialog', { name: 'Label settings' });
    const field = (label: string): Locator => dialog.getByLabel(label, { exact: true });
    const open = async (): Promise<void> => {
      await hand.press(page.getByTestId('action-labelSettings'));
      await dialog.waitFor();
    };
    const close = async (button: string): Promise<void> => {
      await hand.press(dialog.getByRole('button', { name: button, exact: true }));
      await dialog.waitFor({ state: 'detached' });
    };
    await driver.place('rectangle', 5, 5);
    const before = await driver.download();

    await open();
    await hand.type(field('Name'), 'Thrown away');
    const widthMm = Number(await field('Width').inputValue());
    await hand.pick(dialog.locator('.ant-segmented'), 'inch');
    await expect.poll(async () => Number(await field('Width').inputValue())).toBeCloseTo(widthMm / 25.4, 3);
    await hand.pick(dialog.locator('.ant-segmented'), 'mm');
    await hand.press(dialog.getByRole('combobox', { name: 'Common sizes' }));
    // What is typed narrows the long list.
    await page.keyboard.type('50 × 30 mm');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => [await field('Width').inputValue(), await field('Height').inputValue()])
      .toEqual(['50', '30']);
    await close('Cancel');
    expect(await driver.download()).toBe(before);

    await open();
    await hand.type(field('Name'), `By ${name}`);
    const numbers = {
      Width: '60',
      Height: '40',
      Columns: '2',
      Rows: '3',
      'Column spacing': '4',
      'Row spacing': '5',
      Left: '6',
      Right: '7',
      Top: '8',
      Bottom: '9',
    };
    for (const [label, number] of Object.entries(numbers)) {
      await hand.type(field(label), number);
      await hand.stepUp(field(label));
    }
    const shown = (): Promise<readonly string[]> =>
      Promise.all(Object.keys(numbers).map((label) => field(label).inputValue()));
    const typed = Object.values(numbers).map((number) => String(Number(number) + 1));
    await untilIdle(page);
    await expect.poll(() => shown()).toEqual(typed);
    await chooseFileWith(hand, dialog.getByRole('button', { name: 'Upload' }), join(folder, 'one.png'));
    await chooseFileWith(hand, dialog.getByRole('button', { name: 'Add another' }), join(folder, 'two.png'));
    const thumbs = dialog.getByRole('radiogroup', { name: 'Backgrounds' });
    await thumbs.getByRole('radio', { name: 'Background 2', checked: true }).waitFor();
    await hand.pick(thumbs, 'Background 1');
    await thumbs.getByRole('radio', { name: 'Background 1', checked: true }).waitFor();
    const prints = dialog.getByRole('checkbox', { name: 'Print the background' });
    const printed = await prints.isChecked();
    await hand.press(prints);
    await expect.poll(() => prints.isChecked()).toBe(!printed);
    await page.screenshot({ path: join(SCREENSHOTS, `label dialog with ${name}.png`) });
    await close('Apply');

    await open();
    await untilIdle(page);
    await expect.poll(() => shown()).toEqual(typed);
    await expect.poll(() => field('Name').inputValue()).toBe(`By ${name}`);
    await expect.poll(() => prints.isChecked()).toBe(!printed);
    const remove = dialog.getByRole('button', { name: 'Delete' });
    for (let left = 1; left >= 0; left--) {
      if ((await remove.count()) === 0) await hand.press(thumbs.getByRole('radio', { name: 'Background 1' }));
      await hand.press(remove);
    }
    await dialog.getByRole('button', { name: 'Upload' }).waitFor();
    await close('Apply');
    expect(await driver.download()).not.toMatch(/ Background="[0-9a-f]{16,}"/);
  });

  test(`the pickers of a date and a time (${name})`, async () => {
    await driver.place('timeText', 5, 5);
    const clock = panel().getByRole('radiogroup', { name: 'Clock' });
    await hand.pick(clock, 'Fixed time');
    const date = panel().getByLabel('Choose the date');
    const time = panel().getByLabel('Choose the time');
    if (hand.name === 'keyboard') {
      await hand.type(date, '02282031');
      await hand.type(time, '030405PM');
    } else {
      // The browser's own calendar opens over the page; the arrow goes on to the next day.
      await date.fill('2031-02-27');
      const box = (await date.boundingBox()) ?? expect.fail('no field');
      await page.mouse.click(box.x + box.width - 12, box.y + box.height / 2);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const at = (await time.boundingBox()) ?? expect.fail('no field');
      await page.mouse.click(at.x + 14, at.y + at.height / 2);
      await page.keyboard.type('030405PM');
    }
    await expect.poll(() => driver.download()).toContain('2031/02/28');
    expect(await driver.download()).toContain('15:04:05');
    for (const box of ['Date', 'Time']) {
      const tick = panel().getByRole('checkbox', { name: box, exact: true });
      await hand.press(tick);
      await expect.poll(() => tick.isChecked()).toBe(false);
      await hand.press(tick);
      await expect.poll(() => tick.isChecked()).toBe(true);
    }
    await hand.pick(clock, 'Current time');
    await date.waitFor({ state: 'detached' });
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Delete');
  });

  test(`lists, fields and tools of the GS1 dialog (${name})`, async () => {
    await driver.place('qrcode', 10, 10);
    await hand.choose(page.getByTestId('symbology'), 'GS1 DataMatrix');
    const dialog = page.getByRole('dialog').filter({ hasText: 'GS1 data' });
    const value = (place: number): Locator => dialog.getByLabel(`Value of field ${place}`);
    const button = (label: string): Locator => dialog.getByRole('button', { name: label, exact: true });
    const rows = dialog.getByTestId('gs1-row');
    const result = (): Promise<string | null> => page.getByTestId('gs1-result').textContent();
    await hand.press(page.getByTestId('gs1-edit'));
    await rows.nth(2).waitFor();
    await hand.press(button('Remove field 2'));
    await hand.type(value(1), '4006381333931');
    await hand.press(button('Check digit'));
    await expect.poll(() => value(1).inputValue()).toBe('04006381333931');
    await hand.press(page.getByTestId('gs1-add'));
    const list = rows.nth(2).locator('.ant-select');
    const titles = await list.innerText();
    await hand.press(list.locator('input'));
    const entry = page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '(11)' });
    await page.keyboard.type('(11)');
    if (hand.name === 'keyboard') await page.keyboard.press('Enter');
    else await hand.press(entry.first());
    await expect.poll(() => list.innerText()).not.toBe(titles);
    const day = dialog.getByLabel('Choose the date of field 3');
    if (hand.name === 'keyboard') await hand.type(day, '02282031');
    else {
      await day.fill('2031-02-27');
      const box = (await day.boundingBox()) ?? expect.fail('no field');
      await page.mouse.click(box.x + box.width - 12, box.y + box.height / 2);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => value(3).inputValue()).toBe('310228');
    await hand.press(button('Move field 3 up'));
    await expect.poll(result).toBe('(01)04006381333931(11)310228(10)ABC123');
    await hand.press(button('Move field 2 down'));
    await expect.poll(result).toBe('(01)04006381333931(10)ABC123(11)310228');
    const before = await page.getByTestId('content-input').inputValue();
    await hand.press(button('Cancel'));
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByTestId('gs1-edit').evaluate((edit) => edit === document.activeElement))
      .toBe(true);
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('content-input').inputValue()).toBe(before);
    await hand.press(page.getByTestId('gs1-edit'));
    await hand.type(value(3), 'Z9');
    await hand.press(button('Confirm'));
    await expect.poll(() => page.getByTestId('content-input').inputValue()).toMatch(/\(10\)Z9$/);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Delete');
  });

  test(`a font is deleted once that is confirmed (${name})`, async () => {
    await driver.place('text', 5, 5);
    await hand.press(page.getByTestId('manage-fonts'));
    const manager = page.getByTestId('font-manager');
    await chooseFileWith(hand, manager.getByRole('button', { name: /Drop font files/ }), WOFF2);
    const own = manager.getByTestId('font-own');
    await own.waitFor();
    const question = page.getByRole('tooltip').filter({ hasText: 'Delete Source Sans Pro?' });
    for (const [answer, left] of [
      ['Cancel', 1],
      ['Delete', 0],
    ] as const) {
      await hand.press(own.getByRole('button', { name: 'Delete Source Sans Pro' }));
      await question.waitFor();
      await hand.press(question.getByRole('button', { name: answer }));
      await question.waitFor({ state: 'hidden' });
      await expect.poll(() => own.count()).toBe(left);
    }
    await hand.press(dialogs().getByRole('button', { name: 'Close' }));
    await dialogs().waitFor({ state: 'hidden' });
  });

  test(`each answer to a conflict of two saves (${name})`, async () => {
    const saved = (on: Page): Promise<void> =>
      expect.poll(() => on.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
    await driver.place('rectangle', 10, 20);
    await page.getByTestId('save').click();
    await saved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByTestId('canvas-overlay').waitFor();
    const elsewhere = createEditorDriver(other, opened.address);
    const dialog = page.getByRole('dialog', { name: 'Changed elsewhere' });
    const name0 = await page.getByTestId('label-name').textContent();
    for (const choice of ['overwrite', 'both'] as const) {
      await elsewhere.place('ellipse', 20, 20);
      await other.getByTestId('save').click();
      if (choice === 'both') await other.getByTestId('conflict-overwrite').click();
      await saved(other);
      await page.bringToFront();
      await driver.place('rectangle', 20, 30);
      if (choice === 'overwrite') {
        await hand.press(page.getByTestId('save'));
        await hand.press(dialog.getByTestId('conflict-cancel'));
        await dialog.waitFor({ state: 'detached' });
        await untilIdle(page);
        await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).not.toBe('saved');
      }
      await hand.press(page.getByTestId('save'));
      await hand.press(dialog.getByTestId(`conflict-${choice}`));
      await dialog.waitFor({ state: 'detached' });
      await saved(page);
    }
    await other.close();
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('label-name').textContent()).not.toBe(name0);
  });

  test(`each answer to a name that is taken (${name})`, async () => {
    const taken = `Taken by ${name}`;
    const dialog = page.getByRole('dialog', { name: 'Overwrite the template?' });
    const state = (): Promise<string | null> => page.getByTestId('save-state').getAttribute('data-state');
    const create = async (type: string): Promise<void> => {
      await driver.createLabel(taken);
      await driver.place(type, 10, 10);
    };
    await create('rectangle');
    await driver.save();
    const before = await driver.download();
    await create('ellipse');
    const after = await driver.download();
    for (const button of ['Cancel', 'Overwrite']) {
      await hand.press(page.getByTestId('save'));
      await hand.press(dialog.getByRole('button', { name: button, exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await untilIdle(page);
      if (button === 'Cancel') await expect.poll(() => state()).not.toBe('saved');
    }
    await expect.poll(state).toBe('saved');
    // It is the same template with the new design.
    expect(after).not.toBe(before);
    await page.goto(`${opened.address}/cloudTemplate`);
    const card = page.getByRole('button', { name: `Open “${taken}”` });
    await card.first().waitFor();
    await expect.poll(() => card.count()).toBe(1);
    await card.click();
    await page.getByTestId('canvas-overlay').waitFor();
    expect(await driver.download()).toBe(after);
  });

  test(`a template is renamed and deleted at home (${name})`, async () => {
    await page.goto(`${opened.address}/cloudTemplate`);
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    const count = await cards.count();
    const act = async (entry: string): Promise<void> => {
      await cards.first().getByRole('button', { name: /^More/ }).click();
      await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry }).click();
    };
    const answer = async (button: string): Promise<void> => {
      await hand.press(dialogs().getByRole('button', { name: button, exact: true }));
      await dialogs().waitFor({ state: 'hidden' });
    };
    const named = page.getByRole('button', { name: `Open “Renamed by ${name}”` });
    for (const button of ['Cancel', 'Confirm']) {
      await act('Rename');
      await dialogs().waitFor();
      await hand.type(dialogs().getByRole('textbox'), `Renamed by ${name}`);
      await answer(button);
      await expect.poll(() => named.count()).toBe(button === 'Confirm' ? 1 : 0);
    }
    await act('Delete');
    await expect.poll(() => cards.count()).toBe(count - 1);
    await untilIdle(named);
    await expect.poll(() => named.count()).toBe(0);
    await cards.first().getByRole('button', { name: /^Open/ }).click();
    await page.getByTestId('canvas-overlay').waitFor();
  });
});

/** The one with the longest words, and one more; all at night. */
const DRAWN = new Set(['ru', ...drawnOf('palette', ['zh', 'pt', 'es'])]);

test(`at 1024 x 768 the palette shows every type, and cuts no word in any language (seed ${SEED})`, async () => {
  await setWindowSize(page, { width: 1024, height: 768 });
  const address = page.url();
  for (const language of [...LANGUAGES.filter((one) => DRAWN.has(one)), 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${opened.address}/help`);
    await page.goto(address);
    const palette = page.locator('.ed-palette');
    await palette.waitFor();
    // The letters of each script come in a file of their own, when the first of them is shown.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await untilIdle(palette);
    await expect
      .poll(() => palette.evaluate((bar) => bar.scrollHeight - bar.clientHeight), { message: language })
      .toBe(0);
    const cut = await palette.evaluate((bar) => {
      // Beside a thin scroll bar, which Chromium hides in tests.
      bar.style.paddingRight = '13px';
      return [...bar.querySelectorAll('span')].filter((words) => words.scrollWidth > words.clientWidth).length;
    });
    expect(cut, language).toBe(0);
  }
  await setWindowSize(page, { width: 1280, height: 800 });
});

test.each(HANDS)('signing out and forgetting the computer is confirmed with the %s', async (name) => {
  const hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  await page.goto(`${opened.address}/index`);
  for (const button of ['Cancel', 'Sign out and forget']) {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out and forget this computer' }).click();
    await hand.press(dialogs().getByRole('button', { name: button, exact: true }));
    await dialogs().waitFor({ state: 'hidden' });
  }
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail or user name').fill('controls');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/index');
});
