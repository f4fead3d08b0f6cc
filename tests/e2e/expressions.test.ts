import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveControls } from '#tests/support/box-of.ts';
import { chooseFile, chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { buildXlsx, type XlsxCell } from '#tests/support/xlsx-builder.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { enterEditor, keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { slowWorkers, type SlowWorkers } from '#tests/support/slow-workers.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let workers: SlowWorkers;
let rows: string;

beforeAll(async () => {
  opened = await openShared();
  ({ page, driver } = opened);
  workers = await slowWorkers(page);
  await enterEditor(opened, 'expressions');
  rows = join(opened.folder, 'teas.xlsx');
  const euros = (number: number): XlsxCell => ({ number, format: '0.00 "€"' });
  const due: XlsxCell = { number: 45325, format: 'd-mmm-yy' };
  const cells: readonly (readonly XlsxCell[])[] = [
    ['Name', 'Unit price', 'Code', 'Due'],
    ['Green tea', euros(0.1), 'A1', due],
    ['Black tea', 'x', '', due],
    ['Mint', euros(2.5), 'C3', due],
  ];
  await writeFile(rows, buildXlsx([{ name: 'Teas', rows: cells }]));
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const kinds = (): Locator => panel().getByTestId('source-kind');
const formula = (): Locator => panel().getByTestId('formula-input');
const value = (): Locator => panel().getByTestId('formula-value').locator('b');
const fault = (): Locator => panel().getByTestId('formula-input-fault');
const condition = (): Locator => panel().getByTestId('condition-input');
const conditionValue = (): Locator => panel().getByTestId('condition-value');
const whenEmpty = (): Locator => panel().getByLabel('Hide when empty');
const hidden = (): Locator => page.getByTestId('hidden-mark');
const next = (): Locator => page.getByTestId('row-next');
const previous = (): Locator => page.getByTestId('row-previous');

/** Chooses an entry from one of the groups of the menu that opens under a button. */
async function insert(hand: Hand, button: string, group: string, entry: RegExp): Promise<void> {
  // A menu that opens under a resting pointer highlights the entry there, and so does the next key.
  if (hand.name === 'keyboard') await leaveControls(page);
  await hand.press(panel().getByTestId(button));
  const title = page.locator('.ant-dropdown-menu-submenu-title:visible').filter({ hasText: group });
  const item = page.locator('.ed-formula-menu:visible .ant-dropdown-menu-item').filter({ hasText: entry }).first();
  await title.waitFor();
  if (hand.name === 'pointer') {
    await title.hover();
    await hand.press(item);
    return;
  }
  await stepTo((text) => text.startsWith(group));
  await page.keyboard.press('ArrowRight');
  await item.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.ed-formula-menu') !== null)).toBe(true);
  await stepTo((text) => entry.test(text));
  await page.keyboard.press('Enter');
}

/** Moves down in a menu to the entry with this text, as fast as a user who watches the focus. */
async function stepTo(isIt: (text: string) => boolean): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.innerText.trim() : ''));
  for (let i = 0; i < 15; i++) {
    const before = await focused();
    if (isIt(before)) return;
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).not.toBe(before);
  }
}

async function showFirstRow(): Promise<void> {
  while (await previous().isEnabled()) await previous().click();
}

