import { expect, onTestFinished, test } from 'vitest';
import { pinConnections } from '#model/data/rebind.ts';
import { boundTables } from '#model/data/tables.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, expectOk } from '#model/kernel/result.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { createSpreadsheetClient, type SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createWebSpreadsheets } from '#services/spreadsheet/web-spreadsheets.ts';
import { handleOf } from '#services/worker-handle.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createMemoryWebCopies } from '#tests/support/memory-web-copies.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createThreadWorker } from '#tests/support/thread-worker.ts';

const ADDRESS = 'https://data.example/goods.csv';
const THREAD = new URL('../support/data-worker-thread.ts', import.meta.url);
const REF = { connection: ADDRESS };
const fileOf = (text: string, name = 'goods.csv'): File =>
  Object.assign(new Blob([text]), { name, lastModified: 0, webkitRelativePath: '' }) as File;
const goods = (rows: string): File => fileOf(`Article,Price\n${rows}`);

function createDevice() {
  const store = createMemorySpreadsheetStore();
  const copies = createMemoryWebCopies();
  let clock = 1000;
  /** Each page starts with the data stored on the device. */
  const openPage = (): SpreadsheetClient => {
    const files = createSpreadsheetClient({
      createWorker: () => handleOf(createThreadWorker(THREAD)),
      store,
      responseTimeoutMs: 20_000,
    });
    const client = createWebSpreadsheets({ files, copies, now: () => clock++ });
    onTestFinished(() => client.dispose());
    return client;
  };
  return { store, openPage };
}
const rowsOf = async (client: SpreadsheetClient, connection = ADDRESS) =>
  expectOk(await client.rows({ connection }, 'Sheet1', ['Article'], 0, 10)).rows.flat();

test('a spreadsheet of an address is identified by it, and still there after a reload', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  const opened = expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  expect(opened).toMatchObject({ connection: ADDRESS, fileName: 'goods.csv', fetchedAt: 1000 });
  expect(await rowsOf(page)).toEqual(['Pear']);

  const later = openPage();
  expect(await rowsOf(later)).toEqual(['Pear']);
  expect(expectOk(await later.reopen(REF, 'goods.csv'))).toMatchObject({ connection: ADDRESS, fetchedAt: 1000 });
});

test('its first rows already have the address', async () => {
  const page = createDevice().openPage();
  const first = expectOk(await page.open(goods('Pear,1\n')));
  // A reader that reports a part, and then finds that the file is damaged.
  const files: SpreadsheetClient = {
    ...page,
    async open(_file, options) {
      options?.onPart?.(first);
      return err(problem('data.unreadable'));
    },
  };
  const client = createWebSpreadsheets({ files, copies: createMemoryWebCopies(), now: () => 7 });
  const parts: SpreadsheetInfo[] = [];
  const opened = await client.open(goods(''), { address: ADDRESS, onPart: (part) => parts.push(part) });
  expect(opened).toMatchObject({ error: { code: 'data.unreadable' } });
  expect(parts).toMatchObject([{ connection: ADDRESS, fetchedAt: 7 }]);
  expect(client.contentOf(REF).connection).toBe(ADDRESS);
});

test('an address that was never fetched here is not connected', async () => {
  const { openPage } = createDevice();
  expect(await openPage().reopen(REF, 'goods.csv')).toEqual({ ok: false, error: { code: 'data.notConnected' } });
});

test('a newly fetched file replaces the old one, which remains available by its hash', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  const before = page.contentOf(REF).connection;
  expect(before).toMatch(/^sha256:/);
  expectOk(await page.open(goods('Plum,2\nApple,3\n'), { address: ADDRESS }));
  expect(await rowsOf(page)).toEqual(['Plum', 'Apple']);
  expect(await rowsOf(page, before)).toEqual(['Pear']);
  expect(await rowsOf(openPage())).toEqual(['Plum', 'Apple']);
});

test('an unreadable file leaves the earlier copy', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  expect(await page.open(fileOf('%PDF-1.7'), { address: ADDRESS })).toMatchObject({ ok: false });
  expect(await rowsOf(page)).toEqual(['Pear']);
  expect(await page.open(fileOf('', 'a.csv'), { address: 'https://data.example/a' })).toMatchObject({ ok: false });
  expect(await page.reopen({ connection: 'https://data.example/a' }, 'a')).toMatchObject({
    error: { code: 'data.notConnected' },
  });
});

test('a copy that is still the newest counts as fetched now', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  expectOk(await page.confirmCopy(REF));
  expect(expectOk(await page.reopen(REF, 'goods.csv')).fetchedAt).toBe(1001);
  expect(expectOk(await openPage().reopen(REF, 'goods.csv')).fetchedAt).toBe(1001);
});

test('edited cells belong to the file, and not to later versions of the address', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  expectOk(await page.edit(REF, 'Sheet1', [{ row: 0, column: 'Article', text: 'Quince' }]));
  expect(await rowsOf(page)).toEqual(['Quince']);
  expect(page.edits(REF, 'Sheet1')).toHaveLength(1);
  const before = page.contentOf(REF);
  expectOk(await page.open(goods('Plum,2\n'), { address: ADDRESS }));
  expect(page.edits(REF, 'Sheet1')).toEqual([]);
  expect(await rowsOf(page)).toEqual(['Plum']);
  expect(page.edits(before, 'Sheet1')).toHaveLength(1);
  expect(await rowsOf(page, before.connection)).toEqual(['Quince']);
});

test('a file without an address is unchanged', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  const opened = expectOk(await page.open(goods('Pear,1\n')));
  expect(opened.connection).toMatch(/^sha256:/);
  expect(opened.fetchedAt).toBeUndefined();
  expect(page.contentOf(opened)).toEqual({ connection: opened.connection, reading: undefined });
  expect(expectOk(await page.preview(goods('Pear,1\n'), undefined, 5)).rows[0]).toEqual([['Pear', '1']]);
});

test('a run is bound to the file itself, and to all else unchanged', async () => {
  const { openPage } = createDevice();
  const page = openPage();
  expectOk(await page.open(goods('Pear,1\n'), { address: ADDRESS }));
  const place = { fileName: 'goods.csv', sheet: 'Sheet1', column: 'Article', firstValue: '', text: '' };
  const bound = (connection: string) => ({ type: 'column' as const, connection, ...place });
  const local = createTestElement('text', { sources: [bound('sha256:00')] });
  const template = createTestTemplate([createTestElement('text', { sources: [bound(ADDRESS)] }), local]);
  const pinned = pinConnections(template, (source) => page.contentOf(source).connection);
  expect(boundTables(pinned).map(({ connection }) => connection)).toEqual([
    page.contentOf(REF).connection,
    'sha256:00',
  ]);
  expect(pinned.elements[1]).toBe(local);
});
