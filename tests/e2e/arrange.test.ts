import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
/** The centers of three rectangles on the screen: two side by side, the third further right. */
const middles: { x: number; y: number }[] = [];

beforeAll(async () => {
  opened = await openEditor('arranger', {}, { name: 'Arranged', numbers: { Width: 200, Height: 120 } });
  ({ page, driver } = opened);
  for (const [x, y] of [
    [2, 10],
    [66, 10],
    [136, 11],
  ] as const) {
    await driver.place('rectangle', x, y);
    middles.push(await middleOfSelection());
  }
});
afterAll(() => opened?.close());
keepPictures(() => page);

async function middleOfSelection(): Promise<{ x: number; y: number }> {
  const box = await page.locator('.ed-selection-box').boundingBox();
  if (box === null) throw new Error('nothing is selected');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The values of an attribute in the file, object by object; of `FileInfo` too. */
async function said(name: string): Promise<readonly string[]> {
  const file = await driver.download();
  return [...file.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

/** Presses inside the border of a rectangle: its inside is empty and counts as well. */
const at = (i: number): readonly [number, number] => [middles[i]?.x ?? NaN, middles[i]?.y ?? NaN];
async function selected(): Promise<number> {
  const parts = page.locator('.ed-selection-part');
  // One path has the outlines of all, each from its own start.
  if ((await parts.count()) > 0) return (await parts.getAttribute('d'))?.match(/M/g)?.length ?? 0;
  return page.locator('.ed-selection-box').count();
}

async function pull(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 2 });
  await page.mouse.move(...to, { steps: 2 });
}

test('groups: created, entered and left by pointer and by keys, kept in the file, ungrouped', async () => {
  await page.keyboard.press('Escape');
  await page.mouse.click(...at(0));
  await page.keyboard.down('Shift');
  await page.mouse.click(...at(1));
  await page.keyboard.up('Shift');
  await page.keyboard.press('Control+g');
  const paths = await said('GroupPath');
  expect(paths).toHaveLength(2);
  expect(new Set(paths).size).toBe(1);

  await page.keyboard.press('Escape');
  await page.mouse.click(...at(0));
  expect(await selected()).toBe(2);
  await page.mouse.dblclick(...at(0));
  expect(await selected()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await selected()).toBe(2);
  await page.keyboard.press('Enter');
  expect(await selected()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await selected()).toBe(1);
  await page.keyboard.press('Shift+Tab');
  expect(await selected()).toBe(2);
  await page.keyboard.down('Control');
  await page.mouse.click(...at(1));
  await page.keyboard.up('Control');
  expect(await selected()).toBe(1);

  await page.mouse.click(...at(1), { button: 'right' });
  await page.getByTestId('context-menu').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(...at(1), { button: 'right' });
  await page.getByTestId('context-menu').getByRole('menuitem', { name: 'Ungroup' }).click();
  expect(await said('GroupPath')).toEqual([]);
  await page.keyboard.press('Control+z');
  expect(await said('GroupPath')).toEqual(paths);
});

test('equal gaps while dragging, none with Ctrl; Alt shows the distance of a neighbor', async () => {
  await page.keyboard.press('Control+Shift+g');
  await page.keyboard.press('Escape');
  const [first, second, third] = middles as [
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
  ];
  const to = [second.x + (second.x - first.x) + 2, third.y] as const;
  await pull([third.x, third.y], to);
  const numbers = page.getByTestId('span-marks').locator('text');
  await expect.poll(() => numbers.allTextContents()).toContain('3.88');
  await expect.poll(async () => (await numbers.allTextContents()).filter((text) => text === '3.88')).toHaveLength(2);
  await page.screenshot({ path: join(SCREENSHOTS, 'equal gaps.png') });
  await page.keyboard.down('Control');
  await page.mouse.move(to[0] + 1, to[1]);
  await expect.poll(() => numbers.count()).toBe(0);
  await page.keyboard.up('Control');
  await page.mouse.move(...to);
  await page.mouse.up();

  await page.mouse.move(first.x, first.y);
  await page.keyboard.down('Alt');
  await expect.poll(() => numbers.count()).toBeGreaterThan(0);
  await page.screenshot({ path: join(SCREENSHOTS, 'distances.png') });
  await page.keyboard.up('Alt');
  await expect.poll(() => numbers.count()).toBe(0);
});

test('guides: out of a ruler, by number, locked, and back', async () => {
  const canvas = await page.getByTestId('canvas-overlay').boundingBox();
  if (canvas === null) throw new Error('there is no canvas');
  const ruler = [canvas.x + 300, canvas.y - 12] as const;
  const guides = page.getByTestId('ruler-guide');
  await pull(ruler, [canvas.x + 320, canvas.y + 400]);
  await page.screenshot({ path: join(SCREENSHOTS, 'guide pulled.png') });
  await page.mouse.up();
  await expect.poll(() => guides.count()).toBe(1);
  expect((await said('Guides'))[0]).toMatch(/^y\d+(\.\d+)?$/);

  await page.mouse.dblclick(canvas.x + 40, canvas.y + 400);
  const dialog = page.getByTestId('guides-dialog');
  await dialog.getByTestId('guide-position').first().waitFor();
  // The position of the pressed guide is ready for typing.
  await page.keyboard.type('25.5');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => said('Guides')).toEqual(['y25.5']);

  await page.keyboard.press('Shift+g');
  await dialog.getByTestId('new-guide-position').fill('40');
  await dialog.getByTestId('new-guide-position').press('Enter');
  await expect.poll(() => guides.count()).toBe(2);
  await page.screenshot({ path: join(SCREENSHOTS, 'guides dialog.png') });
  await dialog.getByRole('button', { name: 'Delete guide 1' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Lock guides' }).press('Space');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await said('Guides')).toEqual(['x40']);
  await untilIdle(page);
  await expect.poll(() => page.locator('[data-ruler-guide]').count()).toBe(0);
  await page.keyboard.press('Alt+Shift+l');
  const strip = await page.locator('[data-ruler-guide]').boundingBox();
  if (strip === null) throw new Error('the guide is not shown');
  await pull([strip.x + strip.width / 2, canvas.y + 450], [canvas.x - 10, canvas.y + 450]);
  await page.mouse.up();
  await untilIdle(guides);
  await expect.poll(() => guides.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => guides.count()).toBe(1);
  await page.keyboard.press('Alt+Shift+g');
  await untilIdle(guides);
  await expect.poll(() => guides.count()).toBe(0);
});
