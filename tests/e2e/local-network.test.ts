import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { SCREENSHOTS } from '#tests/support/open-editor.ts';
import { createProductParts, type ProductParts } from '#tests/support/product.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** Name of the permission, which changed between browser versions. */
const PERMISSIONS = ['local-network-access', 'local-network', 'loopback-network'];

let parts: ProductParts;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  parts = await createProductParts(undefined, { ALLOWED_HOSTS: 'shop.test' });
  await Promise.all([parts.startServer(), parts.startAssistant()]);
  // The browser treats the product's server as one on the internet, and asks before its pages reach this machine.
  const port = new URL(parts.address).port;
  browser = await launchChromium([
    `--ip-address-space-overrides=127.0.0.1:${port}=public`,
    '--host-resolver-rules=MAP shop.test 127.0.0.1',
    `--unsafely-treat-insecure-origin-as-secure=http://shop.test:${port}`,
  ]);
  page = await browser.newPage({ locale: 'en-US' });
});
afterAll(async () => {
  await browser?.close();
  await parts?.dispose();
});

test.each(handNames('local-network'))(
  'a site that may not reach this machine says how to allow it: by %s',
  async (name) => {
    const hand = handsOn(page).find((known) => known.name === name);
    if (hand === undefined) throw new Error(name);
    // Without a user to ask, the browser denies an undecided permission.
    await page.context().clearPermissions();
    await page.goto(`${parts.address}/download`);
    await page.getByText('The browser does not let this site reach the print assistant').waitFor();
    for (const permission of PERMISSIONS) {
      await page
        .context()
        .grantPermissions([permission], { origin: parts.address })
        .catch(() => undefined);
    }
    await hand.press(page.getByRole('button', { name: 'Check again' }));
    await page.getByRole('group', { name: 'Pair this browser with the print assistant' }).waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByText('The browser does not let this site').count()).toBe(0);
  },
);

test.each(handNames('local-network'))('what the browser is about to ask is explained before: by %s', async (name) => {
  // Another name than one of this machine, with an undecided permission.
  const shop = parts.address.replace('127.0.0.1', 'shop.test');
  const asking = await browser.newPage({ locale: 'en-US' });
  const reached: string[] = [];
  const note = (url: string): void => void (url.includes(`:${parts.assistantPort}`) && reached.push(url));
  asking.on('request', (request) => note(request.url()));
  asking.on('websocket', (socket) => note(socket.url()));
  await asking.addInitScript(() => {
    const query = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = (asked) =>
      /network/.test(asked.name) ? Promise.resolve({ state: 'prompt' } as PermissionStatus) : query(asked);
  });
  await asking.goto(`${shop}/download`);
  const shopHand = handsOn(asking).find((known) => known.name === name);
  await asking.getByText('The browser will ask whether this site may reach').waitFor();
  expect(reached).toEqual([]);
  await asking.screenshot({ path: join(SCREENSHOTS, `access to ask ${name}.png`) });
  await shopHand?.press(asking.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => reached.length).toBeGreaterThan(0);
  await asking.context().close();
});
