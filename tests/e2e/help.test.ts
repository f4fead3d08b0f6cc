import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { handsOn } from '#tests/support/hands.ts';
import { chooseFile } from '#tests/support/editor-driver.ts';
import { keepPictures, openShared, MOVING, type OpenedPage } from '#tests/support/open-editor.ts';
import { speak } from '#tests/support/screen-walk.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { visit } from '#tests/support/visit-screen.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** Windows where the one or the other script would first overflow. */
const LANGUAGES_AND_SIZES = [
  ['en', 390, 844],
  ['zh', 390, 844],
  ['en', 1280, 720],
  ['zh', 1280, 720],
  ['en', 1920, 1080],
] as const;

/** The help center, feedback and announcements, with the pointer and by keyboard. Each test continues from the last. */
describe('help', () => {
  let opened: OpenedPage;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    opened = await openShared(MOVING);
    ({ page, address } = opened);
    await opened.driver.register('helpless', 'correct horse 42');
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test(`an article is found by its section and by words, and links to the next (seed ${SEED})`, async () => {
    for (const hand of drawnOf('help articles', handsOn(page))) {
      await page.goto(`${address}/helpCatalog`);
      await hand.press(page.getByRole('link', { name: 'When a code grades badly' }));
      await page.waitForURL('**/helpDetail?id=212');
      await page.getByRole('heading', { level: 1, name: 'When a code grades badly' }).waitFor();
      await hand.press(
        page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'What is rejected' }),
      );
      await page.waitForURL('**/helpDetail?id=212#what-is-rejected');
      await expect.poll(() => topOf(page, '#what-is-rejected')).toBeLessThan(600);
      await hand.press(page.getByRole('link', { name: /Next.*Spreadsheets/ }));
      await page.getByRole('heading', { level: 1, name: 'Spreadsheets and printing in bulk' }).waitFor();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

      await hand.press(page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Search help' }));
      await page.waitForURL('**/helpSearch');
      await hand.type(page.getByLabel('Search help articles').first(), 'paper jam');
      await page.getByText(/articles found/).waitFor();
      await hand.press(page.getByRole('link', { name: /paper jams/ }));
      await page.waitForURL('**/helpDetail?id=234');
    }
    // Both numbers of the guide are that of the language; any other redirects.
    await page.goto(`${address}/helpDetail?id=124`);
    await page.getByRole('heading', { level: 1, name: 'Getting started: your first label' }).waitFor();
    await page.goto(`${address}/helpDetail?id=7`);
    await page.getByText('There is no article with this number.').waitFor();
    await page.locator('main').getByRole('link', { name: 'All articles' }).first().click();
    await page.waitForURL('**/helpCatalog');
  });

  test('feedback is sent with a picture, and is in the list', async () => {
    const picture = join(opened.folder, 'screen.png');
    await writeFile(
      picture,
      createPng(60, 40, (x, y) => [4 * x, 5 * y, 90, 255]),
    );
    await page.goto(`${address}/index`);
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    const drawn = drawnOf('feedback', handsOn(page));
    for (const [i, hand] of drawn.entries()) {
      await hand.pick(dialog.getByRole('radiogroup', { name: 'Feedback' }), 'New message');
      await hand.choose(dialog.getByLabel('What is it about?'), 'An idea');
      await hand.type(dialog.getByLabel('Message', { exact: true }), `More colours, by ${hand.name}`);
      if (i === 0) {
        await chooseFile(page, dialog.getByRole('button', { name: 'Add a picture…' }), picture);
        await dialog.getByRole('img', { name: 'screen.png' }).waitFor();
      }
      await hand.press(dialog.getByRole('button', { name: 'Send' }));
      await dialog
        .getByRole('listitem')
        .filter({ hasText: `More colours, by ${hand.name}` })
        .waitFor();
    }
    await expect.poll(() => dialog.getByText('Open', { exact: true }).count()).toBe(drawn.length);
    await expect.poll(() => widthOf(page, 'Picture')).toBe(60);
    await page.keyboard.press('Escape');
  });

  test('an announcement is shown on the home page until it is closed', async () => {
    let id = '';
    await page.route('**/getAnnouncementList*', (route) => {
      const one = {
        id,
        level: 'warning',
        title: 'Closed on Sunday',
        text: 'Back\non Monday.',
        update_time: '2026-01-01T00:00:00.000Z',
      };
      return route.fulfill({ json: { code: 200, data: { list: [one] }, message: '' } });
    });
    const notice = page.getByText('Closed on Sunday');
    for (const hand of drawnOf('announcement', handsOn(page))) {
      id = hand.name;
      await page.goto(`${address}/index`);
      await notice.waitFor();
      await hand.press(page.locator('.announcements').getByRole('button', { name: /close/i }));
      await notice.waitFor({ state: 'detached' });
      const fetched = page.waitForResponse('**/getAnnouncementList*');
      await page.reload();
      await fetched;
      await page
        .getByRole('button', { name: /New label/ })
        .first()
        .waitFor();
      await untilIdle(notice);
      await expect.poll(() => notice.count()).toBe(0);
    }
    await page.unroute('**/getAnnouncementList*');
  });

  const CASES = drawnOf('help fits', LANGUAGES_AND_SIZES);
  test.each(CASES)(
    `nothing is wider than the window in %s at %i x %i (seed ${SEED})`,
    async (language, width, height) => {
      await speak(page, language);
      await setWindowSize(page, { width, height });
      for (const path of ['help', 'helpCatalog', 'helpDetail?id=220', 'helpSearch?q=GS1', 'download']) {
        await visit(page, `${address}/${path}`);
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), { message: path })
          .toBe(true);
      }
    },
  );
});

function topOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
}

/** Size of the sent picture of that name; 0 until it is here. */
function widthOf(page: Page, name: string): Promise<number> {
  return page
    .getByRole('img', { name })
    .first()
    .evaluate((image) => (image as HTMLImageElement).naturalWidth);
}
