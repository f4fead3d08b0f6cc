import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { createJourney } from '#tests/support/keyboard-journey.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { filePixelHash } from '#tests/support/pixel-hash.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

/** Rows name a language by its tag and by its name; the last one names none of the label. */
const ROWS = [
  ['Language', 'Name'],
  ['en', 'Tea'],
  ['pt', 'Tea'],
  ['Chinese', 'Tea'],
  ['Klingon', 'Tea'],
];

describe('a label in several languages', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;

  beforeAll(async () => {
    opened = await openParts({ viewport: { width: 1280, height: 720 } });
    ({ page, driver } = opened);
    await opened.parts.startAssistant();
    await writeFile(join(opened.folder, 'goods.xlsx'), buildXlsx([{ name: 'goods', rows: ROWS }]));
    await driver.register('linguist', 'correct horse 42');
    await driver.createLabel('Goods', { Width: 60, Height: 30 });
    await putElements(page, [createTestElement('text', { sources: [fixedText('x')], xMm: 4, yMm: 4 })]);
    await driver.bind(join(opened.folder, 'goods.xlsx'), 'goods', 'Name');
    await putElements(page, [createTestElement('text', { sources: [fixedText('Weight')], xMm: 4, yMm: 14 })]);
    await page.getByTestId('canvas-overlay').press('Escape');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const cell = (language: string): Locator => page.getByRole('textbox', { name: `${language}: Weight` });
  const shown = (): Locator => page.getByTestId('shown-language');

  async function add(language: string): Promise<void> {
    await page.getByTestId('languages-add').click();
    await page.keyboard.type(language);
    await page.keyboard.press('Enter');
    await untilIdle(page);
  }
  async function show(language: string): Promise<void> {
    await shown().click();
    await page.getByRole('menuitem', { name: language, exact: true }).click();
    await untilIdle(page);
  }
  async function saved(): Promise<{ readonly label: LabelSettings; readonly word: unknown }> {
    const { elements, label } = expectOk(readTemplate(await driver.download()));
    const [word] = elements.flatMap(contentsOf).flatMap(({ sources }) => sources.filter(({ text }) => text !== 'x'));
    return { label, word };
  }
  /** Prints all rows in a language, and returns the hash of each page. */
  async function print(language: string): Promise<readonly string[]> {
    const before = await jobsOf(opened.parts.pagesDirectory);
    const dialog = await driver.openPrint();
    await chooseOption(page, dialog.getByTestId('print-language'), language);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog
      .getByRole('button', { name: 'Print again' })
      .or(dialog.getByText('Printing is finished'))
      .first()
      .waitFor();
    await untilIdle(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const pages = await pagesOf(opened.parts.pagesDirectory, before);
    return Promise.all(pages.map(async (path) => filePixelHash(await readFile(path))));
  }

  test('gets languages and their texts in one table, as one step of undo', async () => {
    await page.getByTestId('panel-languages').click();
    await page.getByTestId('languages-empty').waitFor();
    await add('portug');
    await add('中文');
    await cell('Portuguese').fill('Peso');
    await expect.poll(() => page.getByTestId('languages-head-pt').innerText()).toContain('complete');
    await expect.poll(() => page.getByTestId('languages-head-zh').innerText()).toContain('1 missing');
    await cell('Portuguese').press('Tab');
    await page.keyboard.insertText('重量');
    await page.getByTestId('languages-save').click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const { label, word } = await saved();
    expect(label.languages).toEqual({ tags: ['en', 'pt', 'zh'] });
    expect(word).toEqual({ ...fixedText('Weight'), translations: { pt: 'Peso', zh: '重量' } });
    await page.getByTestId('canvas-overlay').press('Control+z');
    await expect.poll(() => shown().count()).toBe(0);
    await page.getByTestId('canvas-overlay').press('Control+y');
    await expect.poll(() => shown().innerText()).toBe('English');
  });

  test('is typed in the language that the canvas shows', async () => {
    await show('Portuguese');
    await page.getByTestId('canvas-overlay').press('Shift+Tab');
    await expect.poll(() => page.getByTestId('content-input').inputValue()).toBe('Peso');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('text-input').innerText()).toBe('Peso');
    await page.keyboard.type('Peso bruto');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('content-input').inputValue()).toBe('Peso bruto');
    expect((await saved()).word).toEqual({ ...fixedText('Weight'), translations: { pt: 'Peso bruto', zh: '重量' } });
    await show('English');
    await expect.poll(() => page.getByTestId('content-input').inputValue()).toBe('Weight');
    await page.getByTestId('canvas-overlay').press('Escape');
    await page.getByTestId('panel-languages').waitFor();
  });

  test('is printed in a language that is chosen for the run, or in that of each row', async () => {
    const english = await print('English');
    const portuguese = await print('Portuguese');
    expect([english.length, portuguese.length]).toEqual([4, 4]);
    expect(portuguese[0]).not.toBe(english[0]);
    await page.getByTestId('panel-languages').click();
    await chooseOption(page, page.getByTestId('languages-column'), 'By “Language”');
    await page.getByTestId('languages-save').click();
    await show('By “Language”');
    await page.getByTestId('row-next').click();
    await expect.poll(() => shown().innerText()).toBe('Portuguese');
    await page.getByTestId('row-last').click();
    await expect.poll(() => shown().innerText()).toContain('“Klingon” is not a language of this label');
    const own = await print('By “Language”');
    // The row in an unknown language is rejected, and the others have their own.
    expect(own).toHaveLength(3);
    expect([own[0], own[1]]).toEqual([english[0], portuguese[1]]);
    expect(new Set(own).size).toBe(3);
  });

  test('is translated by keyboard alone', async () => {
    const journey = await createJourney(page);
    await driver.createLabel('Keys', { Width: 60, Height: 30 });
    await putElements(page, [createTestElement('text', { sources: [fixedText('Weight')], xMm: 4, yMm: 4 })]);
    await page.getByTestId('content-input').waitFor();
    await page.getByTestId('canvas-overlay').press('Escape');
    await journey.press('Control+k');
    await page.keyboard.type('languages');
    await journey.press('Enter');
    await page.getByTestId('languages-empty').waitFor();
    await journey.goTo('Add a language');
    await page.keyboard.type('German');
    await journey.press('Enter');
    await journey.goTo(/^German: Weight/);
    await journey.write('Gewicht');
    await journey.goTo('Save');
    await journey.press('Enter');
    await journey.goTo(/^Language: English/);
    await journey.press('Enter', 'ArrowDown', 'Enter');
    await journey.isOn(/^Language: German/);
    expect((await saved()).word).toEqual({ ...fixedText('Weight'), translations: { de: 'Gewicht' } });
  });
});
