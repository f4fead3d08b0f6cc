import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { handsOn } from '#tests/support/hands.ts';
import { createProductParts, type ProductParts } from '#tests/support/product.ts';

/** Which of the names a browser knows has changed over time. */
const PERMISSIONS = ['local-network-access', 'local-network', 'loopback-network'];
const PATIENCE = { timeout: 20_000 };

let parts: ProductParts;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  parts = await createProductParts();
  await Promise.all([parts.startServer(), parts.startAssistant()]);
  // The browser takes the product's server for one on the internet, and asks before its pages reach this machine.
  const port = new URL(parts.address).port;
  browser = await launchChromium([`--ip-address-space-overrides=127.0.0.1:${port}=public`]);
  page = await browser.newPage({ locale: 'en-US' });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await parts?.dispose();
}, 60_000);

test.each(['pointer', 'keyboard'] as const)(
  'a site that may not reach this machine says how to allow it: by %s',
  async (name) => {
    const hand = handsOn(page).find((known) => known.name === name);
    if (hand === undefined) throw new Error(name);
    // Nobody is there who could be asked: without a permission the browser denies it.
    await page.context().clearPermissions();
    await page.goto(`${parts.address}/download`);
    await page.getByText('The browser does not let this site reach the print assistant').waitFor(PATIENCE);
    for (const permission of PERMISSIONS) {
      await page
        .context()
        .grantPermissions([permission], { origin: parts.address })
        .catch(() => undefined);
    }
    await hand.press(page.getByRole('button', { name: 'Check again' }));
    await page.getByRole('group', { name: 'Pair this browser with the print assistant' }).waitFor(PATIENCE);
    expect(await page.getByText('The browser does not let this site').count()).toBe(0);
  },
);
