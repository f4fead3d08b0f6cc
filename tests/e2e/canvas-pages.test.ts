import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  opened = await openEditor('pages', {}, { name: 'Pages' });
  ({ page, driver, folder } = opened);
  await writeFile(
    join(folder, 'one.png'),
    createPng(40, 32, (x) => (x < 20 ? [255, 200, 200, 255] : [255, 255, 255, 255])),
  );
  await writeFile(
    join(folder, 'two.png'),
    createPng(40, 32, (_x, y) => (y < 16 ? [200, 200, 255, 255] : [255, 255, 255, 255])),
  );
});
afterAll(() => opened?.close());
keepPictures(() => page);

const infoOf = (file: string, name: string): string =>
  new RegExp(`<FileInfo[^>]* ${name}="([^"]*)"`).exec(file)?.[1] ?? '';

test('several backgrounds are uploaded, and one is selected below the canvas', async () => {
  await driver.place('rectangle', 10, 10);
  await page.keyboard.press('Escape');
  await page.getByTestId('attribute-panel').getByRole('button', { name: 'Label settings' }).click();
  const dialog = page.getByRole('dialog');
  const picker = dialog.locator('input[type=file]');
  await picker.setInputFiles(join(folder, 'one.png'));
  await dialog.getByRole('button', { name: 'Add another' }).waitFor();
  await picker.setInputFiles(join(folder, 'two.png'));
  const thumbs = dialog.getByRole('radiogroup', { name: 'Backgrounds' }).getByRole('radio');
  await thumbs.nth(1).waitFor();
  await expect.poll(() => thumbs.nth(1).getAttribute('aria-checked')).toBe('true');
  await page.screenshot({ path: join(SCREENSHOTS, 'canvas pages in the settings.png') });
  await dialog.getByRole('button', { name: 'Apply' }).click();

  await page.getByTestId('canvas-page-2').waitFor();
  const second = await driver.download();
  await page.getByTestId('canvas-page-1').click();
  const first = await driver.download();
  const listed = infoOf(first, 'Canvas').split(',');
  expect(listed).toHaveLength(2);
  expect([infoOf(first, 'Background'), infoOf(second, 'Background')]).toEqual(listed);
  await page.screenshot({ path: join(SCREENSHOTS, 'canvas pages.png') });
  // The arrow keys select as well, around the end.
  for (const [key, expected] of [
    ['ArrowRight', second],
    ['ArrowRight', first],
    ['ArrowLeft', second],
  ] as const) {
    await page.keyboard.press(key);
    expect(await driver.download()).toBe(expected);
  }
});

test('a canvas mirror is switched on in the panel', async () => {
  await driver.place('qrcode', 10, 40);
  await page.getByRole('button', { name: 'Mirrored copy on the label' }).click();
  expect(await driver.download()).toContain('CopyMirrorImage="true"');
  await page.screenshot({ path: join(SCREENSHOTS, 'canvas mirror.png') });
});
