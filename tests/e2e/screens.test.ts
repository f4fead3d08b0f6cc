import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { openShared, type OpenedPage } from '#tests/support/open-editor.ts';

/** First steps of a new user, outside the canvas. */
describe('screens', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;

  beforeAll(async () => {
    // With reduced motion: the guide and the menus must find their positions without transitions too.
    opened = await openShared({ reducedMotion: 'reduce' });
    ({ page, driver, folder } = opened);
    await writeFile(
      join(folder, 'photo.png'),
      createPng(60, 48, (x, y) => [4 * x, 5 * y, 128, 255]),
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await driver.registerByHand('screens', 'correct horse battery 7');
  });
  afterAll(() => opened?.close());

  test('a background above the limit that the server sets is rejected with a message', async () => {
    await page.route('**/getConfiguration*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Record<string, unknown> };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, image_size: 0 } } });
    });
    await page
      .getByRole('button', { name: /New label/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await chooseFile(page, dialog.getByRole('button', { name: 'Upload' }), join(folder, 'photo.png'));
    await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/\b0\b/);
    await page.unroute('**/getConfiguration*');
  });

  test('a background that was picked for a new label survives a reload', async () => {
    const dialog = page.getByRole('dialog');
    await chooseFile(page, dialog.getByRole('button', { name: 'Upload' }), join(folder, 'photo.png'));
    await dialog.getByRole('img', { name: 'Background' }).first().waitFor();
    await dialog.getByRole('button', { name: 'Create label' }).click();
    await page.getByTestId('guide-skip').waitFor();
    await page.reload();
    await page.getByTestId('guide-skip').waitFor();
  });

  test('the third step of the tour highlights the tools it describes', async () => {
    await page.getByTestId('guide-next').click();
    await page.getByTestId('guide-next').click();
    await page.getByText('Tools and right-click menu').waitFor();
    const strip = await page.locator('.ed-strip').boundingBox();
    const lit = page.locator('.ant-tour-target-placeholder');
    await expect
      .poll(async () => {
        const box = await lit.boundingBox();
        return (
          box !== null &&
          strip !== null &&
          Math.abs(box.x + box.width / 2 - strip.x - strip.width / 2) < 2 &&
          Math.abs(box.y + box.height / 2 - strip.y - strip.height / 2) < 2 &&
          box.height < strip.height + 20
        );
      })
      .toBe(true);
    await page.getByTestId('guide-skip').click();
  });

  test('a new date is written as the language does, and no two formats look alike', async () => {
    await page.getByTestId('palette-timeText').dblclick();
    const panel = page.getByTestId('attribute-panel');
    await panel.getByText('United States', { exact: false }).first().waitFor();
    // The background that was selected before the reload is in the file.
    expect(await driver.download()).toMatch(/ Background="[0-9a-f]{16,}"/);
    await driver.save();
  });

  test('the name on a card opens its label, by mouse and by keyboard', async () => {
    for (const open of ['click', 'Enter'] as const) {
      await page.goto(`${opened.address}/cloudTemplate`);
      const name = page.locator('.template-card-name').first();
      await name.waitFor();
      if (open === 'click') await name.click();
      else await name.press('Enter');
      await page.waitForURL('**/editLabel**');
    }
  });

  test('the licenses of third-party parts are shown, by mouse and by keyboard', async () => {
    for (const open of ['click', 'Enter'] as const) {
      await page.goto(`${opened.address}/download`);
      const follow = async (name: string): Promise<void> => {
        const link = page.getByRole('link', { name });
        if (open === 'click') await link.click();
        else await link.press('Enter');
      };
      await follow('Third-party licenses');
      await page.waitForURL('**/licences');
      const opening = page.context().waitForEvent('page');
      await follow('All licenses in full');
      const shown = await opening;
      // It is there with its first bytes.
      await shown.waitForLoadState();
      const notices = await shown.locator('body').innerText();
      for (const part of ['react', 'canvaskit-wasm', 'SIL OPEN FONT LICENSE']) expect(notices).toContain(part);
      await shown.close();
    }
  });
});
