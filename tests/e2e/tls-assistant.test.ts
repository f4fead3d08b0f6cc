import { createHash, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCertificates } from '#print-assistant/tls/certificate-files.ts';
import { createFolder } from '#tests/assistant/start-assistant.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** What Chromium calls a certificate that it is to trust: the hash of its key. */
function spkiHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

describe.each([
  ['trusts', true],
  ['does not trust', false],
] as const)('a browser that %s the certificate', (_what, isTrusted) => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let opened: OpenedParts;
  let page: Page;
  let dialog: Locator;

  beforeAll(async () => {
    folder = await createFolder();
    const { certificate } = await openCertificates({ folder: folder.path, now: Date.now, log: () => undefined });
    const trust = isTrusted ? { args: [`--ignore-certificate-errors-spki-list=${spkiHash(certificate)}`] } : {};
    opened = await openParts(trust);
    ({ page } = opened);
    await opened.parts.startAssistant({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'on' });
    await opened.driver.register(isTrusted ? 'tora' : 'nora', 'correct horse battery');
    await opened.driver.createLabel('Sealed');
    await opened.driver.place('qrcode', 5, 5);
    await opened.driver.save();
    dialog = await opened.driver.openPrint();
  });
  afterAll(async () => {
    await opened?.close();
    await folder?.[Symbol.asyncDispose]();
  });
  keepPictures(() => page);

  const handOf = (name: string): Hand => handsOn(page).find((known) => known.name === name) ?? expect.fail(name);

  test.runIf(isTrusted).each(handNames('tls-assistant'))(
    'prints through an assistant that speaks TLS: by %s',
    async (name) => {
      const hand = handOf(name);
      const before = (await readdir(join(folder.path, 'pages'))).length;
      await dialog.getByText('Folder (files)').waitFor();
      await hand.press(dialog.getByRole('button', { name: 'Print', exact: true }));
      await dialog.getByText('Printing is finished').waitFor();
      expect(await readdir(join(folder.path, 'pages'))).toHaveLength(before + 1);
      await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    },
    60_000,
  );

  test.runIf(isTrusted)('opens the assistant’s own page, which has the certificate', async () => {
    const own = await opened.context.newPage();
    // An address in plain text leads there as well.
    await own.goto(`http://127.0.0.1:${opened.parts.assistantPort}/`);
    expect(new URL(own.url()).protocol).toBe('https:');
    for (const [language, title] of [
      ['en', 'TLS certificate'],
      ['zh', 'TLS 证书'],
    ] as const) {
      await own.goto(`${own.url().split('?')[0]}?language=${language}`);
      const section = own.getByRole('region', { name: title });
      await section.scrollIntoViewIfNeeded();
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
      ] as const) {
        await own.setViewportSize({ width, height });
        await section.screenshot({ path: join(SCREENSHOTS, `tls certificate ${language} ${width}.png`) });
      }
      const file = own.waitForEvent('download');
      await section.getByRole('link').click();
      expect((await file).suggestedFilename()).toBe('ca.crt');
    }
    await own.close();
  });

  test.runIf(!isTrusted).each(handNames('tls-assistant'))(
    'says so, and opens the assistant’s page on which it is told how: by %s',
    async (name) => {
      const hand = handOf(name);
      const notice = dialog
        .locator('.print-no-assistant')
        .filter({ hasText: 'its certificate is not trusted here yet' });
      await notice.waitFor();
      await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
      await untilIdle(dialog);
      await expect.poll(async () => rawKeys((await dialog.textContent()) ?? '')).toEqual([]);
      const way = dialog.getByRole('link', { name: 'Open the assistant’s page' });
      await expect.poll(() => way.getAttribute('href')).toBe(`https://127.0.0.1:${opened.parts.assistantPort}/`);
      const next = opened.context.waitForEvent('page');
      await hand.press(way);
      await (await next).close();
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
      ] as const) {
        await setWindowSize(page, { width, height });
        await page.screenshot({ path: join(SCREENSHOTS, `untrusted assistant ${width}.png`) });
      }
      await hand.press(dialog.getByRole('button', { name: 'Connect', exact: true }));
      await notice.waitFor();
    },
    60_000,
  );

  test.runIf(!isTrusted).each(handNames('tls-assistant'))(
    'says so where the assistant is got, too: by %s',
    async (name) => {
      for (const [locale, way, again] of [
        ['en-US', 'Open the assistant’s page', 'Check again'],
        ['zh-CN', '打开打印助手的页面', '再次检查'],
      ] as const) {
        const context = await opened.browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
        const download = await context.newPage();
        const hand = handsOn(download).find((known) => known.name === name) ?? expect.fail(name);
        await download.goto(`${opened.parts.address}/download`);
        const link = download.getByRole('link', { name: way });
        await link.waitFor();
        await untilIdle(download);
        await expect
          .poll(async () => rawKeys((await download.locator('.assistant-status').textContent()) ?? ''))
          .toEqual([]);
        for (const [width, height] of [
          [1280, 800],
          [1024, 768],
        ] as const) {
          await setWindowSize(download, { width, height });
          await download.screenshot({ path: join(SCREENSHOTS, `untrusted download ${locale} ${width}.png`) });
        }
        const next = context.waitForEvent('page');
        await hand.press(link);
        await (await next).close();
        await hand.press(download.getByRole('button', { name: again }));
        await link.waitFor();
        await context.close();
      }
    },
    60_000,
  );
});
