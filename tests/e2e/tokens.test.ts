import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp } from '#tests/support/screen-walk.ts';

/** The tokens of programs in the account page, each control by the pointer and by the keyboard. */
describe('the tokens of programs', () => {
  let opened: OpenedPage;
  let page: Page;
  let hands: readonly Hand[];
  let address: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ page, address } = opened);
    hands = handsOn(page);
    await signUp(page, address, 'tom.tokens');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const dialogsClosed = (): Promise<void> =>
    page.getByRole('dialog').filter({ visible: true }).waitFor({ state: 'hidden' });
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

  test('a token is created with rights and an expiry, shown once, works, and is revoked', async () => {
    for (const hand of hands) {
      await page.goto(`${address}/user`);
      const card = page.getByTestId('tokens');
      await hand.press(button('New token', card));
      await hand.type(dialog().getByLabel('Name'), `ERP by ${hand.name}`);
      // None of them is granted by default.
      await expect.poll(() => dialog().getByRole('checkbox', { checked: true }).count()).toBe(0);
      for (const right of ['See templates and their fields', 'See runs, fetch their pages and reports']) {
        await hand.press(dialog().getByRole('checkbox', { name: right }));
      }
      await hand.pick(
        dialog().getByRole('radiogroup', { name: 'Expires in' }),
        hand.name === 'pointer' ? '7 days' : '30 days',
      );
      await picture(`new token by ${hand.name}`);
      await hand.press(button('Continue', dialog()));
      await hand.type(dialog().getByLabel('Your password'), 'not this one');
      await hand.press(button('Create token', dialog()));
      await dialog().getByText('Incorrect password.').waitFor();
      await hand.type(dialog().getByLabel('Your password'), PASSWORD);
      await hand.press(button('Create token', dialog()));
      const token = (await dialog().getByTestId('token').innerText()).trim();
      await picture(`token by ${hand.name}`);
      await hand.press(button('Copy', dialog()));
      await hand.press(button('I have saved it', dialog()));
      await dialogsClosed();
      const item = card.getByRole('listitem').filter({ hasText: `ERP by ${hand.name}` });
      await item.getByText('See templates and their fields · See runs, fetch their pages and reports').waitFor();
      await item.getByText('not used yet').waitFor();
      expect(await page.content()).not.toContain(token);
      const statusOf = async (path: string): Promise<number> =>
        (await fetch(`${address}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await statusOf('templates'), await statusOf('runs')]).toEqual([200, 200]);
      const started = await fetch(`${address}/v1/runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(started.status).toBe(403);
      await hand.press(button(`Revoke ERP by ${hand.name}`));
      await hand.press(button('Revoke', dialog()));
      await item.waitFor({ state: 'detached' });
      expect(await statusOf('templates')).toBe(401);
    }
    await page.getByText('There are no tokens yet.').waitFor();
  });
});
