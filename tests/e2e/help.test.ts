import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { handsOn } from '#tests/support/hands.ts';
import { chooseFile } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, MOVING, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { speak } from '#tests/support/screen-walk.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** Where the other script would first stick out. */
const PHONE_AND_LAPTOP = SIZES.filter(({ width }) => width < 1920);

/** The help centre, feedback and announcements, with the pointer and by keyboard. Each test goes on from the last. */
describe('help', () => {
  let opened: OpenedPage;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    opened = await openEditor('helpless', MOVING);
    ({ page, address } = opened);
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test('an article is found by its section and by words, and leads on to the next', async () => {
    for (const hand of handsOn(page)) {
      await page.goto(`${address}/helpCatalog`);
      await hand.press(page.getByRole('link', { name: 'When a code grades badly' }));
      await page.waitForURL('**/helpDetail?id=212');
      await page.getByRole('heading', { level: 1, name: 'When a code grades badly' }).waitFor();
      await hand.press(
        page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'What is refused' }),
      );
      await page.waitForURL('**/helpDetail?id=212#what-is-refused');
      await expect.poll(() => topOf(page, '#what-is-refused')).toBeLessThan(600);
      await hand.press(page.getByRole('link', { name: /Next.*Spreadsheets/ }));
      await page.getByRole('heading', { level: 1, name: 'Spreadsheets and printing in bulk' }).waitFor();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

      await hand.press(page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Search help' }));
      await page.waitForURL('**/helpSearch');
      await hand.type(page.getByLabel('Search for').first(), 'paper jam');
      await page.getByText(/articles found/).waitFor();
      await hand.press(page.getByRole('link', { name: /paper jams/ }));
      await page.waitForURL('**/helpDetail?id=234');
    }
    // Both numbers of the guide are that of the language; any other leads back.
    await page.goto(`${address}/helpDetail?id=124`);
    await page.getByRole('heading', { level: 1, name: 'Getting started: your first label' }).waitFor();
    await page.goto(`${address}/helpDetail?id=7`);
    await page.getByText('There is no article with this number.').waitFor();
    await page.locator('main').getByRole('link', { name: 'All articles' }).first().click();
    await page.waitForURL('**/helpCatalog');
  });

  test('feedback goes out with a picture, and is in the list', async () => {
    const picture = join(opened.folder, 'screen.png');
    await writeFile(
      picture,
      createPng(60, 40, (x, y) => [4 * x, 5 * y, 90, 255]),
    );
    await page.goto(`${address}/index`);
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    for (const hand of handsOn(page)) {
      await hand.pick(dialog.getByRole('radiogroup', { name: 'Feedback' }), 'New message');
      await hand.choose(dialog.getByLabel('What is it about?'), 'An idea');
      await hand.type(dialog.getByLabel('Message', { exact: true }), `More colours, by ${hand.name}`);
      if (hand.name === 'pointer') {
        await chooseFile(page, dialog.getByRole('button', { name: 'Add a picture…' }), picture);
        await dialog.getByRole('img', { name: 'screen.png' }).waitFor();
      }
      await hand.press(dialog.getByRole('button', { name: 'Send' }));
      await dialog
        .getByRole('listitem')
        .filter({ hasText: `More colours, by ${hand.name}` })
        .waitFor();
    }
    await expect.poll(() => dialog.getByText('Open', { exact: true }).count()).toBe(2);
    await expect.poll(() => widthOf(page, 'Picture')).toBe(60);
    await page.screenshot({ path: join(SCREENSHOTS, 'feedback-list.png') });
    await page.keyboard.press('Escape');
  });

  test('a notice is shown at home, and stays away once it was put away', async () => {
    let updated = '2026-01-01T00:00:00.000Z';
    await page.route('**/getAnnouncementList*', (route) => {
      const one = {
        id: 'a',
        level: 'warning',
        title: 'Closed on Sunday',
        text: 'Back\non Monday.',
        update_time: updated,
      };
      return route.fulfill({ json: { code: 200, data: { list: [one] }, message: '' } });
    });
    const notice = page.getByText('Closed on Sunday');
    for (const hand of handsOn(page)) {
      await page.goto(`${address}/index`);
      await notice.waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, 'announcement.png') });
      await hand.press(page.locator('.announcements').getByRole('button', { name: /close/i }));
      await notice.waitFor({ state: 'detached' });
      const asked = page.waitForResponse('**/getAnnouncementList*');
      await page.reload();
      await asked;
      await page
        .getByRole('button', { name: /New label/ })
        .first()
        .waitFor();
      await untilIdle(notice);
      await expect.poll(() => notice.count()).toBe(0);
      // Changed, it is another one.
      updated = '2026-02-01T00:00:00.000Z';
    }
    await page.unroute('**/getAnnouncementList*');
  });

  test('nothing sticks out at any size, in English and in Chinese', async () => {
    for (const language of ['en', 'zh'] as const) {
      await speak(page, language);
      for (const path of ['help', 'helpCatalog', 'helpDetail?id=220', 'helpSearch?q=GS1', 'download']) {
        await page.goto(`${address}/${path}`);
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
        for (const size of language === 'en' ? SIZES : PHONE_AND_LAPTOP) {
          await setWindowSize(page, size);
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), {
              message: path,
            })
            .toBe(true);
          const name = `help-${path.replaceAll(/\W+/g, '-')}-${language}-${size.width}.png`;
          await page.screenshot({ path: join(SCREENSHOTS, name) });
        }
      }
    }
  });
});

function topOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
}

/** Of the picture of that name, as it was sent; 0 until it is here. */
function widthOf(page: Page, name: string): Promise<number> {
  return page
    .getByRole('img', { name })
    .first()
    .evaluate((image) => (image as HTMLImageElement).naturalWidth);
}
