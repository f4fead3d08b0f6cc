import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { signUpByCall } from '#tests/support/sign-up.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

describe('a code that opens its label', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];
  /** The content of the code. */
  let address = '';

  beforeAll(async () => {
    opened = await openShared();
    ({ page, driver } = opened);
    hands = handsOn(page);
    await driver.register('otto.opens', 'correct horse battery');
    await driver.createLabel('Crate', { Width: 60, Height: 40 });
    await putElements(page, [createTestElement('qrcode', { xMm: 5, yMm: 5 })]);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const choice = (): Locator => page.getByTestId('attribute-panel').getByLabel('Code that opens this label');
  const content = (): Locator => page.getByTestId('content-input');
  const field = (): Locator => page.getByLabel('Code', { exact: true });

  test('can be selected for a saved label only; this is undone and saved', async () => {
    const [pointer, keyboard] = hands as readonly [Hand, Hand];
    await pointer.press(choice());
    await page.getByText('Save this label among your templates first').first().waitFor();
    await untilIdle(choice());
    await expect.poll(() => choice().isChecked()).toBe(false);
    await driver.save();
    await keyboard.press(choice());
    await expect.poll(() => content().inputValue()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/t\/[a-z0-9]{24}$/);
    address = await content().inputValue();
    await pointer.press(choice());
    await expect.poll(() => content().inputValue()).not.toBe(address);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => content().inputValue()).toBe(address);
    expect(await driver.download()).toContain(`NormalText="${address}" OpensLabel="true"`);
    await page.getByTestId('save').click();
    await expect.poll(() => page.url()).toMatch(/revision%22%3A2/);
    // The second save leaves the editor unchanged, as the first did: the code is selected, and can be undone.
    await expect.poll(() => choice().isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  });

  test(`is scanned or typed on the home page, and opens the label in the editor (seed ${SEED})`, async () => {
    for (const hand of drawnOf('open label', hands)) {
      await page.goto(`${opened.address}/index`);
      await hand.press(page.getByRole('button', { name: 'Open by scanning' }));
      await page.waitForURL('**/t');
      await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.type('5901234123457?');
      await hand.press(page.getByRole('button', { name: 'Open', exact: true }));
      await page.getByText('This is not the code of a label.').waitFor();
      // Like a scanner: all at once.
      await page.keyboard.type(address);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/editLabel?**');
      await page.getByTestId('canvas-overlay').waitFor();
    }
  });

  const LOOKS = [
    ['zh', 1024, 768],
    ['en', 1440, 900],
  ] as const;
  const CASES = drawnOf('open label fits', LOOKS);
  test.each(CASES)(`its screens fit in %s at %i x %i (seed ${SEED})`, async (language, width, height) => {
    await setWindowSize(page, { width, height });
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    for (const [path, part] of [
      ['/index', '.home-start button:nth-child(3)'],
      ['/t', '.scan-field'],
    ] as const) {
      await page.goto(opened.address + path);
      await page.locator(part).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
    }
    await page.evaluate(() => localStorage.setItem('language', 'en'));
  });

  test('is the code of the copy on a copy of the label', async () => {
    const answer = await page.request.post(`${opened.address}/interface/api/tem.app_public/copyUserTemplate`, {
      data: { id: address.split('/t/')[1] },
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    await page.goto(`${opened.address}/t/${data.id}`);
    await page.waitForURL('**/editLabel?**');
    await page.getByTestId('canvas-overlay').waitFor();
    expect(await driver.download()).toContain(`/t/${data.id}" OpensLabel="true"`);
  });

  test('opens the form of a label that is filled in', async () => {
    await page.goto(address);
    await page.waitForURL('**/editLabel?**');
    await putElements(page, [createTestElement('text', { xMm: 30, yMm: 5 })]);
    await page.getByTestId('attribute-panel').getByLabel('Ask when printing').check();
    await page.getByTestId('save').click();
    await expect.poll(() => page.url()).toMatch(/revision%22%3A3/);
    await page.goto(address);
    await page.waitForURL('**/fillPrint?id=*');
    await page.locator('.fill-field').waitFor();
  });

  test('leads to the login, and shows another user the same as a code of no label', async () => {
    const other = await opened.browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-US' });
    const stranger = await other.newPage();
    try {
      await stranger.goto(address);
      await stranger.waitForURL('**/login?redirect=*');
      await signUpByCall(stranger, opened.address, 'olaf.stranger', 'correct horse battery');
      await stranger.goto(address);
      const missing = stranger.getByText('There is no such label among your templates.');
      await missing.waitFor();
      const message = await missing.innerText();
      await stranger.goto(`${address.slice(0, -4)}zzzz`);
      await missing.waitFor();
      await untilIdle(missing);
      await expect.poll(() => missing.innerText()).toBe(message);
      await expect.poll(() => stranger.title()).not.toContain('Crate');
    } finally {
      await other.close();
    }
  });
});
