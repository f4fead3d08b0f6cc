/** The page side of the benchmarks of readers: a file into a worker, until its rows can be shown or are all read. */
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { SpreadsheetStore } from '#services/storage/spreadsheet-store.ts';
import type { PeerAnswer, PeerQuestion, PeerReader } from './read-file-peer-worker.ts';

export type Reader = 'ours' | PeerReader;

export interface ReadTimes {
  /** Milliseconds until the first rows are on the main thread. */
  readonly firstMs: number;
  /** Milliseconds until all rows are in the worker: for ours as columns, for the others as arrays. */
  readonly parsedMs: number;
  /** Milliseconds until all rows can be used: for ours in the worker's columns, for the others as arrays on the main thread. */
  readonly allMs: number;
  /** Milliseconds until the texts of all cells are on the main thread, if requested. */
  readonly textsMs: number;
  /** Total number of characters, headings included. */
  readonly textLength: number;
  readonly rows: number;
  /** The longest block of the main thread; 0 below 50 ms. */
  readonly blockedMs: number;
}

export interface ReadOptions {
  /** File name with its extension. */
  readonly fileName: string;
  /** Whether to read the texts of all cells. */
  readonly texts: boolean;
}

/** Store that keeps nothing: the measurement excludes the browser's database. */
const STORE: SpreadsheetStore = {
  put: () => Promise.resolve(ok(null)),
  get: () => Promise.resolve(ok(null)),
  list: () => Promise.resolve(ok([])),
  remove: () => Promise.resolve(ok(null)),
};
const SILENCE_LIMIT_MS = 600_000;
const FIRST_ROWS = 50;
const WINDOW_ROWS = 500;

async function read(reader: Reader, addresses: readonly string[], options: ReadOptions): Promise<ReadTimes> {
  const blobs = await Promise.all(addresses.map(async (address) => (await fetch(address)).blob()));
  const file = new File(blobs.slice(0, 1), options.fileName);
  let blockedMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blockedMs = Math.max(blockedMs, duration);
  }).observe({ type: 'longtask' });
  const times =
    reader === 'ours' ? await readOurs(file, options) : await readPeer(reader, reader === 'drain' ? blobs : [file]);
  // The browser reports the last block a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { ...times, blockedMs: Math.round(blockedMs) };
}

async function readOurs(file: File, { texts }: ReadOptions): Promise<Omit<ReadTimes, 'blockedMs'>> {
  // The worker's code is loaded before the clock starts.
  const worker = createSpreadsheetWorker();
  await worker.api.close({ connection: '' });
  const client = createSpreadsheetClient({
    createWorker: () => worker,
    store: STORE,
    responseTimeoutMs: SILENCE_LIMIT_MS,
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
  const firstMs = (await first) ?? allMs;
  const [sheet] = info.sheets;
  const { name = '', columns = [], rowCount = 0 } = sheet ?? {};
  let textLength = columns.join('').length;
  const textRows = texts ? rowCount : 0;
  for (let from = 0; from < textRows; from += WINDOW_ROWS) {
    const window = expectOk(await client.rows(info, name, columns, from, WINDOW_ROWS));
    for (const row of window.rows) for (const text of row) textLength += text.length;
  }
  const textsMs = performance.now() - start;
  return { firstMs, parsedMs: allMs, allMs, textsMs, textLength, rows: rowCount };
}

async function readPeer(reader: PeerReader, blobs: readonly Blob[]): Promise<Omit<ReadTimes, 'blockedMs'>> {
  const worker = new Worker(new URL('./read-file-peer-worker.ts', import.meta.url), { type: 'module' });
  const ask = (question: PeerQuestion): Promise<PeerAnswer> =>
    new Promise((resolve, reject) => {
      worker.addEventListener('message', (event) => resolve(event.data as PeerAnswer), { once: true });
      worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
      worker.postMessage(question, { transfer: [] });
    });
  // The library is loaded before the clock starts.
  await ask({ reader, blobs: [] });
  const start = performance.now();
  const { rows, parsedMs } = await ask({ reader, blobs });
  const allMs = performance.now() - start;
  worker.terminate();
  let textLength = 0;
  for (const row of rows) if (Array.isArray(row)) for (const cell of row) textLength += String(cell).length;
  return { firstMs: allMs, parsedMs, allMs, textsMs: allMs, textLength, rows: rows.length - 1 };
}

Object.assign(globalThis, { readFile: read });
