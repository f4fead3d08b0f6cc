import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, UPLOAD_CLOUD_PATH } from '#protocol/api.ts';
import { axeFaults } from '#tests/support/axe-faults.ts';
import { eitherHand, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp } from '#tests/support/screen-walk.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

const NAME = 'paula.account';
const PERIOD_MS = 30_000;

/** The account page, each control by one of the hands. Each test continues from the last. */
describe('the account page', () => {
  let opened: OpenedPage;
  let page: Page;
  let address: string;
  /** Of the account, until a test changes it. */
  let password = PASSWORD;

  beforeAll(async () => {
    opened = await openShared();
    ({ page } = opened);
    // Browsers know passkeys by a name, not by an address.
    address = opened.address.replace('127.0.0.1', 'localhost');
    const devtools = await opened.context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signUp(page, address, NAME);
    await page.goto(`${address}/index`);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const dialogsClosed = (): Promise<void> =>
    page.getByRole('dialog').filter({ visible: true }).waitFor({ state: 'hidden' });
  const portrait = (): Locator => page.getByAltText('Your profile picture');

  async function openCenter(hand: Hand): Promise<void> {
    await hand.press(button(/^Account/));
    const entry = page.getByRole('menuitem', { name: 'Account' });
    await entry.waitFor();
    if (hand.name === 'pointer') await hand.press(entry);
    else await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  }
  /** The quick way, when the menu is not under test. */
  async function goToCenter(): Promise<void> {
    const { pathname } = new URL(page.url());
    // The sign-in screen has no menu.
    if (pathname === '/bindings') await page.goto(`${address}/user`);
    else if (pathname !== '/user') {
      await button(/^Account/).click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
    }
    await page.getByTestId('security').waitFor();
    await untilIdle(page);
  }
  async function enterPassword(): Promise<void> {
    await page.getByLabel('Email or username').fill(NAME);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }
  async function confirmBy(hand: Hand, ok: string): Promise<void> {
    await hand.type(dialog().getByLabel('Your password'), password);
    await hand.press(button(ok, dialog()));
  }
  async function signOut(): Promise<void> {
    await button(/^Account/).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/login');
  }
  async function typePassword(hand: Hand): Promise<void> {
    await hand.type(page.getByLabel('Email or username'), NAME);
    await hand.type(page.getByLabel('Password', { exact: true }), password);
    await hand.press(button('Sign in'));
  }

  /** The only image in the cloud is opened in the portrait dialog. */
  async function fromCloud(hand: Hand): Promise<void> {
    await uploadCloudImage();
    await hand.press(button('From the cloud…', dialog()));
    const picker = page.getByRole('dialog', { name: 'Choose a cloud image' });
    await hand.press(picker.getByRole('radio', { name: 'me.png' }));
    await hand.press(picker.getByRole('button', { name: 'Confirm' }));
    await picker.waitFor({ state: 'hidden' });
    await dialog().getByRole('application').waitFor();
  }
  async function uploadCloudImage(): Promise<void> {
    const post = async (path: string, options: object): Promise<{ data: { data: string } }> =>
      (await (await page.request.post(`${address}${path}`, options)).json()) as { data: { data: string } };
    const token = await post(CALLS.uploadToken.path, { data: {} });
    const { data: folders } = (await post(CALLS.cloudDataList.path, { data: { type: 1 } })) as unknown as {
      data: { list: readonly { id: string }[] };
    };
    const buffer = PNG.sync.write({ width: 40, height: 30, data: Buffer.alloc(40 * 30 * 4, 200) });
    const file = { name: 'me.png', mimeType: 'image/png', buffer };
    await post(UPLOAD_CLOUD_PATH, {
      multipart: { token: token.data.data, tid: folders.list[0]?.id ?? '', name: 'me.png', file },
    });
  }

  test('nickname and portrait are changed', async () => {
    const file = join(opened.folder, 'me.png');
    const data = Buffer.alloc(400 * 300 * 4, 255);
    // The left half is red: the color of the result shows the position of the crop.
    for (let i = 0; i < 400 * 300; i++) if (i % 400 < 200) data.fill(0, i * 4 + 1, i * 4 + 3);
    await writeFile(file, PNG.sync.write({ width: 400, height: 300, data }));
    const wrong = join(opened.folder, 'me.svg.png');
    await writeFile(wrong, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const kept: string[] = [];
    const drawn = eitherHand(page);
    for (const hand of drawn) {
      await openCenter(hand);
      await hand.type(page.getByLabel('Nickname'), `Paula by ${hand.name}`);
      await hand.press(button('Save', page.getByTestId('profile')));
      await button(`Account: Paula by ${hand.name}`).waitFor();

      await hand.press(button('Change picture'));
      const chooser = page.waitForEvent('filechooser');
      await hand.press(button('Choose an image', dialog()));
      await (await chooser).setFiles(wrong);
      await dialog().getByText('Only jpeg, jpg and png images can be used').waitFor();
      if (hand === drawn.at(-1)) await fromCloud(hand);
      await dialog().getByLabel('Choose an image').last().setInputFiles(file);
      const area = dialog().getByRole('application');
      // Until then the area shows the smaller picture from the cloud.
      await expect.poll(async () => (await area.boundingBox())?.width ?? 0).toBeGreaterThan(200);
      await expect.poll(() => button('Save', dialog()).isEnabled()).toBe(true);
      const zoom = dialog().getByRole('slider', { name: 'Zoom' });
      const box = await area.boundingBox();
      if (box === null) throw new Error('the crop is not shown');
      if (hand.name === 'pointer') {
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.wheel(0, -200);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
        await page.mouse.up();
      } else {
        await area.focus();
        for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
        await zoom.focus();
        for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
      }
      await expect.poll(async () => Number(await zoom.getAttribute('aria-valuenow'))).toBeGreaterThan(1);
      await hand.press(button('Save', dialog()));
      await dialogsClosed();
      await portrait().waitFor();
      const source = (await portrait().getAttribute('src')) ?? '';
      kept.push(source);
      const shown = PNG.sync.read(Buffer.from(await (await page.request.get(address + source)).body()));
      expect([shown.width, shown.height]).toEqual([256, 256]);
      // The picture was moved to the right, so that more than the left half is red.
      expect([...shown.data.subarray(128 * 1024 + 140 * 4, 128 * 1024 + 140 * 4 + 3)]).toEqual([255, 0, 0]);
      await hand.press(button('Remove', page.getByTestId('profile')));
      await portrait().waitFor({ state: 'detached' });
    }
    expect(new Set(kept).size).toBe(drawn.length);
    for (const path of kept) expect((await page.request.get(address + path)).status()).toBe(404);
  });

  test('one-time codes are set up, asked for, replaced by a recovery code, and switched off', async () => {
    const drawn = eitherHand(page);
    for (const hand of drawn) {
      await goToCenter();
      await hand.press(button('Set up'));
      await confirmBy(hand, 'Continue');
      const qr = dialog().getByRole('img', { name: 'QR code of the secret' });
      await qr.waitFor();
      const file = join(SCREENSHOTS, 'second-factor-qr.png');
      await qr.screenshot({ path: file });
      const [code] = await readWithZbar(file);
      const secret = Secret.fromBase32(new URL(code?.data ?? '').searchParams.get('secret') ?? '');
      const codeAt = (timestamp: number): string => TOTP.generate({ secret, timestamp });
      await hand.type(dialog().getByLabel('Enter the code that the app shows:'), '000000');
      await hand.press(button('Confirm', dialog()));
      await dialog().getByText('This code is wrong').waitFor();
      await hand.type(dialog().getByLabel('Enter the code that the app shows:'), codeAt(Date.now()));
      await hand.press(button('Confirm', dialog()));
      const codes = dialog().getByTestId('recovery-codes').locator('li');
      await expect.poll(() => codes.count()).toBe(10);
      const recovery = await codes.first().innerText();
      await hand.press(button('Copy', dialog()));
      const download = page.waitForEvent('download');
      await hand.press(dialog().getByRole('link', { name: 'Download' }));
      expect(await readFile(await (await download).path(), 'utf8')).toContain(recovery);
      await hand.press(button('I have saved them', dialog()));
      await dialogsClosed();
      await page.getByText('10 recovery codes left.').waitFor();

      await signOut();
      await enterPassword();
      const field = page.getByLabel('Code from your authenticator app');
      // The code used for confirmation is used up; that of the next period is valid as well.
      await hand.type(field, codeAt(Date.now() + PERIOD_MS));
      await hand.press(button('Sign in'));
      await page.waitForURL('**/index');
      await signOut();
      await enterPassword();
      await hand.press(button('Back'));
      // The screen that asks for the account first asks for the second factor, too.
      await page.goto(`${address}/prelogin`);
      await hand.type(page.getByLabel('Email, phone number or username', { exact: true }), NAME);
      await hand.press(button('Next'));
      await hand.type(page.getByLabel('Password', { exact: true }), password);
      await hand.press(button('Sign in'));
      await field.waitFor();
      if (hand === drawn.at(-1)) {
        for (let wrong = 0; wrong < 6; wrong++) {
          await hand.type(field, `00000${wrong}`);
          await hand.press(button('Sign in'));
          await page.getByText(wrong < 5 ? 'This code is wrong' : /Too many wrong codes.* in \d+ s\./).waitFor();
          await expect.poll(() => button('Sign in').isEnabled()).toBe(true);
        }
      }
      await hand.press(button('Use a recovery code'));
      await hand.type(page.getByLabel('Recovery code'), recovery);
      await hand.press(button('Sign in'));
      await page.waitForURL('**/index');
      await goToCenter();
      await page.getByText('9 recovery codes left.').waitFor();
      await hand.press(button('Switch off'));
      await confirmBy(hand, 'Switch off');
      await dialogsClosed();
      await button('Set up').waitFor();
    }
  });

  test('a passkey is added, named, signs in, and is removed', async () => {
    for (const hand of eitherHand(page)) {
      await goToCenter();
      await hand.press(button('Add a passkey'));
      await confirmBy(hand, 'Continue');
      await hand.type(dialog().getByLabel('Name'), `Key of the ${hand.name}`);
      await hand.press(button('Save', dialog()));
      await dialogsClosed();
      await hand.press(button(`Rename Key of the ${hand.name}`));
      await hand.type(dialog().getByLabel('Name'), `Laptop ${hand.name}`);
      await hand.press(button('Save', dialog()));
      await button(`Remove Laptop ${hand.name}`).waitFor();
      await signOut();
      await hand.press(button('Sign in with a passkey'));
      await page.waitForURL('**/index');
      await goToCenter();
      await hand.press(button(`Remove Laptop ${hand.name}`));
      await hand.press(button('Remove', dialog()));
      await button(`Remove Laptop ${hand.name}`).waitFor({ state: 'detached' });
    }
  });

  test('the password is changed, and the sign-in methods are one press away', async () => {
    for (const hand of eitherHand(page)) {
      await goToCenter();
      const next = password === PASSWORD ? 'brighter than before' : PASSWORD;
      await hand.press(button('Change password'));
      await hand.type(dialog().getByLabel('Current password'), password);
      await hand.type(dialog().getByLabel('Password', { exact: true }), next);
      await hand.type(dialog().getByLabel('Confirm password'), next);
      await hand.press(button('Change password', dialog()));
      await dialogsClosed();
      password = next;
      await hand.press(page.getByRole('link', { name: 'Sign-in methods' }));
      await page.waitForURL('**/bindings');
      await page.getByRole('heading', { name: 'Sign-in methods' }).waitFor();
    }
    await goToCenter();
  });

  test('sessions are ended, one and all', async () => {
    for (const hand of eitherHand(page)) {
      const other = await opened.browser.newContext();
      await other.request.post(`${address}/interface/api/tem.app_public/userLogin`, {
        data: { account: NAME, password },
      });
      await page.reload();
      const list = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
      await expect.poll(() => list.count()).toBe(2);
      await list.first().getByText('This session').waitFor();
      await hand.press(button(/^End/, list.last()));
      await expect.poll(() => list.count()).toBe(1);
      const answer = await other.request.post(`${address}/interface/api/tem.app_public/getUserInfo`, { data: {} });
      expect(((await answer.json()) as { data: unknown }).data).toBeNull();
      await other.close();
      await hand.press(button('Sign out everywhere'));
      await hand.press(button('Sign out everywhere', dialog()));
      await page.waitForURL('**/login');
      await typePassword(hand);
      await page.waitForURL('**/index');
      await goToCenter();
    }
  });

  // One of its dialogs in each run, drawn by its seed; all at night. The screen itself is one of `homeStops`.
  const drawnDialogs = drawnOf('dialogs of the account', [
    'Change picture',
    'Set up',
    'Sign out everywhere',
    'New token',
    'Delete…',
  ]);
  test(`fits a narrow screen, and its dialog ${drawnDialogs.join(', ')} has no serious accessibility fault (seed ${SEED})`, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
    await untilIdle(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const name of drawnDialogs) {
      await button(name).click();
      await dialog().waitFor();
      await untilIdle(page);
      expect(await axeFaults(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await dialogsClosed();
    }
  });

  test('all data are exported, and the account is deleted', async () => {
    for (const hand of eitherHand(page)) {
      const download = page.waitForEvent('download');
      await hand.press(button('Download', page.getByTestId('data')));
      const file = await (await download).path();
      expect((await stat(file)).size).toBeGreaterThan(100);
      expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    }
    for (const hand of eitherHand(page)) {
      // A dialog with an open question can be closed.
      const answer = Promise.withResolvers<void>();
      const asked = page.waitForRequest('**/deleteAccount');
      await page.route('**/deleteAccount', (route) => answer.promise.then(() => route.continue()), { times: 1 });
      await hand.press(button('Delete…'));
      await hand.type(dialog().getByLabel('Your password'), 'not this one');
      await hand.press(button('Delete permanently', dialog()));
      await asked;
      await hand.press(button('Cancel', dialog()), 'while pending');
      await dialogsClosed();
      answer.resolve();

      await hand.press(button('Delete…'));
      await hand.type(dialog().getByLabel('Your password'), 'not this one');
      await hand.press(button('Delete permanently', dialog()));
      await dialog().getByText('Incorrect password.').waitFor();
      await hand.press(button('Cancel', dialog()));
      await dialogsClosed();
    }
    const [hand] = eitherHand(page);
    await button('Delete…').click();
    if (hand !== undefined) await confirmBy(hand, 'Delete permanently');
    await dialogsClosed();
    await page.waitForURL('**/login');
    await enterPassword();
    await page.getByText('Incorrect username or password.').waitFor();
  });
});
