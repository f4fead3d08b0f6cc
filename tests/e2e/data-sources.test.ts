import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('sources', { permissions: ['clipboard-read', 'clipboard-write'] });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const kinds = (): Locator => panel().getByTestId('source-kind');
const entries = (): Locator => panel().getByRole('listbox', { name: 'Data sources' });
const content = (): Locator => panel().getByTestId('content-input');
const tool = (name: 'add' | 'remove' | 'up' | 'down'): Locator => panel().getByTestId(`source-${name}`);
const chosen = (): Locator => entries().locator('[aria-selected=true]');

async function inOrder(...words: readonly string[]): Promise<void> {
  await expect.poll(() => entries().getByRole('option').allInnerTexts()).toEqual(words);
}

/** The sources of the objects of a type in the file, in order. */
async function sourcesInFile(type: string): Promise<readonly string[]> {
  const file = await driver.download();
  return [...file.matchAll(/<Object ([^>]*)>(.*?)<\/Object>/gs)]
    .filter(([, attributes]) => attributes?.includes(`Type="${type}"`))
    .flatMap(([, , children = '']) => [...children.matchAll(/<DataSource ([^>]*)\/>/g)])
    .map(([, attributes = '']) => {
      const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      return [of('DataSourceType'), of('NormalText'), of('InitialValue')].filter(Boolean).join(' ');
    });
}

/** Presses outside the label: nothing is selected, and keys go to the canvas. */
async function leave(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
}

async function selectFirst(name: string): Promise<void> {
  await leave();
  await page.keyboard.press('Tab');
  await panel().getByText(name, { exact: true }).first().waitFor();
  // From the canvas, the Tab key would move to the next element.
  await tool('add').focus();
}

async function empty(): Promise<void> {
  await leave();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

describe.each(handNames('data-sources'))('the list of data sources, with the %s', (name) => {
  let hand: Hand;
  beforeAll(async () => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    await empty();
  });

  /** Adds, moves and removes; the content is `A` before, and ends as a running number before `A`. */
  async function workOnList(): Promise<void> {
    await untilIdle(entries());
    await expect.poll(() => entries().count()).toBe(0);
    await hand.press(tool('add'));
    await inOrder('A', '(empty)');
    await hand.choose(kinds(), 'Sequence');
    await inOrder('A', '1…');
    await hand.press(tool('add'));
    await hand.type(content(), 'C');
    await inOrder('A', '1…', 'C');
    await hand.press(tool('up'));
    await inOrder('A', 'C', '1…');
    await hand.press(tool('up'));
    await inOrder('C', 'A', '1…');
    // It cannot move further up: the button is disabled, and pressing it does nothing.
    await tool('up').and(page.locator(':disabled, [aria-disabled=true]')).waitFor();
    if (name === 'keyboard') await tool('up').press('Enter');
    else await tool('up').click({ force: true });
    await hand.press(tool('down'));
    await inOrder('A', 'C', '1…');
    await hand.press(tool('remove'));
    await inOrder('A', '1…');
    await expect.poll(() => chosen().innerText()).toBe('1…');
    await hand.press(tool('up'));
    await inOrder('1…', 'A');
  }

  test.each(
    // All three have the same list.
    drawnOf('list of data sources', [
      ['text', 'Text'],
      ['barcode', 'Barcode'],
      ['qrcode', 'QRcode'],
    ] as const),
  )(`sources of a %s are added, moved and removed (${name})`, async (type, inFile) => {
    await driver.place(type, 10, 10);
    await hand.type(content(), 'A');
    await workOnList();
    expect(await sourcesInFile(inFile)).toEqual(['2 1', '0 A']);
    if (name === 'keyboard') {
      // The list itself handles the keys.
      await entries().focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Alt+ArrowUp');
      await inOrder('A', '1…');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await entries().waitFor({ state: 'detached' });
      await expect.poll(() => content().inputValue()).toBe('A');
      await expect.poll(() => tool('add').evaluate((button) => button === document.activeElement)).toBe(true);
    } else {
      await entries().getByRole('option', { name: 'A' }).click();
      await expect.poll(() => content().inputValue()).toBe('A');
    }
    await empty();
  });

  test(`a table cell has the list, and cannot show another element (${name})`, async () => {
    await driver.place('table', 10, 10);
    const frame = (await page.locator('.ed-selection-box').last().boundingBox()) ?? expect.fail();
    await page.mouse.click(frame.x + frame.width / 4, frame.y + frame.height / 4);
    await panel().getByText('Cell 1, 1').or(content()).first().waitFor();
    // Tab moves to the next cell: F6 leaves the cells.
    if (name === 'keyboard') await page.keyboard.press('F6');
    await hand.type(content(), 'A');
    await workOnList();
    await kinds().click();
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await options.first().waitFor();
    const offered = await options.allInnerTexts();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    expect(offered).toContain('Sequence');
    expect(offered).not.toContain('Element');
    expect((await sourcesInFile('Table')).slice(0, 2)).toEqual(['2 1', '0 A']);
    await empty();
  });

  test(`an element shows the value of another one, which cannot be a reference itself (${name})`, async () => {
    await driver.place('text', 10, 10);
    await hand.type(content(), 'first');
    await driver.place('qrcode', 60, 10);
    await hand.type(content(), 'own text');
    await hand.choose(kinds(), 'Element');
    await panel().getByText('Choose the element whose value is shown here.').waitFor();
    await hand.choose(panel().getByTestId('data-element'), 'Text1');
    await panel().getByText('The content follows the other element.').waitFor();
    expect(await sourcesInFile('QRcode')).toEqual(['3 own text']);

    // An element that is shown elsewhere cannot be a reference itself.
    await selectFirst('Text1');
    await hand.choose(kinds(), 'Sequence');
    await hand.choose(kinds(), 'Element');
    await page.getByText('Another element already takes its content from this one').waitFor();
    await expect.poll(() => content().inputValue()).toBe('first');
  });

  test(`an element that another shows is deleted only after a question (${name})`, async () => {
    const question = page.getByRole('dialog').filter({ hasText: 'Other elements take their content from this one' });
    const canvas = page.locator('.ed-canvas');
    const ways = {
      key: () => page.keyboard.press('Delete'),
      cut: () => page.keyboard.press('Control+x'),
      menu: async () => {
        const frame = (await page.locator('.ed-selection-box').last().boundingBox()) ?? expect.fail();
        await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2, { button: 'right' });
        await page
          .getByTestId('context-menu')
          .getByRole('menuitem', { name: /^Delete/ })
          .click();
      },
    };
    for (const way of Object.values(ways)) {
      await canvas.focus();
      await way();
      await question.getByText('QR code 1').waitFor();
      await hand.press(question.getByRole('button', { name: 'Cancel' }));
      await question.waitFor({ state: 'hidden' });
      expect(await sourcesInFile('Text')).toEqual(['0 first']);
    }
    await canvas.focus();
    await ways.key();
    await question.waitFor();
    await hand.press(question.getByRole('button', { name: 'Delete' }));
    await question.waitFor({ state: 'hidden' });
    expect(await sourcesInFile('Text')).toEqual([]);
    expect(await sourcesInFile('QRcode')).toEqual(['0 own text']);
    await canvas.focus();
    await page.keyboard.press('Control+z');
    expect(await sourcesInFile('Text')).toEqual(['0 first']);
    expect(await sourcesInFile('QRcode')).toEqual(['3 own text']);
    await empty();
  });
});

