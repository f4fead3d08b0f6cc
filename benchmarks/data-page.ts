/** The page side of the spreadsheet benchmark: one File into a worker, until its answer is on the main thread. */
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { WorkerSession } from '#services/worker-session.ts';
import { expectOk } from '#model/kernel/result.ts';

export interface DataTimes {
  /** Milliseconds from the File until all columns are read and the first window of texts is here. */
  readonly open: number;
  /** Milliseconds from the File until the texts of all rows are here, window by window. */
  readonly all: number;
  /** Milliseconds from the File until the peer's array of all rows is here. */
  readonly peer: number;
  readonly rows: number;
  readonly peerRows: number;
}

const LIMIT_MS = 120_000;

async function measure(base64: string, windowRows: number): Promise<DataTimes> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const file = new File([bytes], 'bench.xlsx');

  const session = new WorkerSession(createSpreadsheetWorker(), {
    problems: { crashed: 'data.crashed', timedOut: 'data.timeout' },
  });
  // Both workers start before the clock: loading the code is not part of reading the file.
  await session.call((api) => api.rows({ connection: '' }, '', [], 0, 0));
  const start = performance.now();
  const info = expectOk(
    await session.call(
      (api) =>
        api.open(
          file,
          file.name,
          undefined,
          () => undefined,
          () => undefined,
        ),
      { limitMs: LIMIT_MS },
    ),
  );
  const sheet = info.sheets[0];
  const columns = sheet?.columns ?? [];
  let rows = 0;
  let open = 0;
  do {
    const first = rows;
    const window = await session.call((api) => api.rows(info, sheet?.name ?? '', columns, first, windowRows));
    rows += expectOk(window).rows.length;
    open ||= performance.now() - start;
  } while (rows < (sheet?.rowCount ?? 0));
  const all = performance.now() - start;
  session.terminate();

  const peerWorker = new Worker(new URL('./data-peer-worker.ts', import.meta.url), { type: 'module' });
  await answerOf(peerWorker, null);
  const peerStart = performance.now();
  const peerRows = await answerOf<readonly unknown[]>(peerWorker, file);
  const peer = performance.now() - peerStart;
  peerWorker.terminate();
  return { open, all, peer, rows, peerRows: peerRows.length - 1 };
}

function answerOf<T>(worker: Worker, question: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', (event) => resolve(event.data as T), { once: true });
    worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
    worker.postMessage(question, { transfer: [] });
  });
}

Object.assign(globalThis, { measureSpreadsheet: measure });
