import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { nameOperators } from '#server/operator/name-operators.ts';
import {
  createSavedTemplate,
  createTestServer,
  createUser,
  PASSWORD,
  type TestServer,
  type TestUser,
} from '#tests/server/create-test-server.ts';
import { launchShell } from '#tests/support/chromium.ts';
import { handsOn } from '#tests/support/hands.ts';
import { SCREENSHOTS } from '#tests/support/open-editor.ts';
import { signUp } from '#tests/support/screen-walk.ts';

/** The operator's console, and a template that is shared by a link; each test goes on where the last one stopped. */
describe('the operator', () => {
  const ends: (() => Promise<void>)[] = [];
  let product: TestServer;
  let browser: Browser;
  let page: Page;
  let ana: TestUser;

  beforeAll(async () => {
    product = await createTestServer({ webDir: join(import.meta.dirname, '../../dist/web') }, (end) => ends.push(end));
    ana = await createUser(product.url, 'ana');
    browser = await launchShell();
    page = await (await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: 'en-US' })).newPage();
    await signUp(page, product.url, 'boss');
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    for (const end of ends.toReversed()) await end();
  }, 60_000);

  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const dialogs = (): Locator => page.getByRole('dialog').filter({ visible: true });

  test('finds no console before being one, and then the users in it', async () => {
    await page.goto(`${product.url}/operator`);
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    expect(await nameOperators(product.server.services.db, ['boss'], 1)).toEqual([]);
    await page.goto(`${product.url}/operator`);
    await button('ana').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'operator-users.png') });
  });

  test('blocks a user and lets the user in again, by the pointer and by the keyboard', async () => {
    for (const hand of handsOn(page)) {
      await hand.press(button('ana'));
      await hand.press(button('Block', dialog()));
      await expect.poll(() => dialogs().count()).toBe(2);
      await hand.press(button('Block', dialog()));
      await button('Unblock', dialog()).waitFor();
      expect((await ana.api.call('templateList', {})).ok).toBe(false);
      await hand.press(button('Unblock', dialog()));
      await expect.poll(() => dialogs().count()).toBe(2);
      await hand.press(button('Unblock', dialog()));
      await button('Block', dialog()).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogs().count()).toBe(0);
    }
    expectOk(await ana.api.call('login', { account: 'ana', password: PASSWORD }));
  });

  test('reads every section', async () => {
    const names = await page.getByRole('navigation').getByRole('link').allTextContents();
    expect(names.length).toBe(10);
    for (const name of names) {
      await page.getByRole('link', { name: name.trim() }).click();
      await page.getByRole('heading', { level: 1, name: name.trim() }).waitFor();
      await page.getByRole('table').first().waitFor();
      await page.screenshot({
        path: join(SCREENSHOTS, `operator-${name.trim().toLowerCase().replaceAll(' ', '-')}.png`),
      });
    }
  });

  test('approves what was handed in, and opens what was shared by a link', async () => {
    const template = await createSavedTemplate(ana, 'Jam');
    expectOk(await ana.api.call('submitCommon', { id: template.id, category: 'food', description: 'For jars' }));
    const { secret } = expectOk(await ana.api.call('addTemplateShare', { id: template.id, right: 'copy' }));
    await page.goto(`${product.url}/operator/common`);
    const [pointer] = handsOn(page);
    await pointer?.press(button('Jam'));
    await pointer?.press(button('Approve', dialog()));
    await expect.poll(async () => expectOk(await ana.api.call('commonList', {})).count).toBe(1);
    await page.goto(`${product.url}/shareTemplate?tab=common`);
    await page.locator('.design-card').waitFor();
    await page.goto(`${product.url}/shareTemplate?share=${secret}`);
    await page.getByRole('heading', { name: 'Jam' }).waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'shared-template.png') });
    await pointer?.press(button('Copy to my templates'));
    await page.waitForURL('**/editLabel**');
  });
});
