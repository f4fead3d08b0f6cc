import { afterEach, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createSpreadsheetClient, type SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { handleOf } from '#services/worker/worker-handle.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createThreadWorker, type ThreadWorker } from '#tests/support/thread-worker.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const SILENT = 'setInterval(() => undefined, 1000)';
const DYING = "require('node:worker_threads').parentPort.on('message', () => { throw new Error('out of memory') })";

const clients: SpreadsheetClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

/** A client on real data workers in threads, or for the first `scripts.length` of them on other scripts. */
function createClient({
  scripts = [] as string[],
  store = createMemorySpreadsheetStore(),
  silenceLimitMs = 20_000,
} = {}) {
  const workers: ThreadWorker[] = [];
  const client = createSpreadsheetClient({
    store,
    silenceLimitMs,
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

test('opens a file, gives its rows and keeps it for the next time', async () => {
  const { client, store } = createClient();
  const progress: number[] = [];
  const info = expectOk(await client.open(createFile(), { onProgress: ({ bytesDone }) => progress.push(bytesDone) }));
  expect(info).toMatchObject({ fileName: 'x.xlsx', sheets: [{ name: 'Data', rowCount: 3 }] });
  expect(progress.length).toBeGreaterThan(0);
  const window = expectOk(await client.rows(info.connection, 'Data', ['Number', 'Name'], 1, 5));
  expect(window.rows).toEqual([
    ['1', 'x1'],
    ['2', 'x2'],
  ]);

  const later = createClient({ store }).client;
  expect(expectOk(await later.rows(info.connection, 'Data', ['Name'], 0, 1)).rows).toEqual([['x0']]);
  expect(expectOk(await later.reopen(info.connection, 'renamed.xlsx')).fileName).toBe('renamed.xlsx');
});

test('a spreadsheet that is not kept is not connected', async () => {
  const { client } = createClient();
  expect(await client.reopen('sha256:00', 'x.xlsx')).toMatchObject({ error: { code: 'data.notConnected' } });
  expect(await client.rows('sha256:00', 'Data', ['A'], 0, 1)).toMatchObject({ error: { code: 'data.notConnected' } });
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

test('a worker that stays silent is killed', async () => {
  const { client, workers } = createClient({ scripts: [SILENT], silenceLimitMs: 500 });
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'data.timeout' } });
  expect(workers[0]?.terminated).toBe(true);
});

test('a worker that dies is replaced', async () => {
  const { client, workers } = createClient({ scripts: [DYING] });
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'data.crashed' } });
  expect(workers[0]?.terminated).toBe(true);
  expectOk(await client.open(createFile()));
});

test('older spreadsheets make room and come back from the store', async () => {
  const { client, workers } = createClient();
  const opened = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) opened.push(expectOk(await client.open(createFile(name))));
  expect(workers.filter((worker) => worker.terminated)).toHaveLength(1);
  const first = opened[0]?.connection ?? '';
  const [one, two] = await Promise.all([
    client.rows(first, 'Data', ['Name'], 0, 1),
    client.rows(first, 'Data', ['Name'], 1, 1),
  ]);
  expect([expectOk(one).rows, expectOk(two).rows]).toEqual([[['a0']], [['a1']]]);
  expect(workers).toHaveLength(6);
});

test('dispose settles what is under way', async () => {
  const { client, workers } = createClient({ scripts: [SILENT] });
  const opening = client.open(createFile());
  client.dispose();
  expect(await opening).toMatchObject({ error: { code: 'aborted' } });
  expect(workers[0]?.terminated).toBe(true);
  expect(await client.open(createFile())).toMatchObject({ error: { code: 'aborted' } });
});
