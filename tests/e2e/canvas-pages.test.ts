import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct, type Product } from '#tests/support/product.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../.cache/e2e');

let product: Product;
let browser: Browser;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-pages-'));
  await writeFile(
    join(folder, 'one.png'),
    createPng(40, 32, (x) => (x < 20 ? [255, 200, 200, 255] : [255, 255, 255, 255])),
  );
  await writeFile(
    join(folder, 'two.png'),
    createPng(40, 32, (_x, y) => (y < 16 ? [200, 200, 255, 255] : [255, 255, 255, 255])),
  );
  product = await startProduct();
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  driver = createEditorDriver(page, product.address);
  await driver.register('pages', 'correct horse 42');
  await driver.createLabel('Pages');
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
});

const infoOf = (file: string, name: string): string =>
  new RegExp(`<FileInfo[^>]* ${name}="([^"]*)"`).exec(file)?.[1] ?? '';

test('several backgrounds are uploaded, and one is chosen below the canvas', { timeout: 60_000 }, async () => {
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
  expect(await thumbs.nth(1).getAttribute('aria-checked')).toBe('true');
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
});

test('a canvas mirror is switched on in the panel', { timeout: 60_000 }, async () => {
  await driver.place('qrcode', 10, 40);
  await page.getByRole('button', { name: 'Mirrored copy on the label' }).click();
  expect(await driver.download()).toContain('CopyMirrorImage="true"');
  await page.screenshot({ path: join(SCREENSHOTS, 'canvas mirror.png') });
});
