import { createHash, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCertificates } from '#print-assistant/certificate-files.ts';
import { createFolder } from '#tests/assistant/start-assistant.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { eitherHand } from '#tests/support/hands.ts';
import { keepPictures, openServer, type OpenedPage } from '#tests/support/open-editor.ts';
import { createProductParts, type ProductParts } from '#tests/support/product.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** Chromium's name of a trusted certificate: the hash of its key. */
function spkiHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

let folder: Awaited<ReturnType<typeof createFolder>>;
let parts: ProductParts;
let spki: string;

beforeAll(async () => {
  folder = await createFolder();
  const { certificate } = await openCertificates({ folder: folder.path, now: Date.now, log: () => undefined });
  spki = spkiHash(certificate);
  parts = await createProductParts();
  await parts.startServer();
  await parts.startAssistant({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'on' });
});
afterAll(async () => {
  await parts?.dispose();
  await folder?.[Symbol.asyncDispose]();
});

/** A browser of a user of this name, at the print dialog. */
async function openPrint(user: string, args: readonly string[]): Promise<readonly [OpenedPage, Locator]> {
  const opened = await openServer(parts.address, () => Promise.resolve(), { args });
  await opened.driver.register(user, 'correct horse battery');
  await opened.driver.createLabel('Sealed');
  await putElements(opened.page, [createTestElement('qrcode', { xMm: 5, yMm: 5 })]);
  return [opened, await opened.driver.openPrint()];
}

describe('a browser that trusts the certificate', () => {
  let opened: OpenedPage;
  let page: Page;
  let dialog: Locator;

  beforeAll(async () => {
    [opened, dialog] = await openPrint('tora', [`--ignore-certificate-errors-spki-list=${spki}`]);
    ({ page } = opened);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test('prints through an assistant with TLS', async () => {
    for (const hand of eitherHand(page)) {
      const before = (await readdir(join(folder.path, 'pages'))).length;
      await dialog.getByText('Folder (files)').waitFor();
      await hand.press(dialog.getByRole('button', { name: 'Print', exact: true }));
      await dialog.getByText('Printing is finished').waitFor();
      expect(await readdir(join(folder.path, 'pages'))).toHaveLength(before + 1);
      await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    }
  });

  test.each(
    drawnOf('the assistant’s own page', [
      ['en', 'TLS certificate'],
      ['zh', 'TLS 证书'],
    ] as const),
  )(
    `opens the assistant’s own page by TLS, which has the certificate, in %s (seed ${SEED})`,
    async (language, title) => {
      const own = await opened.context.newPage();
      // A plain-text address redirects there as well.
      await own.goto(`http://127.0.0.1:${parts.assistantPort}/`);
      expect(new URL(own.url()).protocol).toBe('https:');
      await own.goto(`${own.url().split('?')[0]}?language=${language}`);
      const section = own.getByRole('region', { name: title });
      const file = own.waitForEvent('download');
      await section.getByRole('link').click();
      expect((await file).suggestedFilename()).toBe('ca.crt');
      await own.close();
    },
  );
});

describe('a browser that does not trust the certificate', () => {
  let opened: OpenedPage;
  let page: Page;
  let dialog: Locator;

  beforeAll(async () => {
    [opened, dialog] = await openPrint('nora', []);
    ({ page } = opened);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test('says so in the print dialog, and opens the assistant’s page with an explanation', async () => {
    for (const hand of eitherHand(page)) {
      const notice = dialog
        .locator('.print-no-assistant')
        .filter({ hasText: 'its certificate is not trusted here yet' });
      await notice.waitFor();
      await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
      await untilIdle(dialog);
      await expect.poll(async () => rawKeys((await dialog.textContent()) ?? '')).toEqual([]);
      const way = dialog.getByRole('link', { name: 'Open the assistant’s page' });
      await expect.poll(() => way.getAttribute('href')).toBe(`https://127.0.0.1:${parts.assistantPort}/`);
      const next = opened.context.waitForEvent('page');
      await hand.press(way);
      await (await next).close();
      await hand.press(dialog.getByRole('button', { name: 'Connect', exact: true }));
      await notice.waitFor();
    }
  });

  test.each(
    drawnOf('where the assistant is got', [
      ['en', 'Open the assistant’s page', 'Check again'],
      ['zh', '打开打印助手的页面', '再次检查'],
    ] as const),
  )(`says so where the assistant is downloaded, too, in %s (seed ${SEED})`, async (language, way, again) => {
    const [hand] = eitherHand(page);
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await page.goto(`${parts.address}/download`);
    const link = page.getByRole('link', { name: way });
    await link.waitFor();
    await untilIdle(page);
    await expect.poll(async () => rawKeys((await page.locator('.assistant-status').textContent()) ?? '')).toEqual([]);
    const next = opened.context.waitForEvent('page');
    await hand?.press(link);
    await (await next).close();
    await hand?.press(page.getByRole('button', { name: again }));
    await link.waitFor();
  });
});
