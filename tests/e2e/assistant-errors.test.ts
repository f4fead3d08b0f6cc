import { createServer, type Server } from 'node:http';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import type { ProductParts } from '#tests/support/product.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** The print dialog when something other than the assistant answers. Each test continues from the last. */
describe('without the assistant', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let page: Page;
  let driver: EditorDriver;
  let dialog: Locator;

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver, parts } = opened);
    await driver.register('frida', 'correct horse battery');
    await driver.createLabel('Alone');
    await driver.place('qrcode', 5, 5);
    await driver.save();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function connect(): Promise<void> {
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  }

  async function expectNoAssistant(why: string): Promise<void> {
    const notice = dialog.locator('.print-no-assistant').filter({ hasText: why });
    await notice.waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
    await untilIdle(dialog);
    await expect.poll(async () => rawKeys((await dialog.textContent()) ?? '')).toEqual([]);
  }

  test('without a server: the dialog says how to get the assistant, and the preview is there all the same', async () => {
    dialog = await driver.openPrint();
    await expectNoAssistant('Please install and start the print assistant');
    await dialog.getByRole('link', { name: 'Get the assistant' }).waitFor();
    const picture = dialog.getByRole('img', { name: 'Page 1 as it will print' });
    await picture.waitFor();
    // Its space is reserved before its dots are there.
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1181);
  });

  test('another web server on its port is recognized', async () => {
    const other = createServer((_, response) => response.end('<h1>something else</h1>'));
    await using _ = await listen(other, parts.assistantPort);
    await connect();
    await expectNoAssistant('A program answers on the print assistant’s port, but not to this page');
  });

  test('another websocket on its port is recognized', async () => {
    // Removes the messages of the test before.
    await connect();
    await expectNoAssistant('Please install and start the print assistant');
    const other = createServer((_, response) => response.writeHead(426).end());
    const sockets = new WebSocketServer({ server: other });
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))));
    await using _ = await listen(other, parts.assistantPort);
    await connect();
    await expectNoAssistant('Another program is using the print assistant’s port');
    for (const client of sockets.clients) client.terminate();
  });

  test.each(handNames('assistant-errors'))(
    'one that knows the specification’s protocol alone prints once that is allowed, and is said not to confirm: by %s',
    async (name) => {
      const hand = handsOn(page).find((known) => known.name === name);
      if (hand === undefined) throw new Error(name);
      await page.evaluate(() => localStorage.removeItem('basicAssistant'));
      const cells: Record<string, unknown>[] = [];
      const other = createServer((_, response) => response.writeHead(426).end());
      const sockets = new WebSocketServer({ server: other });
      sockets.on('connection', (socket) =>
        socket.on('message', (frame) => {
          const { fun, data } = JSON.parse(String(frame).replace('hmarkwebclient ', '')) as {
            fun: string;
            data: object;
          };
          if (fun === 'getComputerPrinters') socket.send(JSON.stringify({ fun, code: 200, data: '["Old one"]' }));
          else if (fun === 'outputPrintting') {
            cells.push({ ...data });
            socket.send(JSON.stringify({ fun, code: 200, data: 'output Success' }));
          } else socket.send(JSON.stringify({ fun, code: 500, data: 'unknown' }));
        }),
      );
      const listening = await listen(other, parts.assistantPort);
      await hand.press(dialog.getByRole('button', { name: 'Connect', exact: true }));
      await expectNoAssistant('This assistant supports only the basic protocol');
      await hand.press(dialog.getByRole('button', { name: 'Print anyway' }));
      await dialog.getByText('Old one').waitFor();
      await dialog.getByText('Sent, not confirmed').waitFor();
      await hand.press(dialog.getByRole('button', { name: 'Print', exact: true }));
      await dialog.getByText('Printing is finished').waitFor();
      await dialog.getByText('Sent, not confirmed').waitFor();
      expect(cells).toHaveLength(1);
      expect(cells[0]).toMatchObject({ page: 1, row: 1, column: 1, printer: 'Old one', copies: 1 });
      await untilIdle(dialog);
      await expect.poll(async () => rawKeys((await dialog.textContent()) ?? '')).toEqual([]);
      for (const client of sockets.clients) client.terminate();
      await listening[Symbol.asyncDispose]();
      await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
      await hand.press(dialog.getByRole('button', { name: 'Look for printers again' }));
      await expectNoAssistant('Please install and start the print assistant');
    },
  );

  test('once it is started, connecting lists its printers and the label prints', async () => {
    const assistant = await parts.startAssistant();
    await connect();
    await dialog.getByText('Folder (files)').waitFor();
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();
    await dialog.getByRole('button', { name: 'Back to the settings' }).click();
    await assistant.kill();
    // The assistant was there a moment ago: the run must report that it disconnected, and that nothing was printed.
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Please install and start the print assistant').waitFor();
    await dialog.getByText('Printing stopped').waitFor();
  });
});

function listen(server: Server, port: number): Promise<AsyncDisposable> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({
        async [Symbol.asyncDispose]() {
          server.closeAllConnections();
          await new Promise((closed) => server.close(closed));
        },
      }),
    );
  });
}
