import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const PASSWORD = 'correct horse battery';

interface Kept {
  readonly name: string;
  readonly drafts: number;
  readonly spreadsheets: number;
  readonly printJobs: number;
}

/** The contents of the page's databases. */
function keptByBrowser(page: Page): Promise<Kept[]> {
  return page.evaluate(async () => {
    const count = (database: IDBDatabase, store: string): Promise<number> =>
      new Promise((resolve) => {
        const counting = database.transaction(store).objectStore(store).count();
        counting.addEventListener('success', () => resolve(counting.result));
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name).toSorted();
    return Promise.all(
      names.map(async (name) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(opening.error));
        });
        const kept = {
          name,
          drafts: await count(database, 'drafts'),
          spreadsheets: await count(database, 'spreadsheets'),
          printJobs: await count(database, 'printJobs'),
        };
        database.close();
        return kept;
      }),
    );
  });
}

/** Two people who share a browser, one after the other. Each test continues from the last. */
describe('the next user of a browser', () => {
  let opened: OpenedParts;
  let context: BrowserContext;
  let page: Page;
  let driver: EditorDriver;
  let annaId: string;
  let labelAddress: string;

  beforeAll(async () => {
    opened = await openParts();
    ({ context, page, driver } = opened);
    await driver.registerByHand('bert', PASSWORD);
    await signOut();
    await driver.registerByHand('anna', PASSWORD);
    annaId = await userId();
    await driver.createLabelByHand('Secret');
    await driver.place('text', 5, 5);
    labelAddress = page.url();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  function userId(): Promise<string> {
    return page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { userid: string }).userid);
  }
  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/login');
  }
  async function signIn(name: string): Promise<void> {
    await page.getByLabel('Email or username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
  /** Ends the session like 24 hours of idle time: the next call finds none. */
  async function endSession(): Promise<void> {
    await expect.poll(async () => (await keptByBrowser(page)).map(({ drafts }) => drafts)).toContain(1);
    await context.clearCookies();
    await page.getByTestId('save').click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  }

  test('signing in over another’s label gives a separate page, and the label’s owner loses nothing', async () => {
    await endSession();
    await page.getByText('If you are not anna').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'sign-in-again.png') });
    await signIn('bert');
    await page.waitForURL('**/index');
    await page.getByText('bert').first().waitFor();
    await page.goto(labelAddress);
    await page.getByTestId('canvas-overlay').waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await expect
      .poll(async () =>
        (await keptByBrowser(page)).map(({ name, drafts }) => [name === `labelwright-${annaId}`, drafts]),
      )
      .toContainEqual([true, 1]);
  });

  test('the owner finds the work again', async () => {
    await page.goto(`${opened.parts.address}/index`);
    await signOut();
    await signIn('anna');
    await page.waitForURL('**/index');
    await page.goto(labelAddress);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByTestId('canvas-overlay').waitFor();
  });

  test('the same user continues where the session ended', async () => {
    await endSession();
    await signIn('anna');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'hidden' });
    expect(page.url()).toBe(labelAddress);
  });

  test('another user in another tab does not take over the label', async () => {
    const other = await context.newPage();
    await other.goto(`${opened.parts.address}/index`);
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await other.waitForURL('**/login');
    await other.getByLabel('Email or username').fill('bert');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.waitForURL('**/index');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.getByRole('button', { name: 'Leave this page' }).click();
    await page.waitForURL('**/index');
    await page.getByText('bert').first().waitFor();
    await other.close();
  });

  test('data that all users shared before moves to its owners, and the rest is deleted', async () => {
    const draft = (owner: string): string => JSON.stringify([owner, 'some label']);
    await page.evaluate(
      (keys) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('labelwright', 2);
          opening.addEventListener('upgradeneeded', () => {
            const database = opening.result;
            database.createObjectStore('spreadsheets', { keyPath: 'connection' });
            database.createObjectStore('printJobs', { keyPath: 'jobId' });
            database.createObjectStore('printPages', { keyPath: ['jobId', 'sequence'] });
            database.createObjectStore('drafts', { keyPath: 'key' });
            database.createObjectStore('printReadings', { keyPath: ['jobId', 'part'] });
          });
          opening.addEventListener('success', () => {
            const writing = opening.result.transaction(['drafts', 'spreadsheets'], 'readwrite');
            for (const key of keys) writing.objectStore('drafts').put({ key, file: new Uint8Array(1), editedAt: 1 });
            writing.objectStore('spreadsheets').put({ connection: 'sha256:0', fileName: 'salaries.xlsx' });
            writing.addEventListener('complete', () => {
              opening.result.close();
              resolve();
            });
          });
        }),
      [draft(annaId), draft('someone-else')],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Account' }).waitFor();
    const kept = await keptByBrowser(page);
    const of = (name: string): Partial<Kept> | undefined => kept.find((one) => one.name === `labelwright-${name}`);
    expect(kept.map(({ name }) => name)).not.toContain('labelwright');
    // Her unsaved work at the end of her session was saved by itself after her next sign-in.
    expect(of(annaId)).toMatchObject({ drafts: 1, spreadsheets: 0 });
    expect(of('someone-else')).toMatchObject({ drafts: 1, spreadsheets: 0 });
  });

  test('forgetting the computer lists the lost data, and leaves nothing of this user, by keyboard too', async () => {
    await signOut();
    await signIn('anna');
    await page.waitForURL('**/index');
    const menu = page.getByRole('button', { name: 'Account' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out and forget this computer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget this computer?' });
    await dialog.getByText('1 label with changes that were never saved').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'forget.png') });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await keptByBrowser(page)).map(({ name }) => name))
      .toContain(`labelwright-${annaId}`);

    await menu.focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name: 'Sign out and forget this computer' });
    await entry.waitFor();
    // The menu has the focus a moment after it appears, and moves it in the next frame.
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem');
    while (!(await entry.evaluate((line) => line === document.activeElement))) {
      const before = await page.evaluateHandle(() => document.activeElement);
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction((element) => document.activeElement !== element, before);
    }
    await page.keyboard.press('Enter');
    await dialog.getByText('1 label with changes').waitFor();
    await dialog.getByRole('button', { name: 'Sign out and forget' }).press('Enter');
    await page.waitForURL('**/login');
    await untilIdle(page);
    await expect
      .poll(async () => (await keptByBrowser(page)).map(({ name }) => name))
      .not.toContain(`labelwright-${annaId}`);
    // The session's cookie is deleted; the browser's own stays for bert alone.
    expect((await context.cookies()).map(({ name }) => name.replace(/-.*/, ''))).toEqual(['browser', 'xsrf']);
  });

  test('the lost data are listed in Chinese too, on a small screen', async () => {
    await signIn('bert');
    await page.waitForURL('**/index');
    await setWindowSize(page, { width: 1024, height: 700 });
    await page.evaluate(() => localStorage.setItem('language', 'zh'));
    await page.reload();
    await page.getByRole('button', { name: '账户' }).click();
    await page.screenshot({ path: join(SCREENSHOTS, 'user-menu-zh.png') });
    await page.getByRole('menuitem', { name: '退出登录并清除本机数据' }).click();
    await page.getByRole('dialog', { name: '清除本机数据？' }).getByText('您已保存的模板').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'forget-zh.png') });
    await page.getByRole('button', { name: '退出并清除' }).click();
    await page.waitForURL('**/login');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await setWindowSize(page, { width: 1440, height: 900 });
    await page.reload();
  });

  test('a common password is rejected before it is sent', async () => {
    await page.getByRole('link', { name: 'Create one' }).click();
    // The screen before it stays until this one is there, and has a field of that name too.
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByRole('textbox', { name: 'Username' }).fill('carl');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('password1');
    await password.blur();
    await page.getByText('This password is easy to guess').waitFor();
    await password.fill('carlcarl1');
    await password.blur();
    await page.getByText('This password contains your name').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'register.png') });
    await password.fill(PASSWORD);
    await password.blur();
    await page.getByText('This password contains your name').waitFor({ state: 'hidden' });
  });
});