test('the result of loading a spreadsheet is reported, whether it is valid or not', async () => {
  const good = join(opened.folder, 'goods.csv');
  const bad = join(opened.folder, 'bad.xlsx');
  await writeFile(good, 'Code,Name\n1,Tea\n2,Salt\n');
  await writeFile(bad, 'PK\u0003\u0004 no workbook');
  await driver.place('text', 10, 10);
  await content().fill('typed');
  await chooseOption(page, kinds(), 'Spreadsheet');
  for (const [path, notice] of [
    [bad, 'The spreadsheet is not valid or empty: '],
    [good, 'The spreadsheet is loaded'],
  ] as const) {
    const chooser: Promise<FileChooser> = page.waitForEvent('filechooser');
    await panel().getByTestId('choose-spreadsheet').click();
    await (await chooser).setFiles(path);
    await page.locator('.ant-message').getByText(notice).waitFor();
  }
  // The first sheet and its first column.
  await panel().getByTestId('data-column').getByText('Code', { exact: true }).waitFor();
  await chooseOption(page, kinds(), 'Fixed');
  await expect.poll(() => content().inputValue()).toBe('typed');

  // The element that is shown elsewhere is offered with its text on the label on the canvas.
  await chooseOption(page, kinds(), 'Spreadsheet');
  await panel().getByTestId('data-column').getByText('Code', { exact: true }).waitFor();
  await driver.place('qrcode', 60, 10);
  await chooseOption(page, kinds(), 'Element');
  await panel().getByTestId('data-element').click();
  await page.locator('.ant-select-dropdown:visible').getByText('Text1 · 1').click();
  await page.getByTestId('row-next').click();
  await panel().getByTestId('data-element').getByText('Text1 · 2').waitFor();
});
