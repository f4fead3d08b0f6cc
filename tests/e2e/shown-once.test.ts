import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const CHINESE = 'Code 128 cannot hold Chinese characters';
const EMPTY = 'Code 128: there is no data.';

/** How often one problem is reported to a user. Each test continues from the last. */
describe('every problem is reported once', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let panel: Locator;
  let folder: string;
  let template = '';
  /** Opens files; the label of the other tests has a page of its own. */
  let other: Page;

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver, folder } = opened);
    await writeFile(join(folder, 'codes.csv'), 'code\n12345\n标签\n');
    await writeFile(join(folder, 'others.csv'), 'name\nAnna\n');
    await writeFile(
      join(folder, 'noise.png'),
      createPng(60, 48, (x, y) => [(x * 7919 + y * 104729) % 256, (x * y * 31) % 256, (x * 17) % 256, 255]),
    );
    panel = page.getByTestId('attribute-panel');
    await driver.register('olga', 'correct horse battery');
    await driver.createLabel('Once');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function deselect(): Promise<void> {
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Escape');
    await panel.locator('.ed-facts').waitFor();
  }

  test('of a selected invalid code the panel gives the reason and the toast its message and the reason, and nothing repeats them', async () => {
    await driver.place('barcode', 10, 20);
    const content = page.locator('[data-content-field] textarea').first();
    await content.fill('标签');
    await page.locator('.ant-message').getByText(`The barcode could not be made: ${CHINESE}`).waitFor();
    await panel.getByText(CHINESE).waitFor();
    expect(await timesShown(page, CHINESE)).toBe(2);
    expect(await timesShown(page, 'The barcode could not be made')).toBe(1);
    await expect.poll(() => page.getByTestId('problem-count').textContent()).toBe('1 element cannot be printed');

    await content.fill('');
    await page.locator('.ant-message').getByText('The barcode has no data').waitFor();
    expect(await timesShown(page, EMPTY)).toBe(1);
  });

  test('the count and the badge lead to the element, by mouse and by keyboard', async () => {
    for (const lead of [
      () => page.getByTestId('problem-count').click(),
      () => page.getByTestId('problem-count').press('Enter'),
      () => page.getByTestId('problem-badge').click(),
    ]) {
      await deselect();
      expect(await timesShown(page, EMPTY)).toBe(0);
      await lead();
      await panel.getByText(EMPTY).waitFor();
      expect(await timesShown(page, EMPTY)).toBe(1);
    }
  });

  test('a code that a line covers: its badge shows the grade and leads to the panel, which gives the reason', async () => {
    const covered = 'Another element covers the code.';
    await page.locator('[data-content-field] textarea').first().fill('0123456789');
    await driver.place('line', 10, 25);
    const badge = page.getByRole('button', { name: 'Barcode1, Code 128: Grade F', exact: true });
    await badge.waitFor();
    expect(await timesShown(page, covered)).toBe(0);
    await expect.poll(() => page.getByTestId('problem-count').textContent()).toBe('1 element cannot be printed');
    for (const lead of [() => badge.click(), () => badge.press('Enter')]) {
      await deselect();
      await lead();
      await panel.getByText(covered).waitFor();
      expect(await timesShown(page, covered)).toBe(1);
    }
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await page.getByRole('button', { name: 'Barcode1, Code 128: Grade A', exact: true }).waitFor();
  });

  test('a row with a wrong code, nothing selected: the toast alone gives the reason', async () => {
    await page.getByRole('button', { name: 'Barcode1, Code 128: Grade A', exact: true }).click();
    await driver.bind(join(folder, 'codes.csv'), 'Sheet1', 'code');
    await deselect();
    await page.getByTestId('row-next').click();
    await page.locator('.ant-message').getByText(`The barcode could not be made: Barcode1: ${CHINESE}`).waitFor();
    expect(await timesShown(page, CHINESE)).toBe(1);
    await page.locator('.ant-message-notice').first().waitFor({ state: 'detached' });
    expect(await timesShown(page, CHINESE)).toBe(0);
    // In a small window there is little room next to the rows' buttons: the words of the count stay on one line.
    await setWindowSize(page, { width: 1024, height: 768 });
    await untilIdle(page);
    await expect
      .poll(async () => (await page.getByTestId('problem-count').locator('span').boundingBox())?.height)
      .toBeLessThan(24);
    await setWindowSize(page, { width: 1280, height: 800 });
  });

  test('a rejected row is reported once in the print dialog, and so is the missing assistant', async () => {
    const dialog = await driver.openPrint();
    await dialog.getByText('Please install and start the print assistant').waitFor();
    // It opens at the row on the canvas.
    await dialog.getByText(CHINESE).waitFor();
    expect(await timesShown(page, CHINESE)).toBe(1);
    expect(await timesShown(page, 'Please install and start the print assistant')).toBe(1);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a column that another file lacks is reported in the panel, with the element or with the spreadsheets', async () => {
    const lacking = /The sheet has no column “code”/;
    template = await driver.download();
    await driver.save();
    await forgetSpreadsheets(page);
    await page.reload();
    const missing = /“codes\.csv” is not on this device/;
    await panel.getByTestId('missing-spreadsheet').waitFor();
    expect(await timesShown(page, missing)).toBe(1);
    await page.getByTestId('problem-count').click();
    await panel.getByTestId('missing-spreadsheet').waitFor();
    expect(await timesShown(page, missing)).toBe(1);

    await chooseFile(page, panel.getByRole('button', { name: 'Choose it again…' }), join(folder, 'others.csv'));
    await page.getByRole('button', { name: 'Use this file' }).click();
    await panel.getByText(lacking).waitFor();
    expect(await timesShown(page, lacking)).toBe(1);
    await deselect();
    expect(await timesShown(page, lacking)).toBe(1);
    await expect.poll(() => page.getByTestId('problem-count').textContent()).toBe('1 element cannot be printed');
  });

  test('a spreadsheet that two sources of one content need is requested once', async () => {
    const twice = template.replace(/(<DataSource\b[^>]*codes\.csv[^>]*?)\/?>(<\/DataSource>)?/, '$1/>$1/>');
    expect(twice.match(/<DataSource\b[^>]*codes\.csv/g)).toHaveLength(2);
    await writeFile(join(folder, 'twice.tprt'), twice);
    other = await opened.context.newPage();
    await other.goto(`${opened.parts.address}/index`);
    await chooseFile(other, other.getByRole('button', { name: /Open file/ }), join(folder, 'twice.tprt'));
    await other.getByTestId('problem-count').click();
    await other.getByTestId('choose-spreadsheet').waitFor();
    expect(await timesShown(other, /“codes\.csv” is not on this device/)).toBe(1);
  });

  test('an unknown source is reported once, selected or not, alone or with others', async () => {
    const unknown = /data source that this version cannot read/;
    const odd = '<DataSource DataSourceType="33" NormalText="odd"/>';
    // Labels of different sizes, as unsaved work is found again by name and size.
    for (const [name, widthMm, before] of [
      ['alone', 101, ''],
      ['second', 102, '<DataSource DataSourceType="0" NormalText="known"/>'],
    ] as const) {
      const list = `<DataSourceList>${before}${odd}</DataSourceList>`;
      const file = template
        .replace(/<DataSourceList>[\s\S]*?<\/DataSourceList>/, list)
        .replace(/(<FileInfo\b[^>]* Width=)"[^"]*"/, `$1"${widthMm}"`);
      await writeFile(join(folder, `${name}.tprt`), file);
      await other.goto(`${opened.parts.address}/index`);
      await chooseFile(other, other.getByRole('button', { name: /Open file/ }), join(folder, `${name}.tprt`));
      await other.getByTestId('unknown-notice').getByRole('button').click();
      await other.getByTestId('problem-count').click();
      await other.getByTestId('attribute-panel').getByText(unknown).waitFor();
      expect(await timesShown(other, unknown), name).toBe(1);
    }
    await other.getByTestId('source-list').getByRole('option').nth(1).click();
    await other.getByTestId('unknown-source').getByText('odd').waitFor();
    expect(await timesShown(other, unknown)).toBe(1);
    await other.close();
  });

  test('an image above the limit of the server is rejected with its message, on every attempt', async () => {
    await page.route('**/getConfiguration*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, image_size: 1 } } });
    });
    const words = 'The image must not be larger than 1 KB';
    const before = await driver.download();
    for (let i = 0; i < 2; i++) {
      const asked = page.waitForResponse('**/getConfiguration*');
      await chooseFile(page, page.getByTestId('palette-image'), join(folder, 'noise.png'));
      await asked;
      await page.locator('.ant-message').getByText(words, { exact: true }).first().waitFor();
    }
    expect(await timesShown(page, words)).toBe(1);
    expect(await driver.download()).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
    await chooseFile(page, page.getByTestId('palette-image'), join(folder, 'noise.png'));
    await panel
      .getByText(/^Image\d/)
      .first()
      .waitFor();
  });

  test('a save that fails three times is reported once, and the end of the session only by its dialog', async () => {
    await page.route('**/interface/**', (route) => route.abort());
    const unreachable = 'The server cannot be reached';
    for (let i = 0; i < 3; i++) {
      await page.getByTestId('save').click();
      await page.locator('.ant-message').getByText(unreachable).first().waitFor();
    }
    expect(await timesShown(page, unreachable)).toBe(1);
    await page.unroute('**/interface/**');
    await opened.context.clearCookies();
    await page.getByTestId('save').click();
    const again = page.getByRole('dialog');
    await again.waitFor();
    await untilIdle(page);
    await expect.poll(() => page.locator('.ant-message').getByText(/sign/i).count()).toBe(0);
    await page.locator('.ant-message-notice').first().waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  });
});

