import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { startProduct, type Product } from '#tests/support/product.ts';
import {
  closeDialog,
  editorStops,
  fillLabel,
  homeStops,
  PASSWORD,
  signUp,
  type Stop,
} from '#tests/support/screen-walk.ts';
import { watchButtons, type SteadyButtons } from '#tests/support/steady-buttons.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../.cache/e2e');
/** How long nothing may have happened before a dialog counts as ready. */
const REST_MS = 500;

/** A press must never be lost because the button under the pointer moved away. */
describe('dialogs', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let buttons: SteadyButtons;
  let folder: string;
  const faults: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labelwright-dialogs-'));
    product = await startProduct();
    browser = await launchChromium();
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })).newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => void dialog.accept());
    buttons = await watchButtons(page);
    await signUp(page, product.address, 'dialogs');
    await fillLabel(page, product.address, folder);
    await page.getByTestId('save').click();
    await page.waitForURL(/labelStatus=edit/);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
    expect(faults).toEqual([]);
  }, 60_000);

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
  });

  /** Opens each, and says which buttons moved; a dialog without any button would prove nothing. */
  async function restless(stops: readonly Stop[]): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    for (const { name, open, close } of stops) {
      await buttons.clear();
      await open(page);
      await page.waitForTimeout(REST_MS);
      const seen = await buttons.seen();
      if (close !== undefined && seen.pressable.length === 0) found[name] = ['no button was seen'];
      if (seen.faults.length > 0) found[name] = seen.faults;
      await close?.(page);
    }
    return found;
  }

  test('no button of the editor moves or is made anew once it can be pressed', { timeout: 120_000 }, async () => {
    // The label must have unsaved changes, or leaving would ask nothing.
    await page.getByTestId('action-rotate').click();
    expect(await restless(editorStops())).toEqual({});
  });

  test('the buttons of an export stay while it runs and when it is over', { timeout: 60_000 }, async () => {
    await page.getByTestId('export').click();
    await page.locator('.ant-dropdown:visible [role="menuitem"]').first().click();
    await page.locator('.ed-export .ant-radio-wrapper').last().click();
    await page.getByTestId('export-start').and(page.locator(':enabled')).waitFor();
    await buttons.clear();
    await Promise.all([page.waitForEvent('download'), page.getByTestId('export-start').press('Enter')]);
    await page.getByTestId('export-over').waitFor();
    const { pressable, faults: moves } = await buttons.seen();
    expect(pressable).toContain('export-start');
    expect(moves).toEqual([]);
    await closeDialog(page);
  });

  test('nor when rows were refused: the reasons scroll above them', { timeout: 60_000 }, async () => {
    await page.getByTestId('palette-barcode').click();
    await page.getByTestId('content-input').fill('');
    await page.getByTestId('export').click();
    await page.locator('.ant-dropdown:visible [role="menuitem"]').first().click();
    await page.locator('.ed-export .ant-radio-wrapper').last().click();
    await page.getByTestId('export-start').and(page.locator(':enabled')).waitFor();
    await buttons.clear();
    await page.getByTestId('export-start').click();
    await page.getByTestId('export-over').locator('li').nth(2).waitFor();
    await page.waitForTimeout(REST_MS);
    const { pressable, faults: moves } = await buttons.seen();
    await page.screenshot({ path: join(SCREENSHOTS, 'export-refused.png') });
    expect(pressable).toContain('export-start');
    expect(moves).toEqual([]);
    await closeDialog(page);
    await page.getByTestId('action-undo').click();
    await page.getByTestId('action-undo').click();
  });

  test(
    'nor one of unsaved work, of a name that is taken, or of a session that has ended',
    { timeout: 120_000 },
    async () => {
      // The draft is written a moment after the last edit; without a draft there is no dialog, and the test fails.
      await page.waitForTimeout(1_500);
      const draft: Stop = {
        name: 'draft',
        open: async () => {
          await page.reload();
          await page.locator('.ant-modal').waitFor();
        },
        close: async () => {
          await page.locator('.ant-modal .ant-btn-primary').click();
          await page.locator('.ant-modal').waitFor({ state: 'hidden' });
        },
      };
      const ended: Stop = {
        name: 'sign-in-again',
        open: async () => {
          const cookies = await page.context().cookies();
          await page.context().clearCookies();
          await page.getByTestId('save').click();
          await page.locator('.auth-again').first().waitFor();
          await page.context().addCookies(cookies);
        },
        close: async () => {
          // The dialog says it; a message beside it would say it twice.
          expect(await page.locator('.ant-message-notice').count()).toBe(0);
          await page.locator('.ant-modal input').nth(0).fill('dialogs');
          await page.locator('.ant-modal input').nth(1).fill(PASSWORD);
          await page.locator('.ant-modal button[type="submit"]').click();
          await page.locator('.auth-again').first().waitFor({ state: 'hidden' });
        },
      };
      expect(await restless([draft, ended])).toEqual({});
    },
  );

  test('nor one of the screens outside the editor', { timeout: 120_000 }, async () => {
    expect(await restless(homeStops(product.address))).toEqual({});
  });

  test('nor the one that forgets this computer, also where the server is away', { timeout: 60_000 }, async () => {
    await page.goto(`${product.address}/index`);
    const forget: Stop = {
      name: 'forget',
      open: async () => {
        await page.locator('.user-menu').click();
        await page.locator('.ant-dropdown:visible [role="menuitem"]').last().click();
        await page.locator('.ant-modal .forget-lost li').first().waitFor();
        await page.context().setOffline(true);
        await page.locator('.ant-modal .ant-btn-dangerous').click();
        await page.locator('.ant-modal .ant-alert').waitFor();
        await page.context().setOffline(false);
        await page.screenshot({ path: join(SCREENSHOTS, 'forget-failed.png') });
      },
      close: closeDialog,
    };
    expect(await restless([forget])).toEqual({});
  });
});
