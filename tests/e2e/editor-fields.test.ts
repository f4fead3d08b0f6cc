import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('editor-fields');
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const overlay = (): Locator => page.getByTestId('canvas-overlay');

/** Drags from the center of an element, and releases unless requested otherwise. */
async function dragFrom(what: Locator, dx: number, dy: number, release = true): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  if (release) await page.mouse.up();
}

async function typeInto(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.press('Control+a');
  await input.pressSequentially(text);
  await input.press('Enter');
}

beforeEach(async () => {
  await overlay().focus();
  // Leaves a cell first, which Delete would only empty.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByText('Label settings', { exact: false }).first().waitFor();
});

test('the panel of a text changes its file and its picture, and undo reverts one change after the other', async () => {
  const picture = (): Promise<Buffer> => page.locator('.ed-picture').screenshot();
  const field = (label: string): Locator => page.getByTestId('attribute-panel').getByLabel(label, { exact: true });
  await driver.place('text', 20, 20);
  const before = await picture();
  await typeInto(field('Prefix'), 'No. ');
  await typeInto(field('Font size'), '24.4');
  expect(await driver.download()).toMatch(
    / FontSize="24.4"[^>]* TextPrefix="No. "| TextPrefix="No. "[^>]* FontSize="24.4"/,
  );
  await untilIdle(page);
  await expect.poll(async () => before.equals(await picture())).toBe(false);
  await overlay().focus();
  await page.keyboard.press('Control+z');
  const undone = await driver.download();
  expect(undone).toContain(' TextPrefix="No. "');
  expect(undone).not.toContain(' FontSize="24.4"');
  await page.keyboard.press('Control+z');
  expect(await driver.download()).not.toContain(' TextPrefix="No. "');
});

test('a table: typing over cells, Tab from cell to cell, dragging lines, splitting merged cells only', async () => {
  await driver.place('table', 15, 15);
  await overlay().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Tea');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4.50');
  await page.keyboard.press('Escape');
  // Typing replaces a selected cell, also with a letter that is a shortcut elsewhere; Shift+Tab goes back.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Rooibos');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.type('?');
  await page.keyboard.press('Escape');
  const typed = await driver.download();
  for (const text of ['Rooibos', '4.50', '?']) expect(typed).toContain(`NormalText="${text}"`);
  expect(typed).not.toContain('Tea');

  const line = page.locator('.ed-table-line[style*="col-resize"]').first();
  const widths = async (): Promise<readonly number[]> =>
    (/CellWidth="([^"]*)"/.exec(await driver.download())?.[1] ?? '').split(',').map(Number);
  const before = await widths();
  await dragFrom(line, 40, 0, false);
  await page.screenshot({ path: join(SCREENSHOTS, 'table line dragged.png') });
  await page.mouse.up();
  const after = await widths();
  expect(after[0]).toBeGreaterThan((before[0] ?? 0) + 3);
  expect((after[0] ?? 0) + (after[1] ?? 0)).toBeCloseTo((before[0] ?? 0) + (before[1] ?? 0), 2);

  const split = page.getByTestId('action-splitCell');
  await untilIdle(split);
  await expect.poll(() => split.count()).toBe(0);
  await page.keyboard.press('Escape');
  await overlay().focus();
  const cells = page.getByTestId('chosen-cell');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await cells.first().waitFor();
  const box = await cells.first().boundingBox();
  if (box === null) throw new Error('no chosen cell');
  await page.keyboard.press('Escape');
  if ((await cells.count()) === 0) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await cells.first().waitFor();
  }
  await page.keyboard.down('Shift');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 1.5);
  await page.keyboard.up('Shift');
  await expect.poll(() => cells.count()).toBe(2);
  await page.getByTestId('action-mergeCells').click();
  await split.click();
  await split.waitFor({ state: 'detached' });
});

test('the first tour shows the screen it describes, in the width that the language needs', async () => {
  await page.getByTestId('help').click();
  await page.getByText('Editing guide').click();
  const picture = page.getByTestId('guide-picture-welcome');
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(270);
  const isThere = (image: Element): boolean => image instanceof HTMLImageElement && image.naturalWidth === 1280;
  await expect.poll(() => picture.locator('img').evaluate(isThere)).toBe(true);
  await page.getByTestId('guide-next').click();
  await page.getByTestId('guide-picture-tools').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'guide with pictures.png'), animations: 'disabled' });
  await page.getByTestId('guide-skip').click();
});
