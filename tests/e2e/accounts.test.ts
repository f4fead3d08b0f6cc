import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eitherHandName, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openProduct, UNOPTIMIZED, type OpenedProduct } from '#tests/support/open-editor.ts';
import { startProvider, type TestProvider } from '#tests/support/oidc-provider.ts';
import { freePort } from '#tests/support/product.ts';

const PASSWORD = 'correct horse battery 7';
const NEW_PASSWORD = 'quite another horse 8';

let provider: TestProvider;
let opened: OpenedProduct;
let page: Page;

beforeAll(async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  provider = await startProvider([`${address}/thirdLogin`]);
  const { issuer, clientId, clientSecret } = provider;
  const providers = [{ id: 'house', name: 'House', issuer, clientId, clientSecret }];
  opened = await openProduct(
    { PORT: String(port), OIDC_PROVIDERS: JSON.stringify(providers) },
    { args: [UNOPTIMIZED] },
  );
  page = opened.page;
});
afterAll(async () => {
  await opened?.close();
  await provider?.close();
});
keepPictures(() => page);

/** Each control of the screens for visitors and of the bindings, by one of the hands. */
describe.each(eitherHandName('accounts of visitors'))('accounts, with the %s', (name) => {
  let hand: Hand;
  /** Each hand has an account of its own, here and at the provider. */
  const [which, own, another] = name === 'pointer' ? [0, 'ana', 'carl'] : [1, 'bob', 'dora'];
  const mail = `${own}@labels.example`;
  const phone = `+8613812345${which}78`;

  beforeAll(async () => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    await leave();
  });

  /** The field with this label, which the choice above it may have too. */
  const field = (name: string): ReturnType<Page['getByLabel']> =>
    page.getByLabel(name, { exact: true }).and(page.locator('input:not([type=radio])'));
  const button = (name: string): ReturnType<Page['getByRole']> => page.getByRole('button', { name, exact: true });

  async function leave(): Promise<void> {
    await page.goto(`${opened.address}/healthz`);
    await opened.context.clearCookies();
    await page.evaluate(() => localStorage.clear());
  }

  /** Presses "Send code" and types the code from the server's console. */
  async function takeCode(to: string): Promise<void> {
    const before = opened.product.output().length;
    await hand.press(button('Send code'));
    const sent = new RegExp(`to ${to.replaceAll(/[+.]/g, '\\$&')}:.*?\\b(\\d{6})\\b`);
    await expect.poll(() => sent.exec(opened.product.output().slice(before))?.[1]).toMatch(/\d{6}/);
    await page.getByText(`was sent to ${to}`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Resend in \d+ s$/ }).isDisabled()).toBe(true);
    await hand.type(field('Code'), sent.exec(opened.product.output().slice(before))?.[1] ?? '');
  }

  test('an account is created by e-mail after the terms are accepted', async () => {
    await page.goto(`${opened.address}/register`);
    await hand.pick(page.getByRole('radiogroup', { name: 'How to register' }), 'Email');
    await hand.press(button('Send code'));
    await page.getByText('Enter a valid email address').waitFor();
    await hand.type(field('Email'), mail);
    await takeCode(mail);
    await hand.type(field('Password'), PASSWORD);
    await hand.type(field('Confirm password'), 'another');
    await page.getByText('The passwords do not match').waitFor();
    await hand.type(field('Confirm password'), PASSWORD);
    for (const text of ['Terms of use', 'Privacy notice']) {
      await hand.press(button(text));
      const dialog = page.getByRole('dialog', { name: text });
      await dialog.getByRole('heading').nth(1).waitFor();
      await hand.press(dialog.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }));
      await dialog.waitFor({ state: 'hidden' });
    }
    await hand.press(button('Create account'));
    await page.getByText('Agree to the terms and the privacy notice to continue').waitFor();
    await hand.press(page.getByRole('checkbox'));
    await hand.press(button('Create account'));
    await page.waitForURL('**/index');
  });

  test('a code signs in on the page that asks for the account first', async () => {
    await leave();
    await page.goto(`${opened.address}/login?redirect=${encodeURIComponent('/cloudTemplate')}`);
    await hand.press(page.getByRole('link', { name: 'Sign in with a code' }));
    await hand.type(field('Email, phone number or username'), mail);
    await hand.press(button('Next'));
    await hand.press(button('Another account'));
    await hand.type(field('Email, phone number or username'), mail);
    await hand.press(button('Next'));
    await hand.type(field('Password'), 'wrong');
    await hand.press(button('Sign in'));
    await page.getByText('Incorrect username or password.').waitFor();
    await hand.pick(page.getByRole('radiogroup', { name: 'How to sign in' }), 'Code');
    await takeCode(mail);
    await hand.press(button('Sign in'));
    await page.waitForURL('**/cloudTemplate');
  });

  test('a forgotten password is replaced with a code', async () => {
    await leave();
    await page.goto(`${opened.address}/login`);
    await hand.press(page.getByRole('link', { name: 'Forgot your password?' }));
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await hand.type(field('Email'), mail);
    await takeCode(mail);
    await hand.type(field('Password'), NEW_PASSWORD);
    await hand.type(field('Confirm password'), NEW_PASSWORD);
    await hand.press(button('Set password and sign in'));
    await page.waitForURL('**/index');
  });

  test('a phone number and a third party are bound, and the number is removed', async () => {
    await page.goto(`${opened.address}/bindings`);
    await hand.press(button('Link: Phone number'));
    await page.getByRole('dialog').waitFor();
    // The one after the usual one of the language: the list is longer than its view. Then a number of another country.
    await hand.choose(page.getByRole('dialog').locator('.ant-select'), 'Uruguay');
    await hand.type(field('Phone number'), phone);
    await takeCode(phone);
    await hand.type(field('Your password, to confirm that it is you'), NEW_PASSWORD);
    await hand.press(button('Link'));
    await page.getByRole('listitem').filter({ hasText: phone }).waitFor();

    await hand.press(button('Link: House'));
    await hand.type(field('Your password, to confirm that it is you'), NEW_PASSWORD);
    await hand.press(button('Continue'));
    await hand.press(button(`I am ${own}`));
    await page.waitForURL('**/bindings');
    await page
      .getByRole('listitem')
      .filter({ hasText: `${own}@example.com` })
      .waitFor();

    await hand.press(button('Remove: Phone number'));
    await hand.type(field('Your password, to confirm that it is you'), 'wrong');
    await hand.press(button('Remove'));
    await page.getByText('Incorrect password.').waitFor();
    await hand.type(field('Your password, to confirm that it is you'), NEW_PASSWORD);
    await hand.press(button('Remove'));
    await button('Remove: Phone number').waitFor({ state: 'hidden' });

    await hand.press(button('Change: Password'));
    await hand.type(field('Current password'), NEW_PASSWORD);
    await hand.type(field('Password'), PASSWORD);
    await hand.type(field('Confirm password'), PASSWORD);
    await hand.press(button('Change password'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('the provider signs in or creates an account, and a rejection there is shown', async () => {
    await leave();
    await page.goto(`${opened.address}/login`);
    await hand.press(button('Continue with House'));
    await hand.press(button('Refuse'));
    await page.getByText('You have refused at the provider').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await hand.press(page.getByRole('link', { name: 'To the sign-in page' }));
    await hand.press(button('Continue with House'));
    await hand.press(button(`I am ${own}`));
    await page.waitForURL('**/index');

    await leave();
    await page.goto(`${opened.address}/prelogin`);
    await hand.press(button('Continue with House'));
    await hand.press(button(`I am ${another}`));
    await page.getByText('One more step').waitFor();
    await hand.press(page.getByRole('checkbox'));
    await hand.press(button('Create account'));
    await page.waitForURL('**/index');
    await page.goto(`${opened.address}/thirdLogin`);
    await page.getByText('Start from the sign-in page').waitFor();
  });
});