/**
 * Number of places with this text, each by its innermost element: visible on the page, shown when the pointer rests on
 * something, or announced by a screen reader only. The list of elements, which describes each focused one, is not
 * counted.
 */
function timesShown(page: Page, text: string | RegExp): Promise<number> {
  const { source } = typeof text === 'string' ? new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text;
  return page.evaluate((pattern) => {
    const wanted = new RegExp(pattern);
    const says = (said: string | null): boolean => said !== null && wanted.test(said);
    const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const all = [...document.body.querySelectorAll('*')].filter(
      (element) => element.closest('.ed-spoken-list') === null,
    );
    return all.reduce((count, element) => {
      const isShown =
        element.localName === 'title'
          ? says(element.textContent)
          : isSeen(element) &&
            says(element.textContent) &&
            ![...element.children].some((child) => says(child.textContent));
      const hints = ['title', 'aria-label', 'aria-description'].filter((name) => says(element.getAttribute(name)));
      return count + (isShown ? 1 : 0) + hints.length;
    }, 0);
  }, source);
}

/** The state of another device: the template is on the server, its spreadsheet is not here. */
function forgetSpreadsheets(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const [own] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('labelwright-'));
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(own?.name ?? '');
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const clearing = opening.result.transaction('spreadsheets', 'readwrite').objectStore('spreadsheets').clear();
        clearing.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      });
    });
  });
}
