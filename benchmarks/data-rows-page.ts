/** The page side of the benchmark of readers: a file into a worker, until its rows can be shown or are there. */
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { SpreadsheetStore } from '#services/storage/spreadsheet-store.ts';

export type Reader = 'ours' | 'sheetjs' | 'read-excel-file' | 'drain';

export interface ReadTimes {
  /** Milliseconds until the first rows are on the main thread. */
  readonly firstMs: number;
  /** Milliseconds until all rows are there: for ours in the worker's columns, for the others as arrays on the main thread. */
  readonly allMs: number;
  readonly rows: number;
  /** The longest that the main thread was blocked; 0 below 50 ms. */
  readonly blockedMs: number;
}

/** Keeps nothing: the browser's database is no part of what is measured. */
const STORE: SpreadsheetStore = {
  put: () => Promise.resolve(ok(null)),
  get: () => Promise.resolve(ok(null)),
  list: () => Promise.resolve(ok([])),
  remove: () => Promise.resolve(ok(null)),
};
const SILENCE_LIMIT_MS = 600_000;
const FIRST_ROWS = 50;

async function read(reader: Reader, addresses: readonly string[]): Promise<ReadTimes> {
  const blobs = await Promise.all(addresses.map(async (address) => (await fetch(address)).blob()));
  const file = new File(blobs.slice(0, 1), 'bench.xlsx');
  let blockedMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blockedMs = Math.max(blockedMs, duration);
  }).observe({ type: 'longtask' });
  const times = reader === 'ours' ? await readOurs(file) : await readPeer(reader, reader === 'drain' ? blobs : [file]);
  // What blocked last is told a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { ...times, blockedMs: Math.round(blockedMs) };
}

async function readOurs(file: File): Promise<Omit<ReadTimes, 'blockedMs'>> {
  // The worker's code is loaded before the clock starts.
  const worker = createSpreadsheetWorker();
  await worker.api.close({ connection: '' });
  const client = createSpreadsheetClient({
    createWorker: () => worker,
    store: STORE,
    silenceLimitMs: SILENCE_LIMIT_MS,
  });
  const start = performance.now();
  let first: Promise<number> | null = null;
  const info = expectOk(
    await client.open(file, {
      onPart(part) {
        const [sheet] = part.sheets;
        first ??= client.rows(part, sheet?.name ?? '', sheet?.columns ?? [], 0, FIRST_ROWS).then((window) => {
          if (expectOk(window).rows.length !== FIRST_ROWS) throw new Error('fewer first rows');
          return performance.now() - start;
        });
      },
    }),
  );
  const allMs = performance.now() - start;
  return { firstMs: (await first) ?? allMs, allMs, rows: info.sheets[0]?.rowCount ?? 0 };
}

async function readPeer(
  reader: Exclude<Reader, 'ours'>,
  blobs: readonly Blob[],
): Promise<Omit<ReadTimes, 'blockedMs'>> {
  const worker = new Worker(new URL('./data-rows-peer-worker.ts', import.meta.url), { type: 'module' });
  const ask = <T>(question: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      worker.addEventListener('message', (event) => resolve(event.data as T), { once: true });
      worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
      worker.postMessage(question, { transfer: [] });
    });
  // The library is loaded before the clock starts.
  await ask({ reader, blobs: [] });
  const start = performance.now();
  const rows = await ask<readonly unknown[]>({ reader, blobs });
  const allMs = performance.now() - start;
  worker.terminate();
  return { firstMs: allMs, allMs, rows: rows.length - 1 };
}

Object.assign(globalThis, { readWorkbook: read });
