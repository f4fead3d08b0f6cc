import { afterEach, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { ALL_ROWS } from '#tests/support/all-rows.ts';
import { createSpreadsheetClient, type SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { handleOf } from '#services/worker-handle.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createThreadWorker, type ThreadWorker } from '#tests/support/thread-worker.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const SILENT = 'setInterval(() => undefined, 1000)';
const DYING = "require('node:worker_threads').parentPort.on('message', () => { throw new Error('out of memory') })";

const clients: SpreadsheetClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** A client whose workers are threads: the first ones run the given `scripts`, all later ones the real data worker. */
function createClient({
  scripts = [] as string[],
  store = createMemorySpreadsheetStore(),
  responseTimeoutMs = 20_000,
} = {}) {
  const workers: ThreadWorker[] = [];
  const client = createSpreadsheetClient({
    store,
    responseTimeoutMs,
    createWorker: () => {
      const script = scripts[workers.length] ?? new URL('../support/data-worker-thread.ts', import.meta.url);
      const worker = createThreadWorker(script);
      workers.push(worker);
      return handleOf(worker);
    },
  });
  clients.push(client);
  return { client, workers, store };
}

function createFile(first = 'x', rowCount = 3): File {
  const rows = Array.from({ length: rowCount }, (_, i) => [`${first}${i}`, i]);
  const blob = new Blob([buildXlsx([{ name: 'Data', rows: [['Name', 'Number'], ...rows] }])]);
  return Object.assign(blob, { name: `${first}.xlsx`, lastModified: 0, webkitRelativePath: '' }) as File;
}

test('opens a file, returns its rows and stores it for the next time', async () => {
  const { client, store } = createClient();
  const progress: number[] = [];
  const info = expectOk(await client.open(createFile(), { onProgress: ({ bytesDone }) => progress.push(bytesDone) }));
  expect(info).toMatchObject({ fileName: 'x.xlsx', sheets: [{ name: 'Data', rowCount: 3 }] });
  // It has its own channel, so it may arrive after the answer.
  await expect.poll(() => progress.length).toBeGreaterThan(0);
  const window = expectOk(await client.rows(info, 'Data', ['Number', 'Name'], 1, 5));
  expect(window.rows).toEqual([
    ['1', 'x1'],
    ['2', 'x2'],
  ]);

  const later = createClient({ store }).client;
  expect(expectOk(await later.rows(info, 'Data', ['Name'], 0, 1)).rows).toEqual([['x0']]);
  expect(expectOk(await later.reopen(info, 'renamed.xlsx')).fileName).toBe('renamed.xlsx');
});

test('a spreadsheet that is not stored is not connected', async () => {
  const { client } = createClient();
  expect(await client.reopen({ connection: 'sha256:00' }, 'x.xlsx')).toMatchObject({
    error: { code: 'data.notConnected' },
  });
  expect(await client.rows({ connection: 'sha256:00' }, 'Data', ['A'], 0, 1)).toMatchObject({
    error: { code: 'data.notConnected' },
  });
});

test('a bad file is a problem and leaves no worker behind', async () => {
  const { client, workers } = createClient();
  const file = Object.assign(new Blob(['%PDF-1.4']), { name: 'a.xlsx' }) as File;
  expect(await client.open(file)).toMatchObject({ error: { code: 'file.wrongType' } });
  expect(workers.map((worker) => worker.terminated)).toEqual([true]);
});

test('an abort kills the parse', async () => {
  const { client, workers } = createClient();
  const controller = new AbortController();
  const opening = client.open(createFile('big', 50_000), { signal: controller.signal });
  controller.abort();
  expect(await opening).toMatchObject({ error: { code: 'aborted' } });
  expect(workers.every((worker) => worker.terminated)).toBe(true);
  expectOk(await client.open(createFile()));
});

test('an unresponsive worker is killed', async () => {
  const { client, workers } = createClient({ scripts: [SILENT], responseTimeoutMs: 500 });
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'data.timeout' } });
  expect(workers[0]?.terminated).toBe(true);
});

test('a crashed worker is replaced', async () => {
  const { client, workers } = createClient({ scripts: [DYING] });
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'data.crashed' } });
  expect(workers[0]?.terminated).toBe(true);
  expectOk(await client.open(createFile()));
});

test('older spreadsheets are evicted and return from the store', async () => {
  const { client, workers } = createClient();
  const opened = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) opened.push(expectOk(await client.open(createFile(name))));
  expect(workers.filter((worker) => worker.terminated)).toHaveLength(1);
  const first = { connection: opened[0]?.connection ?? '' };
  const [one, two] = await Promise.all([
    client.rows(first, 'Data', ['Name'], 0, 1),
    client.rows(first, 'Data', ['Name'], 1, 1),
  ]);
  expect([expectOk(one).rows, expectOk(two).rows]).toEqual([[['a0']], [['a1']]]);
  expect(workers).toHaveLength(6);
});

test('dispose settles pending requests', async () => {
  const { client, workers } = createClient({ scripts: [SILENT] });
  const opening = client.open(createFile());
  client.dispose();
  expect(await opening).toMatchObject({ error: { code: 'aborted' } });
  expect(workers[0]?.terminated).toBe(true);
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'aborted' } });
});

