import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJourney, type Journey } from '#tests/support/keyboard-journey.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';

const NAME = 'kay.board';
const PASSWORD = 'correct horse 42';

/**
 * Eight journeys by keyboard alone. After each press something has the focus, each result is announced, and no journey needs
 * more presses than it needed when it was written.
 */
describe('by keyboard alone', () => {
  let opened: OpenedPage;
  let page: Page;
  let journey: Journey;
  let before = 0;

  beforeAll(async () => {
    opened = await openShared();
    ({ page } = opened);
    await opened.driver.register(NAME, PASSWORD);
    journey = await createJourney(page);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const begin = async (path: string): Promise<void> => {
    await page.goto(opened.address + path);
    before = journey.presses();
  };
  const needs = (presses: number): void => expect(journey.presses() - before).toBeLessThanOrEqual(presses);

  test('from signing in to a printed label', async () => {
    await opened.context.clearCookies();
    await page.evaluate(() => localStorage.removeItem('userInfo'));
    await begin('/login');
    await journey.isOn('E-mail or user name');
    await journey.write(NAME);
    await journey.goTo('Password');
    await journey.write(PASSWORD);
    await journey.press('Enter');
    await journey.isOn(/Welcome/);
    await journey.goTo(/New label/);
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.write('Tag');
    await journey.press('Enter');
    await journey.isOn(/canvas/i);
    await journey.press('t', 'Enter');
    await journey.hears('Added: Text1');
    await journey.press('Escape', 'Control+p');
    await journey.goTo('Print');
    await journey.press('Enter');
    await journey.hears(/Printing is finished\. Asked for: 1\. Sent: 1\./);
    await journey.isOn('Printing is finished');
    await journey.press('Escape');
    await journey.isOn(/canvas/i);
    needs(60);
  });
});
