/** Runs in the browser, for the test of the same name: a print run with the real journal, and all else in memory. */
import { ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import type { PrintReport } from '#printing/report.ts';
import type { JobStatus } from '#protocol/assistant.ts';
import type { PageSink, SheetRenderer } from '#protocol/printing.ts';
import type { PrintStep } from '#protocol/render.ts';
import { openDatabase } from '#services/storage/database.ts';
import { readJournalPages } from '#services/storage/journal-steps.ts';
import { openJournal } from '#services/storage/journal.ts';

const USER = 'tester';
let run: PrintRun | null = null;
const paper: number[] = [];

const STATUS: JobStatus = {
  jobId: 'j',
  known: true,
  state: 'open',
  accepted: [],
  spooled: [],
  inDoubt: [],
  failed: [],
};

const sink: PageSink = {
  connect: () => Promise.resolve(ok({ product: 'labelwright-assistant', protocol: 1, instance: 'memory' })),
  async sendPage({ jobId, sequence }) {
    await new Promise((resolve) => setTimeout(resolve));
    paper.push(sequence);
    return ok({ jobId, sequence, outcome: 'spooled' });
  },
  jobStatus: () => Promise.resolve(ok(STATUS)),
  recallPages: () => Promise.resolve(ok(null)),
  finishJob: () => Promise.resolve(ok(STATUS)),
  cancelJob: () => Promise.resolve(ok(STATUS)),
};

/** Of four thousand letters that no database can compress: the storage is full soon. */
function longHash(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(2000));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const renderer: SheetRenderer = {
  openRun: () =>
    Promise.resolve(
      ok({
        sheet: {} as never,
        callsAtOnce: 2,
        printRecords(records) {
          const labels = records.map(({ row }) => ({ row, verified: true, symbols: [], problems: [], warnings: [] }));
          const pages = labels.map((label) => ({
            png: new Uint8Array(),
            pngHash: longHash(),
            labels: [label],
          }));
          return Promise.resolve(ok({ labels, pages } as unknown as PrintStep));
        },
        sizeRecords: () => Promise.resolve(ok(new Map())),
        close: () => undefined,
      }),
    ),
};

const template = {
  label: {
    name: 'Tags',
    widthMm: 40,
    heightMm: 25,
    rows: 1,
    columns: 1,
    rowSpacingMm: 0,
    columnSpacingMm: 0,
    paddingMm: { left: 0, right: 0, top: 0, bottom: 0 },
    canvases: [],
    background: null,
    printBackground: false,
  },
  elements: [{ id: 'a' }],
  assets: new Map(),
} as unknown as Template;

function start(labels: number): void {
  run = startPrintRun(
    {
      jobId: 'j',
      jobName: 'Tags',
      template,
      records: {
        count: labels,
        read: (first, count) =>
          Promise.resolve(ok(Array.from({ length: count }, (_, i) => ({ row: first + i + 2, values: {} })))),
      },
      printer: 'Folder',
      dpi: 300,
      minGrade: 'C',
      calibration: null,
      overflow: 'refuse',
      copies: 1,
    },
    {
      renderer,
      sink,
      openJournal: () => openJournal(USER),
      lockPrinter: () => Promise.resolve(ok({ release: () => undefined })),
      digest: () => Promise.resolve('0'),
      clock: { now: () => Date.now() },
    },
  );
}

/** Resolves when the run is held or over: with the problem it is held for, or null. */
function stopped(): Promise<string | null> {
  const present = run;
  if (present === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const look = (): void => {
      const { phase } = present.state();
      if (phase.type === 'held') resolve(phase.problem.code);
    };
    present.subscribe(look);
    void present.done.then(() => resolve(null));
    look();
  });
}

async function goOn(): Promise<PrintReport | null> {
  run?.resume();
  return (await run?.done) ?? null;
}

/** The printed pages, and the journal's entry for each. */
async function kept(): Promise<{ readonly paper: readonly number[]; readonly pages: Record<string, number> }> {
  const database = await openDatabase(USER);
  if (!database.ok) throw new Error(database.error.code);
  const pages = await readJournalPages(database.value, 'j');
  database.value.close();
  const states: Record<string, number> = {};
  for (const { state } of pages) states[state] = (states[state] ?? 0) + 1;
  return { paper, pages: states };
}

const quotaPage = { start, stopped, goOn, kept };
export type QuotaPage = typeof quotaPage;
Object.assign(globalThis, { quotaPage });
