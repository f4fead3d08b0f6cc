import { sha256Hex } from '#model/kernel/sha256.ts';
import { expectOk, ok, type Result } from '#model/kernel/result.ts';
import type { PageAck } from '#protocol/assistant.ts';
import type { Journal, PageSink, PageToPrint } from '#protocol/printing.ts';
import { startPrintRun, type PrintPorts } from '#printing/run-print.ts';
import { createAssistantClient } from '#services/assistant/assistant-client.ts';
import { createNonce, type OwnPairing } from '#services/assistant/own-pairing.ts';
import { createRenderWorker } from '#services/render/create-render-worker.ts';
import { createPrintRenderer, type PrintRenderer } from '#services/render/print-renderer.ts';
import { openJournal } from '#services/storage/journal.ts';
import { acquirePrinterLock } from '#services/storage/printer-lock.ts';
import { BULK_DPI, bulkRecord, createBulkTemplate } from './bulk-label.ts';

/**
 * `worker`: the render worker alone; it makes verified pages, eight at a time, and discards them. `run`: a whole run
 * with the journal on the disk, assistant and folder printer. `earlier`: the same as runs were before, with the journal
 * written page by page and eight pages in flight.
 */
export type PrintContender = 'worker' | 'run' | 'earlier';

const SETUP = { dpi: BULK_DPI, minGrade: 'C', overflow: 'refuse' } as const;

let renderer: PrintRenderer | null = null;

/** Milliseconds for all labels. The renderer has made some before, and is kept for the next time. */
export async function printLabels(assistantUrl: string, labels: number, contender: PrintContender): Promise<number> {
  renderer ??= createPrintRenderer({ createWorker: createRenderWorker });
  await makeLabels(renderer, Math.min(labels, 100));
  if (contender === 'worker') return makeLabels(renderer, labels);
  const own: OwnPairing = { client: createNonce(), pairing: null };
  const keeper = { load: () => Promise.resolve(own), save: () => Promise.resolve() };
  const pairing = { keeper, ticket: () => Promise.resolve(null), browser: 'Benchmark' };
  const client = createAssistantClient({ url: assistantUrl, pairing });
  try {
    return contender === 'run'
      ? await printAll(renderer, client, labels, (journal) => journal)
      : await printAll(renderer, eightAtATime(client), labels, pageByPage);
  } finally {
    client.close();
  }
}

async function makeLabels(by: PrintRenderer, labels: number): Promise<number> {
  const { signal } = new AbortController();
  const run = expectOk(await by.openRun({ template: createBulkTemplate(), ...SETUP }, signal));
  const startedAt = performance.now();
  for (let n = 0; n < labels; n += 8) {
    const records = Array.from({ length: Math.min(8, labels - n) }, (_, i) => bulkRecord(n + i));
    expectOk(await run.printRecords(records, true, signal));
  }
  const ms = performance.now() - startedAt;
  run.close();
  return ms;
}

async function printAll(
  by: PrintRenderer,
  sink: PageSink,
  labels: number,
  journalOf: (journal: Journal) => Journal,
): Promise<number> {
  const ports: PrintPorts = {
    renderer: by,
    sink,
    openJournal: async () => ok(journalOf(expectOk(await openJournal('bench')))),
    lockPrinter: acquirePrinterLock,
    digest: sha256Hex,
    clock: { now: () => Date.now() },
  };
  const jobId = crypto.randomUUID();
  const records = {
    count: labels,
    read: (first: number, count: number) =>
      Promise.resolve(ok(Array.from({ length: count }, (_, i) => bulkRecord(first + i)))),
  };
  const startedAt = performance.now();
  const run = startPrintRun(
    {
      jobId,
      jobName: 'Bench',
      template: createBulkTemplate(),
      records,
      printer: 'Folder',
      copies: 1,
      calibration: null,
      ...SETUP,
    },
    ports,
  );
  // No user is present to resume it.
  let held = '';
  const unsubscribe = run.subscribe(({ phase }) => {
    if (phase.type !== 'held' || held !== '') return;
    held = JSON.stringify(phase.problem);
    run.cancel();
  });
  const report = await run.done;
  unsubscribe();
  if (report.sent !== labels) {
    throw new Error(`of ${labels} labels ${report.sent} were printed: ${report.outcome} ${held}`);
  }
  return performance.now() - startedAt;
}

/** Writes each page in a transaction of its own, one after the other. */
function pageByPage(journal: Journal): Journal {
  return {
    ...journal,
    async intend(pages, ended) {
      for (const end of ended) await journal.settle([end]);
      for (const page of pages) expectOk(await journal.intend([page], []));
      return ok(null);
    },
  };
}

/** Lets eight pages through at a time. */
function eightAtATime(sink: PageSink): PageSink {
  let free = 8;
  const waiting: (() => void)[] = [];
  return {
    connect: (signal) => sink.connect(signal),
    jobStatus: (jobId, signal) => sink.jobStatus(jobId, signal),
    recallPages: (jobId, signal) => sink.recallPages(jobId, signal),
    finishJob: (jobId, signal) => sink.finishJob(jobId, signal),
    cancelJob: (jobId, signal) => sink.cancelJob(jobId, signal),
    async sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>> {
      if (free === 0) await new Promise<void>((go) => waiting.push(go));
      else free--;
      try {
        return await sink.sendPage(page, signal);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free++;
        else next();
      }
    },
  };
}
