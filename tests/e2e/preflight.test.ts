import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dotsPerMm } from '#model/kernel/units.ts';
import { axeFaults } from '#tests/support/axe-faults.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn } from '#tests/support/hands.ts';
import { enterEditor, keepPictures, openProduct, SCREENSHOTS, type OpenedProduct } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

/** Large enough to cancel a check before it ends. */
const COUNT = 12_000;
/** Rows as the spreadsheet counts them. */
const REFUSED = [5, 1205];
const CUT_OFF = 9;
const EMPTY = 12;
const DPI = 300;
const WIDTH_MM = 60;
/** 60 x 40 mm, in whole dots. */
const LABEL = { width: 709, height: 472 };
/** The footer of the canvas, which says whose dots are shown. */
const HINT_PX = 60;

let opened: OpenedProduct;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openProduct({}, { viewport: { width: 1280, height: 720 } });
  ({ page, driver } = opened);
  await enterEditor(opened, 'preflight', { name: 'Checked', numbers: { Width: WIDTH_MM, Height: 40 } });
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const row = i + 2;
    const name = row === CUT_OFF ? 'far too long for this label '.repeat(6) : row === EMPTY ? '' : `Item ${row}`;
    return [REFUSED.includes(row) ? '编号' : `LW-${row}`, name];
  });
  const file = join(opened.folder, 'goods.xlsx');
  await writeFile(file, buildXlsx([{ name: 'goods', rows: [['code', 'name'], ...rows] }]));
  await driver.place('rectangle', 50, 30);
  await driver.place('barcode', 8, 4);
  await driver.bind(file, 'goods', 'code');
  await driver.place('text', 8, 24);
  await driver.bind(file, 'goods', 'name');
  await page.keyboard.press('Escape');
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('preflight');
const status = (): Locator => page.getByTestId('preflight-status');
const group = (code: string): Locator => page.locator(`[data-testid="preflight-group"][data-code="${code}"]`);
/** The fault of two rows. */
const twice = (): Locator => page.locator('[data-testid="preflight-group"][data-blocks="true"][data-count="2"]');
const button = (action: string): Locator => page.getByTestId(`action-${action}`);
const shownRow = async (): Promise<string> => (await page.getByTestId('sheet-row').innerText()).replace('row ', '');
const selected = (name: string): Promise<void> =>
  expect.poll(() => page.getByTestId('attribute-panel').innerText()).toContain(name);
const isOver = (): Promise<void> => page.locator('[data-testid="preflight"][data-phase="over"]').waitFor();

test('all rows are checked in a panel; a check is canceled and restarted by both hands', async () => {
  const done = async (): Promise<number> => Number(await panel().getAttribute('data-done'));
  for (const hand of handsOn(page)) {
    if (hand.name === 'pointer') await hand.press(button('preflight'));
    else await hand.press(page.getByTestId('preflight-again'));
    await expect.poll(() => status().textContent()).toMatch(/^[\d,]+ of 12,000 rows checked/);
    await hand.press(page.getByTestId('preflight-cancel'), 'while pending');
    await status().getByText('The check was canceled.').waitFor();
    const stopped = await done();
    expect(stopped).toBeGreaterThan(0);
    expect(stopped).toBeLessThan(COUNT);
  }
  await page.getByTestId('preflight-again').click();
  await isOver();
  await status().getByText('12,000 of 12,000 rows checked. 3 labels would not be printed.').waitFor();
  await expect.poll(() => page.getByTestId('preflight-badge').getAttribute('data-count')).toBe('3');
  const said = await page
    .getByTestId('preflight-group')
    .evaluateAll((lines) =>
      lines.map(({ dataset }) => [dataset['code'], dataset['blocks'], dataset['count']].join(' ')),
    );
  expect(said).toEqual(
    expect.arrayContaining(['text.cutOff true 1', 'preflight.beyondLabel false 12000', 'preflight.empty false 1']),
  );
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colors change from one theme to the other within two frames, and fade there.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await axeFaults(page), colorScheme).toEqual([]);
    await page.screenshot({ path: join(SCREENSHOTS, `preflight ${colorScheme}.png`) });
  }
});

test('a finding leads to its row and element, by pointer and by keyboard', async () => {
  await group('text.cutOff').click();
  await expect.poll(shownRow).toBe(String(CUT_OFF));
  await selected('Text1');
  // The rows of a finding: expanded, and the second one pressed.
  await twice().getByTestId('preflight-toggle').click();
  await page.locator('[data-testid="preflight-row"][data-row="1205"]').click();
  await expect.poll(shownRow).toBe('1205');
  await selected('Barcode1');
  await twice().getByTestId('preflight-toggle').click();
  await page.getByTestId('preflight-row').first().waitFor({ state: 'detached' });

  // By keyboard: to the first finding, its rows expanded, the first row, the last line, and the rows collapsed again.
  const list = page.getByTestId('preflight-list');
  await page.getByTestId('preflight-again').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(shownRow).toBe('5');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('preflight-row').first().waitFor({ state: 'detached' });
});

