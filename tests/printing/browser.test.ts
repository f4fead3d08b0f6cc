import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolder, startAssistant } from '#tests/assistant/start-assistant.ts';
import type { PrintingPage } from '#tests/support/printing-page.ts';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';

let opened: VitePage;

beforeAll(async () => {
  opened = await openVitePage('/tests/support/printing-page.ts', ['idb', 'typebox', 'typebox/value']);
  await opened.page.waitForFunction(() => 'printingPage' in globalThis);
});

afterAll(() => opened?.close());

function connect(port: number): Promise<string> {
  return opened.page.evaluate(
    (url) => (globalThis as unknown as { printingPage: PrintingPage }).printingPage.connect(url),
    `ws://127.0.0.1:${port}`,
  );
}

test('a page reaches the assistant that allows it, and gets the reason of a rejection', async () => {
  await using folder = await createFolder();
  const { origin } = new URL(opened.page.url());
  await using friendly = await startAssistant(folder.path, { openOrigins: [origin] });
  await using closed = await startAssistant(folder.path, { origins: [origin] });
  await using stern = await startAssistant(folder.path, { origins: ['http://127.0.0.1:1'] });
  const other = createServer((_request, response) => response.end('something else'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await connect(friendly.port)).toBe('Folder');
  expect(await connect(closed.port)).toBe('assistant.notPaired');
  expect(await connect(stern.port)).toBe('assistant.refusedOrigin');
  // From here a web server looks like an assistant that does not know this page.
  expect(await connect(port)).toBe('assistant.refusedOrigin');
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  expect(await connect(port)).toBe('assistant.notRunning');
});

test('the journal keeps sent pages, and reports when it cannot', async () => {
  const kept = await opened.page.evaluate(() =>
    (globalThis as unknown as { printingPage: PrintingPage }).printingPage.keepJournal(),
  );
  expect(kept).toEqual({
    steps: ['ok', 'ok', 'ok', 'ok', 'ok', 'print.noJournal', 'print.noJournal'],
    jobs: [expect.objectContaining({ jobId: 'j', printer: 'Folder', templateHash: 't', state: 'finished' })],
    pages: [
      expect.objectContaining({ sequence: 1, rows: [2], pngHash: 'a', state: 'spooled' }),
      expect.objectContaining({ sequence: 2, rows: [3], pngHash: 'b', state: 'notPrinted' }),
      expect.objectContaining({ sequence: 3, rows: [4], pngHash: 'c', state: 'sent' }),
    ],
  });
});

test('the readings of the last jobs are kept in parts, and those of old ones are deleted', async () => {
  const kept = await opened.page.evaluate(() =>
    (globalThis as unknown as { printingPage: PrintingPage }).printingPage.keepReadings(),
  );
  const rows = [{ row: 0 }, { row: 1 }, { row: 2 }, { row: 3 }];
  expect(kept).toEqual({ 'readings-1': [], 'readings-3': rows, 'readings-7': rows });
});

test('a printer has one run at a time; the others wait for it, each until it is canceled', async () => {
  const locks = await opened.page.evaluate(() =>
    (globalThis as unknown as { printingPage: PrintingPage }).printingPage.lockTwice(),
  );
  expect(locks).toEqual([
    'first has it',
    'second waits',
    'third waits',
    'other has it',
    'third aborted',
    'second has it',
  ]);
});