async function clear(field: Locator): Promise<void> {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

async function bindFirst(): Promise<void> {
  await driver.place('text', 60, 70);
  await chooseOption(page, kinds(), 'Spreadsheet');
  await chooseFile(page, panel().getByTestId('choose-spreadsheet'), rows);
  await panel().getByTestId('data-column').getByText('Name', { exact: true }).waitFor();
}

test('text typed into a formula while its spreadsheet is read stays', async () => {
  await driver.place('text', 10, 10);
  await chooseOption(page, kinds(), 'Formula');
  await formula().fill('{upper(Name)}');
  await workers.keepBusy();
  await chooseFile(page, panel().getByTestId('choose-spreadsheet'), rows);
  await panel().getByTestId('choose-spreadsheet').waitFor({ state: 'detached' });
  await formula().fill('{upper(Name)}!');
  await workers.goOn();
  await value().getByText('GREEN TEA!').waitFor();
  await expect.poll(() => formula().inputValue()).toBe('{upper(Name)}!');
});

describe.each(handNames('expressions'))('formulas, with the %s', (name) => {
  let hand: Hand;
  beforeAll(async () => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    await page.keyboard.press('Escape');
    await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await bindFirst();
    await showFirstRow();
  });

  test('a formula of columns and functions is calculated at once, and its errors show their position', async () => {
    await driver.place('text', 10, 10);
    await hand.choose(kinds(), 'Formula');
    await hand.type(formula(), '{Name} - {Unit price * 2}');
    await value().getByText('Green tea - 0.2').waitFor();
    await hand.press(next());
    await fault().getByText('“x” is not a number').waitFor();
    // Chinese names of columns are readable on machines without a Chinese font.
    for (const written of [formula(), fault().locator('code')]) {
      await expect
        .poll(() => written.evaluate((node) => getComputedStyle(node).fontFamily))
        .toContain('Noto Sans SC UI');
    }
    const place = fault().getByRole('button');
    await expect.poll(() => place.innerText()).toContain('*');
    await hand.press(place);
    await expect
      .poll(() => formula().evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]))
      .toEqual([21, 22]);
    await hand.press(previous());
    await value().getByText('Green tea - 0.2').waitFor();

    await clear(formula());
    await insert(hand, 'formula-input-insert', 'Text', /^upper/);
    await expect.poll(() => formula().inputValue()).toBe('{upper()}');
    await insert(hand, 'formula-input-insert', 'Columns', /^Unit price$/);
    await expect.poll(() => formula().inputValue()).toBe('{upper(Unit price)}');
    await hand.type(formula(), '{upper(Name)}');
    await value().getByText('GREEN TEA').waitFor();

    const file = await driver.download();
    expect(file).toContain('Expression="{upper(Name)}"');
    expect(file).toContain('NormalText="GREEN TEA"');
    expect(file).toMatch(/<Operand [^>]*ColumnName="Name"/);
  });

  test('an element is hidden when it is empty or by a condition, and is not printed then', async () => {
    await driver.place('barcode', 10, 30);
    await hand.choose(kinds(), 'Formula');
    await hand.type(formula(), '{Code}');
    await value().getByText('A1').waitFor();
    await hand.press(whenEmpty());
    await expect.poll(() => condition().inputValue()).toBe('not isEmpty(value())');
    await conditionValue().getByText('Shown on this label').waitFor();
    await expect.poll(() => hidden().count()).toBe(0);
    await hand.press(next());
    await hidden().waitFor();
    await conditionValue().getByText('Hidden on this label').waitFor();
    await expect.poll(() => page.getByTestId('grade-badge').count()).toBe(0);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => condition().inputValue()).toBe('');
    await page.keyboard.press('Control+y');
    await expect.poll(() => condition().inputValue()).toBe('not isEmpty(value())');
    // While it was shown, the panel reported the empty code: the fields below have moved.
    await hidden().waitFor();
    await conditionValue().getByText('Hidden on this label').waitFor();
    await untilIdle(page);

    await hand.type(condition(), 'Name = "Mint"');
    await conditionValue().getByText('Hidden on this label').waitFor();
    await insert(hand, 'condition-input-insert', 'Conditions', /^isEmpty/);
    await panel().getByTestId('condition-input-fault').waitFor();
    await hand.type(condition(), 'Name = "Mint"');
    await hand.press(next());
    await conditionValue().getByText('Shown on this label').waitFor();
    await expect.poll(() => hidden().count()).toBe(0);
    expect(await driver.download()).toContain('ShowWhen="Name = &quot;Mint&quot;"');
    await hand.press(previous());
    await hand.press(previous());
  });

  test('several elements get a condition at once', async () => {
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+a');
    await hand.type(condition(), 'Name = "nothing"');
    await expect.poll(() => hidden().count()).toBe(3);
    await clear(condition());
    await expect.poll(() => hidden().count()).toBe(0);
  });
});

test('cells are calculated with by their value, and written as the spreadsheet shows them', async () => {
  await page.keyboard.press('Escape');
  await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
  await showFirstRow();
  await driver.place('text', 10, 10);
  await chooseOption(page, kinds(), 'Formula');
  await formula().fill('{Unit price}, twice {Unit price * 2}, {formatDate(Due, "yyyy-MM-dd")}');
  await value().getByText('0.10 €, twice 0.2, 2024-02-03').waitFor();
  await page.getByTestId('canvas-overlay').focus();
  // A file has the value for programs without formulas.
  await expect.poll(() => driver.download()).toContain('NormalText="0.10 €, twice 0.2, 2024-02-03"');
});