/** Position of the label on the canvas, and size of a dot there. */
async function dotsOnScreen(): Promise<{
  left: number;
  top: number;
  dotPx: number;
  widthPx: number;
  heightPx: number;
}> {
  const canvas = await page.getByTestId('canvas-overlay').boundingBox();
  if (canvas === null) throw new Error('no canvas');
  const part = (axis: 'x' | 'y', name: string): Promise<number> =>
    page.locator(`.ed-ruler-${axis} .ed-ruler-label`).evaluate((rect, of) => Number(rect.getAttribute(of)), name);
  return {
    left: await part('x', 'x'),
    top: await part('y', 'y'),
    dotPx: (await part('x', 'width')) / (WIDTH_MM * dotsPerMm(DPI)),
    widthPx: canvas.width,
    heightPx: canvas.height,
  };
}

/** The numbers of the ruler above, with their positions. */
const numbersAbove = (): Promise<(readonly [number, number])[]> =>
  page
    .locator('.ed-ruler-x .ed-ruler-text')
    .evaluateAll((texts) =>
      texts.map((text) => [Number(text.textContent), Number(text.getAttribute('x')) - 3] as const),
    );

test('as printed: the dots of the exact printed page, with rulers that count them', async () => {
  // The code in the center, of a printed row.
  await twice().click();
  const rowField = page.getByTestId('row-label').locator('input');
  await rowField.fill('29');
  await rowField.press('Enter');
  await expect.poll(shownRow).toBe('30');
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Shift+2');
  await page.keyboard.press('Escape');
  const hint = page.getByTestId('as-printed');
  const [pointer, keyboard] = handsOn(page);
  await pointer?.press(button('asPrinted'));
  await hint.waitFor();
  await keyboard?.press(button('asPrinted'));
  await hint.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.ed-ruler-x').getAttribute('data-unit')).toBe('mm');
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Alt+Shift+P');
  await hint.getByText(`Folder · 300 dpi · ${LABEL.width} × ${LABEL.height} dots`).waitFor();
  await expect.poll(() => page.locator('.ed-ruler-x').getAttribute('data-unit')).toBe('dots');
  // Only the label on the canvas, as large as possible.
  await page.getByTestId('grades-shown').click();
  await page.getByTestId('zoom').click();
  await page.getByRole('menuitem', { name: '500%' }).click();
  await page.locator('[data-testid="as-printed"][data-shown="true"]').waitFor();
  const { left, top, dotPx, widthPx, heightPx } = await dotsOnScreen();
  for (const [number, at] of await numbersAbove()) expect(at).toBeCloseTo(left + number * dotPx, 3);
  const seen = PNG.sync.read(await page.getByTestId('canvas-overlay').screenshot());
  await page.screenshot({ path: join(SCREENSHOTS, 'as printed.png') });

  // The print dialog opens at the row on the canvas; that row is printed.
  const row = await shownRow();
  const directory = join(opened.product.dataDirectory, 'assistant/pages');
  const before = await jobsOf(directory);
  const dialog = await driver.openPrint();
  await dialog.getByText(`Row ${row}`, { exact: true }).first().waitFor();
  await dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' }).getByText('Chosen rows').click();
  await dialog.getByRole('textbox', { name: 'Chosen rows' }).fill(row);
  await dialog.getByText('1 label on 1 page').first().waitFor();
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await dialog.getByText('Printing is finished').waitFor();
  const [path = ''] = await pagesOf(directory, before);
  const printed = PNG.sync.read(await readFile(path));
  expect([printed.width, printed.height]).toEqual([LABEL.width, LABEL.height]);

  // The hint and the edges of the canvas are left out.
  let [compared, ink, differing] = [0, 0, 0];
  for (let y = 0; y < printed.height; y++) {
    const atY = Math.floor(top + (y + 0.5) * dotPx);
    if (atY < 1 || atY >= heightPx - HINT_PX) continue;
    for (let x = 0; x < printed.width; x++) {
      const atX = Math.floor(left + (x + 0.5) * dotPx);
      if (atX < 1 || atX >= widthPx - 1) continue;
      const isInk = printed.data[4 * (y * printed.width + x)] === 0;
      const isDark = (seen.data[4 * (atY * seen.width + atX)] ?? 0) < 128;
      compared++;
      ink += Number(isInk);
      differing += Number(isInk !== isDark);
    }
  }
  expect(compared).toBeGreaterThan(20_000);
  expect(ink).toBeGreaterThan(1_000);
  expect(differing).toBe(0);
});
