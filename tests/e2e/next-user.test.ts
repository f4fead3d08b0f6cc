import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '#protocol/api.ts';
import type { UserInfo } from '#protocol/api/accounts.ts';
import { enterEditor, keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const SECRET = 'Salaries 2031';

/** Anna's page stays open while Bert takes over the browser. Each test continues from the last. */
describe("a page that has not noticed another user's sign-in", () => {
  let opened: OpenedPage;
  let context: BrowserContext;
  let page: Page;
  let bert: UserInfo;
  let labelAddress: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ context, page } = opened);
    // The databases that pages open, and those in which other tabs were announced.
    await context.addInitScript(() => {
      const names: string[] = [];
      Object.assign(window, { openedDatabases: names });
      const open = indexedDB.open.bind(indexedDB);
      indexedDB.open = (name, version) => {
        names.push(name);
        return version === undefined ? open(name) : open(name, version);
      };
    });
    await enterEditor(opened, 'anna-next-user', { name: SECRET });
    await opened.driver.place('text', 5, 5);
    await opened.driver.save();
    labelAddress = page.url();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function ask<T>(call: { readonly path: string }, input: object): Promise<T> {
    const answer = await context.request.post(opened.address + call.path, { data: input });
    return ((await answer.json()) as { data: T }).data;
  }
  /** The browser's storage outside of its databases, as one text. */
  const stored = (): Promise<string> =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

  test('saves nothing into the other account, and asks its own user to sign in again', async () => {
    // The cookie is Bert's from here on, and no other tab announces it.
    bert = await ask(CALLS.register, { user_name: 'bert-next-user', password: 'correct horse 42' });
    await opened.driver.place('text', 20, 20);
    await page.getByTestId('save').click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const { count } = await ask<{ count: number }>(CALLS.templateList, { user_id: bert.user_id });
    expect(count).toBe(0);
    // Bert is still signed in.
    expect(await ask<{ user_id: string } | null>(CALLS.currentUser, {})).toMatchObject({ user_id: bert.user_id });
  });

  test('reloads for its current user when the browser restores it unchanged', async () => {
    const kept = JSON.stringify({ userid: bert.user_id, name: 'bert-next-user', email: null, picture: null });
    const loaded = page.waitForEvent('load');
    await page.evaluate((user) => {
      localStorage.setItem('userInfo', user);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, kept);
    await loaded;
    expect(page.url()).toBe(labelAddress);
    await page.goto(labelAddress);
    await page.getByText('does not exist').or(page.getByText('not found')).first().waitFor();
    await untilIdle(page);
    await expect.poll(() => page.locator('body').textContent()).not.toContain(SECRET);
    const databases = await page.evaluate(() => (window as unknown as { openedDatabases: string[] }).openedDatabases);
    expect(new Set(databases)).toEqual(new Set([`labelwright-${bert.user_id}`]));
  });

  test('leaves neither headings nor typed form data when its user signs out', async () => {
    await page.goto(`${opened.address}/index`);
    await page.evaluate((secret) => {
      localStorage.setItem('dataTableWidths', JSON.stringify([['Sheet1', { [secret]: 120 }]]));
      localStorage.setItem('scanColumn 42', secret);
      sessionStorage.setItem('form someone 42', JSON.stringify({ blank: secret }));
    }, SECRET);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/login');
    const left = await stored();
    expect(left).not.toContain(SECRET);
    expect(left).not.toContain(bert.user_id);
  });
});
