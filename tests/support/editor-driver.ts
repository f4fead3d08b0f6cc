import { readFile } from 'node:fs/promises';
import type { Download, FileChooser, Locator, Page } from 'playwright';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { createLabelAttributes, editLabelPath } from '#app/state/label-attributes.ts';
import { signUpByCall } from './sign-up.ts';
import { untilIdle } from './until-idle.ts';

export type LabelNumbers = Readonly<Partial<Record<keyof typeof NUMBERS, number>>>;

/** The dialog's fields for numbers, by their names. */
const NUMBERS = {
  Width: 'widthMm',
  Height: 'heightMm',
  Columns: 'columns',
  Rows: 'rows',
  'Column spacing': 'columnSpacingMm',
  'Row spacing': 'rowSpacingMm',
} as const satisfies Readonly<Record<string, keyof LabelSettings>>;

/**
 * A user's actions in the product, in words of the English interface. Each step ends when the page is idle, unless the
 * test deliberately keeps work pending.
 */
export interface EditorDriver {
  readonly page: Page;
  /** By a call: the page is on no screen then. */
  register(name: string, password: string): Promise<void>;
  /** With the form; ends on the home page. */
  registerByHand(name: string, password: string): Promise<void>;
  /** Loads the editor with a new label and closes the guide. `numbers` by the names of the dialog's fields. */
  createLabel(name: string, numbers?: LabelNumbers): Promise<void>;
  /** The same with the dialog of the home page, where the page must be. */
  createLabelByHand(name: string, numbers?: LabelNumbers): Promise<void>;
  /** Adds an element from the palette and moves it; it is selected afterwards. */
  /** Removes everything from the label; the focus is on the canvas afterwards. */
  clear(): Promise<void>;
  place(type: string, xMm: number, yMm: number, when?: 'while pending'): Promise<void>;
  placeImage(path: string, xMm: number, yMm: number): Promise<void>;
  /** Binds the selected element to a column; chooses the file when none is open yet. */
  bind(path: string, sheet: string, column: string): Promise<void>;
  save(): Promise<void>;
  /** Saves the file by Ctrl+Shift+S. */
  download(): Promise<string>;
  openPrint(): Promise<Locator>;
}

export function createEditorDriver(page: Page, address: string): EditorDriver {
  let bound = false;
  const field = (id: string, value: number): Promise<void> => fillNumber(page.getByTestId(id), value);

  async function closeGuide(): Promise<void> {
    // This is shown once in each browser.
    if ((await page.evaluate(() => localStorage.getItem('firstGuideDone'))) === null) {
      await page.getByTestId('guide-skip').click();
    }
  }

  return {
    page,
    register: (name, password) => signUpByCall(page, address, name, password),
    async registerByHand(name, password) {
      await page.goto(`${address}/register`);
      await page.getByRole('textbox', { name: 'Username' }).fill(name);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await page.getByRole('checkbox', { name: 'I agree' }).check();
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL('**/index');
      await untilIdle(page);
    },
    async createLabel(name, numbers = {}) {
      bound = false;
      const settings = Object.entries(numbers).map(([field, number]) => [
        NUMBERS[field as keyof typeof NUMBERS],
        number,
      ]);
      const label = createLabelSettings(name, Object.fromEntries(settings));
      await page.goto(address + editLabelPath(createLabelAttributes(label), 'add'));
      await page.getByTestId('canvas-overlay').waitFor();
      await closeGuide();
      await untilIdle(page);
    },
    async createLabelByHand(name, numbers = {}) {
      bound = false;
      await page
        .getByRole('button', { name: /New label/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      const isSheet = Object.keys(numbers).some((label) => label !== 'Width' && label !== 'Height');
      if (isSheet) await dialog.getByRole('button', { name: 'Several labels on a sheet' }).click();
      for (const [label, number] of Object.entries(numbers)) {
        await dialog.getByLabel(label, { exact: true }).fill(String(number));
      }
      await dialog.getByRole('button', { name: 'Create label' }).click();
      await page.waitForURL('**/editLabel**');
      await page.getByTestId('canvas-overlay').waitFor();
      await closeGuide();
      await untilIdle(page);
    },
    async clear() {
      await page.keyboard.press('Escape');
      await page.getByTestId('canvas-overlay').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await untilIdle(page);
    },
    async place(type, xMm, yMm, when) {
      await page.getByTestId(`palette-${type}`).dblclick();
      await field('field-x', xMm);
      await field('field-y', yMm);
      if (when !== 'while pending') await untilIdle(page);
    },
    async placeImage(path, xMm, yMm) {
      await chooseFile(page, page.getByTestId('palette-image'), path);
      await page
        .getByTestId('attribute-panel')
        .getByText(/^Image\d/)
        .first()
        .waitFor();
      await field('field-x', xMm);
      await field('field-y', yMm);
      await untilIdle(page);
    },
    async bind(path, sheet, column) {
      const panel = page.getByTestId('attribute-panel');
      await chooseOption(page, panel.getByTestId('source-kind'), 'Spreadsheet');
      if (!bound) await chooseFile(page, panel.getByTestId('choose-spreadsheet'), path);
      bound = true;
      await chooseOption(page, panel.getByTestId('data-sheet'), sheet);
      const chosen = panel.getByTestId('data-column');
      await chooseOption(page, chosen, column);
      // It is bound once the column's first value has been read.
      await chosen.getByText(column, { exact: true }).waitFor();
      await untilIdle(page);
    },
    async save() {
      await page.getByTestId('save').click();
      await page.waitForURL(/labelStatus=edit/);
      await untilIdle(page);
    },
    async download() {
      const download: Promise<Download> = page.waitForEvent('download');
      await page.keyboard.press('Control+Shift+S');
      return readFile(await (await download).path(), 'utf8');
    },
    async openPrint() {
      await page.getByTestId('print').click();
      const dialog = page.getByRole('dialog').filter({ hasText: 'Preview' }).or(page.getByRole('dialog'));
      await dialog.first().waitFor();
      await untilIdle(page);
      return dialog.first();
    },
  };
}

async function fillNumber(wrapper: Locator, value: number): Promise<void> {
  const inner = wrapper.locator('input');
  const input = (await inner.count()) > 0 ? inner : wrapper;
  await input.fill(String(value));
  await input.press('Enter');
  await input.blur();
}

/** Clicks the opener of a file chooser, and chooses. */
export async function chooseFile(
  page: Page,
  button: Locator,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser: Promise<FileChooser> = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(file);
}

/** Picks from an antd select. */
export async function chooseOption(page: Page, select: Locator, option: string): Promise<void> {
  await pickOption(page, select, option);
  await untilIdle(page);
}

/** The same without waiting for the result: for tests that keep it pending. */
export async function pickOption(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
}