test('a canceled reader does not affect others of the same file', async () => {
  const { store, client: before } = createClient();
  const info = expectOk(await before.open(createFile('big', 50_000)));
  const { client } = createClient({ store });
  const leaving = new AbortController();
  const part = Promise.withResolvers<null>();
  const left = client.reopen(info, 'big.xlsx', { signal: leaving.signal, onPart: () => part.resolve(null) });
  await part.promise;
  const rows = client.rows(info, 'Data', ['Name'], 49_999, 1);
  const whole = client.reopen(info, 'other.xlsx');
  leaving.abort();
  expect(await left).toMatchObject({ error: { code: 'aborted' } });
  expect(expectOk(await rows).rows).toEqual([['big49999']]);
  expect(expectOk(await whole).fileName).toBe('other.xlsx');
});

test('reading a file again does not affect earlier readers', async () => {
  const { store, client: before } = createClient();
  const info = expectOk(await before.open(createFile('big', 20_000)));
  const { client } = createClient({ store });
  const asked = [
    client.rows(info, 'Data', ['Name'], 1, 1),
    client.reopen(info, 'big.xlsx').then(() => client.rows(info, 'Data', ['Name'], 2, 1)),
    client.rows(info, 'Data', ['Name'], 3, 1),
    client.open(createFile('big', 20_000)).then(() => client.rows(info, 'Data', ['Name'], 4, 1)),
    client.rows(info, 'Data', ['Name'], 5, 1),
  ];
  const first = (await Promise.all(asked)).map((rows) => expectOk(rows).rows[0]?.[0]);
  expect(first).toEqual(['big1', 'big2', 'big3', 'big4', 'big5']);
});

test('the first rows can be read and bound while the rest is still being read', async () => {
  const { client, store } = createClient();
  const parts: { rows: number; first: readonly (readonly string[])[]; kept: boolean }[] = [];
  let looking = Promise.resolve();
  const info = expectOk(
    await client.open(createFile('x', 30_000), {
      onPart(part) {
        looking = looking.then(async () => {
          const window = await client.rows(part, 'Data', ['Name', 'Number'], 0, 2);
          const kept = expectOk(await store.get(part.connection)) !== null;
          parts.push({ rows: part.sheets[0]?.rowCount ?? 0, first: expectOk(window).rows, kept });
        });
      },
    }),
  );
  await looking;
  expect(info.sheets[0]?.rowCount).toBe(30_000);
  expect(parts[0]).toEqual({
    rows: 100,
    first: [
      ['x0', '0'],
      ['x1', '1'],
    ],
    kept: true,
  });
});

test('damage after the first rows is a problem in the end, and the file is not stored', async () => {
  const { client, store } = createClient();
  const rows = Array.from({ length: 5000 }, (_, i) => [
    `x${i}`,
    i === 4000 ? { xml: '<v>99999999</v>', attributes: 't="s"' } : i,
  ]);
  const blob = new Blob([buildXlsx([{ name: 'Data', rows: [['Name', 'Number'], ...rows] }])]);
  const file = Object.assign(blob, { name: 'x.xlsx' }) as File;
  const parts: SpreadsheetInfo[] = [];
  expect(await client.open(file, { onPart: (part) => parts.push(part) })).toMatchObject({
    error: { code: 'data.unreadable' },
  });
  expect(parts.map((part) => part.sheets[0]?.rowCount)).toEqual([100]);
  expect(expectOk(await store.list())).toEqual([]);
  expect(await client.rows(parts[0] ?? { connection: '' }, 'Data', ['Name'], 0, 1)).toMatchObject({
    error: { code: 'data.notConnected' },
  });
});

test('a view returns the rows of a query, in its order, until it is closed', async () => {
  const { client } = createClient();
  const info = expectOk(await client.open(createFile('x', 5000)));
  const stop = new AbortController();
  const query = { ...ALL_ROWS, search: 'X49', sort: [{ column: 'Number', descending: true }] };
  const view = expectOk(await client.view(info, 'Data', query, () => undefined, stop.signal));
  expect(expectOk(await view.done)).toEqual({ count: 111, ready: 111, done: true, share: 1 });
  const window = expectOk(await view.rows(['Name'], 0, 2));
  expect(window).toMatchObject({ rows: [['x4999'], ['x4998']], indexes: [4999, 4998] });
  expect(expectOk(await view.placeOf(4998))).toBe(1);
  expect(expectOk(await view.placeOf(3))).toBeNull();
  expect([...expectOk(await view.indexes(109, 50))]).toEqual([490, 49]);
  stop.abort();
  expect(await view.rows(['Name'], 0, 2)).toMatchObject({ error: { code: 'data.notConnected' } });
  const wrong = expectOk(
    await client.view(info, 'Data', { ...ALL_ROWS, sort: [{ column: 'No', descending: false }] }, () => undefined),
  );
  expect(await wrong.done).toMatchObject({ error: { code: 'data.noColumn' } });
});
