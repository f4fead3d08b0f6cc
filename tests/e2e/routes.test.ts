import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import { ROUTES } from '#app/state/route-table.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const PASSWORD = 'correct horse 42';
const CALLS = '**/interface/api/tem.app_public';

/** Screens of signed-in users at addresses that redirect; all others show their own screen. */
const LEADS_TO: Readonly<Record<string, string>> = {
  home: '/index',
  login: '/index',
  prelogin: '/index',
  register: '/index',
};
/** Addresses whose screens come with other parts of the product: until then there is nothing. */
const LATER = ['prelogin', 'forgetpwd', 'bindings', 'thirdLogin', 'user', 'expansion', 'cloudData'];

/** Every address, signed in and signed out; then the behavior of the pages. Each test continues from the last. */
describe('routes', () => {
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openShared();
    ({ page } = opened);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  /** Target of the address, and the page's title there. */
  async function goTo(path: string): Promise<{ readonly path: string; readonly title: string }> {
    await page.goto(opened.address + path, { waitUntil: 'commit' });
    await page.locator('main, .ed-frame, [data-testid=canvas-overlay]').first().waitFor();
    await expect.poll(() => page.title()).not.toBe('Labelwright');
    // The page may have to ask for the session first.
    await untilIdle(page);
    const { pathname, search, hash } = new URL(page.url());
    return { path: pathname + search + hash, title: await page.title() };
  }
  /** Navigates like a link of the product, without a reload, until the target is reached. */
  async function follow(path: string, expected: string, title: string | null): Promise<void> {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    const where = (): string => page.url().slice(opened.address.length);
    await expect.poll(where, { message: path }).toBe(expected);
    if (title !== null) await expect.poll(() => page.title(), { message: path }).toBe(title);
    // The address changes before the screen does: a redirect would leave the next one.
    await untilIdle(page);
  }
  const titleOf = async (name: string): Promise<string> => {
    const texts = JSON.parse(await readFile('locales/en/common.json', 'utf8')) as Record<string, string>;
    return `${texts[ROUTES[name]?.title ?? ''] ?? ''} · Labelwright`;
  };
  const isBuilt = async (name: string): Promise<boolean> =>
    !LATER.includes(name) || (await readFile('src/app/shell/routes.tsx', 'utf8')).includes(`path: '/${name}'`);

  test('signed out, guarded addresses lead to the login with their path, query and hash, and the others open', async () => {
    await goTo('/help');
    for (const [name, { guarded }] of Object.entries(ROUTES)) {
      const path = `/${name}${guarded ? '?a=1&b=%2F#c' : ''}`;
      const open = (await isBuilt(name)) ? path : '/404';
      await follow(
        path,
        guarded ? `/login?redirect=${encodeURIComponent(path)}` : open,
        await titleOf(guarded ? 'login' : open === path ? name : '404'),
      );
    }
    expect((await goTo('/')).path).toBe('/login');
    expect((await goTo('/nowhere')).path).toBe('/404');
    expect((await goTo('/index/deeper')).path).toBe('/login?redirect=%2Findex%2Fdeeper');
    await goTo('/404');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.waitForURL('**/login');
  });

  test('signing in leads to the requested address, and sends the anti-forgery token of the page', async () => {
    const { context, address } = opened;
    const register = `${address}/interface/api/tem.app_public/userRegister`;
    await context.request.post(register, { data: { user_name: 'rhea', password: PASSWORD } });
    await context.clearCookies();
    await goTo('/member?from=mail#list');
    const forms = page.waitForRequest('**/userLogin');
    await page.getByLabel('Email or username').fill('rhea');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const sent = (await forms).headers();
    const visitor = Object.keys(sent).filter((name) => name.startsWith('xsrf-token-'));
    expect(visitor.length).toBe(1);
    await page.waitForURL('**/member?from=mail#list');
    await untilIdle(page);
    await expect
      .poll(async () => Object.keys(antiForgeryHeaders(await page.evaluate(() => document.cookie))))
      .toEqual(visitor);
    await expect.poll(() => page.evaluate(() => document.cookie)).not.toMatch(/(^|; )token-/);
  });

  test('signed in, the login leads to the home page and every address shows its screen', async () => {
    for (const name of Object.keys(ROUTES)) {
      if (name === 'editLabel') continue;
      const query = name === 'helpDetail' ? '?id=125' : '';
      const expected = LEADS_TO[name] ?? ((await isBuilt(name)) ? `/${name}${query}` : '/404');
      const shown = expected === `/${name}${query}` ? name : expected.slice(1);
      await follow(`/${name}${query}`, expected, await titleOf(shown));
    }
    expect((await goTo('/login?redirect=%2FcloudTemplate%3Fpage%3D2')).path).toBe('/cloudTemplate?page=2');
    expect((await goTo('/login?redirect=%2F%2Fevil.example')).path).toBe('/index');
    expect((await goTo('/index/deeper')).path).toBe('/404');
    await page.getByRole('link', { name: 'Go home' }).click();
    await page.waitForURL('**/index');
  });

  test('the query of a shared template is kept there and in the editor, and forgotten anywhere else', async () => {
    const kept = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('shareTempQuery'));
    await goTo('/shareTemplate?key=abc&from=mail');
    await page.getByText('This shared template can’t be found').waitFor();
    await expect.poll(() => kept()).toBe('key=abc&from=mail');
    await page.getByRole('link', { name: 'Go to my templates' }).click();
    await page.waitForURL('**/cloudTemplate');
    await expect.poll(kept).toBeNull();
    // A filter of the library is restored after the editor, and not after any other screen.
    await goTo('/shareTemplate?tab=industry&search=jam');
    await follow('/editLabel', '/editLabel', null);
    await follow('/shareTemplate', '/shareTemplate?tab=industry&search=jam', null);
    await expect.poll(() => page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('jam');
    await follow('/cloudTemplate', '/cloudTemplate', null);
    await follow('/shareTemplate', '/shareTemplate', null);
  });

  test('a browser without the name of its user asks the server; one that was signed out does not', async () => {
    const userId = (): Promise<string> =>
      page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { userid: string }).userid);
    const user = await userId();
    await page.evaluate(() => localStorage.removeItem('userInfo'));
    expect((await goTo('/cloudTemplate')).path).toBe('/cloudTemplate');
    await expect.poll(userId).toBe(user);
    await page.evaluate(() => {
      localStorage.removeItem('userInfo');
      localStorage.setItem('signedOut', 'yes');
    });
    expect((await goTo('/cloudTemplate')).path).toBe('/login?redirect=%2FcloudTemplate');
    await page.evaluate(() => localStorage.removeItem('signedOut'));
    expect((await goTo('/login')).path).toBe('/index');
  });

  test('a wait is shown late, takes neither pointer nor focus, and ends with the answer', async () => {
    const { context } = opened;
    const element = createTestElement('rectangle', { xMm: 5, yMm: 5 });
    await saveLabelByCall(await visitorOf(context, opened.address), createTestTemplate([element], { name: 'Waiting' }));
    await goTo('/cloudTemplate');
    const overlay = page.getByTestId('loading-overlay');
    const duplicate = async (): Promise<void> => {
      await page
        .getByRole('button', { name: /^More.*Waiting/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    };
    let held: Route | null = null;
    await page.route(`${CALLS}/copyUserTemplateList`, (route) => void (held = route));
    await duplicate();
    await overlay.filter({ visible: true }).waitFor();
    await expect.poll(() => overlay.getAttribute('aria-busy')).toBe('true');
    const pressed = await page.evaluate(
      () =>
        document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-testid=loading-overlay]') === null,
    );
    expect(pressed).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-testid=loading-overlay]') ?? null))
      .toBeNull();
    await (held as Route | null)?.fulfill({ json: { code: 403, data: null, message: 'Not a word of this' } });
    await overlay.waitFor({ state: 'hidden' });
    await untilIdle(page);
    await expect.poll(() => page.getByText('Not a word of this').count()).toBe(0);
    await page.unroute(`${CALLS}/copyUserTemplateList`);
    // Without its token the page gets another one, and the copy is made.
    const names = Object.keys(antiForgeryHeaders(await page.evaluate(() => document.cookie)));
    await context.clearCookies({ name: names[0] ?? '' });
    await duplicate();
    await page.locator('.ant-message').getByText('was created').waitFor();
  });

  const LOOKS = [
    ['en', 390, 844],
    ['zh', 390, 844],
    ['en', 1280, 720],
    ['zh', 1280, 720],
  ] as const;
  const CASES = drawnOf('routes fit', LOOKS);
  test.each(CASES)(
    `no page is wider than the window in %s at %i x %i (seed ${SEED})`,
    async (language, width, height) => {
      await setWindowSize(page, { width, height });
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await goTo('/404');
      for (const path of ['/member', '/shareTemplate', '/pdfPrint', '/404']) {
        await follow(path, path, null);
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), { message: path })
          .toBe(true);
      }
    },
  );
});
