import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAssistantProcess, type AssistantProcess } from '#tests/assistant/assistant-process.ts';
import { createFolder } from '#tests/assistant/start-assistant.ts';
import { eitherHand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp } from '#tests/support/screen-walk.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** The print assistants of an account in the account page, each control by one of the hands. */
describe('the print assistants of an account', () => {
  let opened: OpenedPage;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ page, address } = opened);
    await signUp(page, address, 'ada.assistants');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const dialogsClosed = (): Promise<void> =>
    page.getByRole('dialog').filter({ visible: true }).waitFor({ state: 'hidden' });

  test('one is connected with the displayed command, listed with its printers, and disconnected', async () => {
    await using folder = await createFolder();
    for (const hand of eitherHand(page)) {
      await page.goto(`${address}/user`);
      const card = page.getByTestId('assistants');
      await hand.press(button('Connect a print assistant', card));
      await hand.type(dialog().getByLabel('Your password'), 'not this one');
      await hand.press(button('Create code', dialog()));
      await dialog().getByText('Incorrect password.').waitFor();
      await hand.type(dialog().getByLabel('Your password'), PASSWORD);
      await hand.press(button('Create code', dialog()));
      const line = (await dialog().getByTestId('bind-line').innerText()).trim();
      await hand.press(button('Copy', dialog()));
      const [, ...words] = line.split(' ');
      expect(words).toEqual(['--server', address, '--pair', expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)]);
      await using assistant: AssistantProcess = await startAssistantProcess(
        { ASSISTANT_DIR: join(folder.path, hand.name) },
        words,
      );
      await hand.press(button('Done', dialog()));
      await dialogsClosed();
      const item = card.getByRole('listitem');
      await item.getByText('Folder: ready').waitFor();
      await item.getByText('online', { exact: true }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await card.scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.setViewportSize({ width: 1280, height: 720 });
      await assistant.signal('SIGKILL');
      await item.getByText('offline', { exact: true }).waitFor();
      await item.getByText('Folder: no assistant is connected').waitFor();
      await hand.press(button(/^Disconnect /, item));
      await hand.press(button('Disconnect', dialog()));
      await card.getByText('No print assistant is connected to your account yet.').waitFor();
    }
  });

  test('one is connected on its own page with the code, and disconnected there', async () => {
    await using folder = await createFolder();
    for (const hand of eitherHand(page)) {
      const own = join(folder.path, `own ${hand.name}`);
      await using assistant: AssistantProcess = await startAssistantProcess({ ASSISTANT_DIR: own });
      await page.goto(`${address}/user`);
      await hand.press(button('Connect a print assistant', page.getByTestId('assistants')));
      await hand.type(dialog().getByLabel('Your password'), PASSWORD);
      await hand.press(button('Create code', dialog()));
      const code = (await dialog().getByTestId('bind-line').innerText()).trim().split(' ').at(-1) ?? '';
      await page.goto(
        `http://127.0.0.1:${assistant.port}/p/${await readFile(join(own, 'page-key'), 'utf8')}/?language=en`,
      );
      const server = page.getByRole('region', { name: 'Server' });
      await server.getByText('Not connected to a server.').waitFor();
      await hand.type(server.getByLabel('Server address'), address);
      await hand.type(server.getByLabel('Code'), 'abcd-efgh');
      await hand.press(button('Connect', server));
      await server.getByText('does not accept this assistant').waitFor();
      await untilIdle(server);
      await expect.poll(() => server.getByLabel('Server address').inputValue()).toBe(address);
      await hand.type(server.getByLabel('Code'), code);
      await hand.press(button('Connect', server));
      await page.getByRole('status').getByText(`Connected to ${address}.`).waitFor();
      await server.getByText('Account: ada.assistants').waitFor();
      await server.getByText('connected since').waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await server.scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.setViewportSize({ width: 1280, height: 720 });
      await hand.press(button(`Disconnect: ${address}`, server));
      await page.getByRole('status').getByText(`Disconnected from ${address}.`, { exact: true }).waitFor();
      await server.getByText('Not connected to a server.').waitFor();
      await expect(readFile(join(own, 'server.json'))).rejects.toThrow('ENOENT');
      await page.goto(`${address}/user`);
      // The assistant has reported it.
      await page.getByTestId('assistants').getByText('No print assistant is connected to your account yet.').waitFor();
    }
  });
});
