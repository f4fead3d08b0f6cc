import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pressElsewhere } from '#tests/support/box-of.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openProduct, UNOPTIMIZED, type OpenedProduct } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A fresh start: membership is on, and paid in the sandbox. */
describe('membership', () => {
  let opened: OpenedProduct;
  let page: Page;
  let pointer: Hand;
  let keyboard: Hand;
  let axe: string;

  beforeAll(async () => {
    opened = await openProduct({ MEMBERSHIP: 'on' }, { args: [UNOPTIMIZED] });
    ({ page } = opened);
    [pointer, keyboard] = handsOn(page) as [Hand, Hand];
    axe = await readFile(AXE, 'utf8');
    page.on('dialog', (dialog) => void dialog.accept());
    await opened.driver.register('buyer', 'correct horse battery');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();

  async function checkAccess(of: Page): Promise<void> {
    await of.evaluate(axe);
    const found = await of.evaluate(() =>
      (globalThis as { axe?: { run(): Promise<AxeResults> } }).axe
        ?.run()
        .then(({ violations }) =>
          violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
        ),
    );
    expect(found).toEqual([]);
  }

  /** Presses a button of the page that the code leads to. */
  async function answerOrder(button: 'sandbox-pay' | 'sandbox-fail', hand: (on: Page) => Hand): Promise<void> {
    const link = (await page.getByTestId('pay-link').getAttribute('href')) ?? '';
    const phone = await opened.context.newPage();
    await phone.goto(link);
    await phone.getByTestId(button).waitFor();
    await hand(phone).press(phone.getByTestId(button));
    await phone.getByRole('status').last().waitFor();
    await phone.close();
  }
  const pointerOn = (on: Page): Hand => handsOn(on)[0] as Hand;
  const keyboardOn = (on: Page): Hand => handsOn(on)[1] as Hand;

  test('a table is for members, which its dialog says', async () => {
    await opened.driver.createLabel('Members');
    await pointer.press(page.getByTestId('palette-table'));
    await dialog().getByText('Tables are for members only.').waitFor();
    await expect
      .poll(() => dialog().getByRole('link', { name: 'Become a member' }).getAttribute('href'))
      .toBe('/member');
    await expect
      .poll(() => dialog().getByRole('link', { name: 'Become a member' }).getAttribute('target'))
      .toBe('_blank');
    await checkAccess(page);
    await keyboard.press(dialog().getByRole('button', { name: 'Cancel' }));
    await dialog().waitFor({ state: 'hidden' });
    await page.goto(`${opened.address}/printRecords`);
    await dialog().getByText('Print records can be seen by members only.').waitFor();
    await pointer.press(dialog().getByRole('button', { name: 'Cancel' }));
  });

  test('a code is redeemed in a dialog that a click outside closes', async () => {
    await page.goto(`${opened.address}/member`);
    await keyboard.press(page.getByTestId('redeem'));
    const field = dialog().getByLabel('Redemption code');
    await keyboard.press(dialog().getByRole('button', { name: 'Redeem now' }));
    await dialog().getByText('Please enter the redemption code.').waitFor();
    await keyboard.type(field, '0000-1111-2222-3333');
    await pointer.press(dialog().getByRole('button', { name: 'Redeem now' }));
    await dialog().getByText('This code can’t be redeemed.').waitFor();
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(4);
    await pressElsewhere(page);
    await dialog().waitFor({ state: 'hidden' });
  });

  test('a failed payment is reported, and another order paid', async () => {
    await page.getByTestId('plan-month').waitFor();
    await setWindowSize(page, { width: 1280, height: 720 });
    await keyboard.press(page.getByTestId('plan-month'));
    await page.getByTestId('pay-qr').waitFor();
    await checkAccess(page);
    await answerOrder('sandbox-fail', keyboardOn);
    await page.getByTestId('pay-ended').getByText('Payment failed').waitFor();
    const asked = new Set<unknown>();
    page.on('request', (request) => {
      if (request.url().endsWith('/getStatusOrder')) asked.add((request.postDataJSON() as { o_id: string }).o_id);
    });
    await pointer.press(page.getByTestId('plan-year'));
    await page.getByTestId('pay-qr').waitFor();
    await answerOrder('sandbox-pay', pointerOn);
    await page.getByTestId('member-state').getByText('You are a member').waitFor();
    await page.getByTestId('pay-ended').getByText('Payment successful').waitFor();
    await expect.poll(() => page.locator('[data-granted="true"]').count()).toBeGreaterThan(8);
    // The year's order was requested, and the month's no more.
    expect(asked.size).toBe(1);
  });

  test('a package enlarges the space', async () => {
    await page.goto(`${opened.address}/expansion`);
    await page.getByTestId('plan-space-10-month').waitFor();
    await pointer.press(page.getByTestId('plan-space-10-month'));
    await page.getByTestId('pay-qr').waitFor();
    await answerOrder('sandbox-pay', pointerOn);
    await page.locator('.space-packages [data-holds="true"]').getByText('+ 10 GB').waitFor();
  });

  test.each(drawnOf('paying on a telephone', ['member', 'expansion']))(
    `%s fits a telephone in Chinese while it waits for a payment (seed ${SEED})`,
    async (path) => {
      await page.evaluate(() => localStorage.setItem('language', 'zh'));
      await setWindowSize(page, { width: 390, height: 844 });
      await page.goto(`${opened.address}/${path}`);
      await page.getByRole('button', { name: '12 个月' }).first().click();
      await page.getByTestId('pay-qr').waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
  );
});
