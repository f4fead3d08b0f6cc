import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import type { EndedPage, Journal, PageSink, Reading, SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type { PrintReport } from '#printing/report.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import type { PrintRun, PrintPorts } from '#printing/run-print.ts';
import type { RunState } from '#printing/run-state.ts';
import { ASSISTANT_PRODUCT, toRanges, type JobStatus, type PageAck } from '#protocol/assistant.ts';
import type { LabelOutcome, VerifiedPage } from '#protocol/render.ts';

export function createTemplate(rows: number, columns: number): Template {
  return {
    label: {
      name: 'Tags',
      widthMm: 40,
      heightMm: 25,
      rows,
      columns,
      rowSpacingMm: 0,
      columnSpacingMm: 0,
      paddingMm: { left: 0, right: 0, top: 0, bottom: 0 },
      canvases: [],
      background: null,
      printBackground: false,
    },
    // A run needs some content of the label, of any kind.
    elements: [{ id: 'a' }] as unknown as Template['elements'],
    assets: new Map(),
  };
}

/** Rows 2, 3, …; `copiesOf` adds the value of a column of copies for each. */
export function createRecords(
  count: number,
  copiesOf?: (index: number) => Pick<DataRecord, 'copies' | 'fault'>,
): RecordSource {
  const record = (i: number): DataRecord => ({ row: i + 2, values: {}, ...copiesOf?.(i) });
  return {
    count,
    ...(copiesOf === undefined ? {} : { copiesAt: (place: number) => copiesOf(place).copies ?? 1 }),
    read: (first, wanted) =>
      Promise.resolve(ok(Array.from({ length: Math.min(wanted, count - first) }, (_, i) => record(first + i)))),
  };
}

interface TestRenderer extends SheetRenderer {
  /** The setup of every run that was opened. */
  readonly run: { -readonly [K in keyof SheetRun]: SheetRun[K] };
  closed: number;
}

/** Lays verified labels out on sheets like the render worker, and rejects the given rows. */
export function createRenderer(
  cells: number,
  refuses: (row: number) => boolean,
  makePage: (labels: readonly LabelOutcome[]) => VerifiedPage = createPage,
): TestRenderer {
  const run = {
    sheet: { cells: [] } as never,
    callsAtOnce: 3,
    printRecords(
      records: readonly { readonly row: number }[],
      isLast: boolean,
      _signal: AbortSignal,
      firstCell: number = 0,
    ) {
      const labels = records.map(({ row }) => createOutcome(row, !refuses(row)));
      let waiting = labels.filter((label) => label.verified);
      const pages: VerifiedPage[] = [];
      let room = cells - firstCell;
      while (waiting.length >= (isLast ? 1 : room)) {
        pages.push(makePage(waiting.slice(0, room)));
        waiting = waiting.slice(room);
        room = cells;
      }
      return Promise.resolve(ok({ labels, pages }));
    },
    sizeRecords: () => Promise.resolve(ok(new Map<string, number>())),
    close() {
      renderer.closed++;
    },
  };
  const renderer: TestRenderer = { closed: 0, run, openRun: () => Promise.resolve(ok(run)) };
  return renderer;
}

export function createOutcome(row: number, verified: boolean): LabelOutcome {
  const refusal = { elementId: 'e' as never, elementName: 'Barcode 1', problem: problem('symbol.character') };
  return { row, verified, symbols: [], problems: verified ? [] : [refusal], warnings: [] };
}

function createPage(labels: readonly LabelOutcome[]): VerifiedPage {
  const pngHash = labels.map((label) => label.row).join('-');
  return { png: new Uint8Array(), pngHash, widthDots: 1, heightDots: 1, dpi: 300, labels } as unknown as VerifiedPage;
}

export interface PaperSheet {
  readonly sequence: number;
  readonly rows: readonly number[];
  readonly copies: number;
}

/** Fate of the next sent page. */
export type Fault =
  | 'none'
  /** Nothing arrives. */
  | 'lostBefore'
  /** It is printed, and the connection breaks before the answer. */
  | 'lostAfter'
  /** The assistant dies while it transfers the page: the result is unknown. `printed` is the truth. */
  | { readonly crash: true; readonly printed: boolean }
  /** The printer does not accept it. */
  | 'refused';

export interface MemorySink extends PageSink {
  /** The printed pages. */
  readonly paper: readonly PaperSheet[];
  /** Maximum number of pages of the job, from the page that arrived last. */
  pages: number | undefined;
  readonly doubtful: ReadonlySet<number>;
  readonly inFlightAtMost: number;
  ended: 'open' | 'finished' | 'cancelled';
  /** Reported location of written files. */
  folder: string | undefined;
  /** The assistant is unreachable while this is true. */
  down: boolean;
}

/** The assistant with its durable record, in memory. */
export function createSink(nextFault: () => Fault = () => 'none'): MemorySink {
  const paper: PaperSheet[] = [];
  const spooled = new Set<number>();
  const doubtful = new Set<number>();
  let inFlight = 0;
  let turn = Promise.resolve();
  let recalls = 0;
  const lost = err(problem('assistant.wentAway'));
  const sink = {
    paper,
    pages: undefined as number | undefined,
    doubtful,
    inFlightAtMost: 0,
    ended: 'open' as 'open' | 'finished' | 'cancelled',
    folder: undefined as string | undefined,
    down: false,
    connect: () =>
      Promise.resolve(
        sink.down
          ? err(problem('assistant.notRunning'))
          : ok({ product: ASSISTANT_PRODUCT, protocol: 1, instance: 'memory' } as const),
      ),
    async sendPage(page: Parameters<PageSink['sendPage']>[0]): Promise<Result<PageAck>> {
      inFlight++;
      sink.inFlightAtMost = Math.max(sink.inFlightAtMost, inFlight);
      const recalledBefore = recalls;
      // One after the other and slower than the journal, so that several are in transit at a time.
      turn = turn.then(async () => {
        for (let i = 0; i < 4; i++) await tick();
      });
      await turn;
      inFlight--;
      return recalledBefore === recalls ? take(page) : err(problem('print.calledBack'));
    },
    jobStatus: (jobId: string) => Promise.resolve(sink.down ? lost : ok(status(jobId))),
    async recallPages() {
      recalls++;
      await turn;
      return ok(null);
    },
    async finishJob(jobId: string) {
      if (sink.down) return lost;
      sink.ended = 'finished';
      return ok(status(jobId));
    },
    async cancelJob(jobId: string) {
      if (sink.down) return lost;
      sink.ended = 'cancelled';
      return ok(status(jobId));
    },
  };

  function take({ jobId, sequence, copies, page, pages }: Parameters<PageSink['sendPage']>[0]): Result<PageAck> {
    sink.pages = pages;
    const print = (): void => void paper.push({ sequence, rows: page.labels.map((label) => label.row), copies });
    if (sink.down) return lost;
    if (spooled.has(sequence)) return ok({ jobId, sequence, outcome: 'duplicate' });
    if (doubtful.has(sequence)) return ok({ jobId, sequence, outcome: 'inDoubt' });
    if (sink.ended !== 'open') return err(problem('print.cancelled'));
    const fault = nextFault();
    if (fault === 'lostBefore') return lost;
    if (fault === 'refused') return err(problem('assistant.deliveryFailed'));
    if (typeof fault === 'object') {
      if (fault.printed) print();
      doubtful.add(sequence);
      return lost;
    }
    print();
    spooled.add(sequence);
    return fault === 'lostAfter' ? lost : ok({ jobId, sequence, outcome: 'spooled' });
  }

  function status(jobId: string): JobStatus {
    return {
      jobId,
      known: spooled.size + doubtful.size > 0,
      ...(sink.folder === undefined ? {} : { folder: sink.folder }),
      state: sink.ended,
      accepted: [],
      spooled: toRanges(spooled),
      inDoubt: toRanges(doubtful),
      failed: [],
    };
  }
  return sink;
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface MemoryJournal extends Journal {
  readonly pages: Map<number, string>;
  readonly log: string[];
  /** By part. */
  readonly readings: (readonly Reading[])[];
  outcome: string | null;
  closed: boolean;
}

export function createJournal(): MemoryJournal {
  const journal: MemoryJournal = {
    pages: new Map(),
    log: [],
    readings: [],
    outcome: null,
    closed: false,
    begin: ({ jobId }) => written(`begin ${jobId}`),
    async intend(pages, ended) {
      const done = await written(...ended.map(endLine), ...pages.map(({ sequence }) => `intend ${sequence}`));
      for (const { sequence, end } of ended) journal.pages.set(sequence, end);
      for (const { sequence } of pages) journal.pages.set(sequence, 'sent');
      return done;
    },
    async settle(ended) {
      const done = await written(...ended.map(endLine));
      for (const { sequence, end } of ended) journal.pages.set(sequence, end);
      return done;
    },
    async keepReadings(_jobId, part, readings) {
      await tick();
      journal.readings[part] = readings;
      return ok(null);
    },
    end(_jobId, outcome) {
      journal.outcome = outcome;
      return written(outcome);
    },
    close: () => void (journal.closed = true),
  };
  async function written(...lines: readonly string[]): Promise<Result<null>> {
    await tick();
    journal.log.push(...lines);
    return ok(null);
  }
  return journal;
}

function endLine({ sequence, end }: EndedPage): string {
  return `${end} ${sequence}`;
}

export interface TestPorts extends PrintPorts {
  readonly journal: MemoryJournal;
  readonly locks: { held: number; taken: number };
}

export function createPorts(over: Partial<PrintPorts> & Pick<PrintPorts, 'renderer' | 'sink'>): TestPorts {
  const journal = createJournal();
  const locks = { held: 0, taken: 0 };
  let now = 1000;
  return {
    journal,
    locks,
    openJournal: () => Promise.resolve(ok(journal)),
    lockPrinter() {
      locks.held++;
      locks.taken++;
      return Promise.resolve(ok({ release: () => void locks.held-- }));
    },
    digest: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    clock: { now: () => (now += 1000) },
    ...over,
  };
}

export function createRequest(over: Partial<PrintRequest> = {}): PrintRequest {
  return {
    jobId: 'job-1',
    jobName: 'Tags',
    template: createTemplate(1, 1),
    records: createRecords(20),
    printer: 'Folder',
    dpi: 300,
    minGrade: 'C',
    overflow: 'refuse',
    copies: 1,
    calibration: null,
    ...over,
  };
}

/** No row is rejected. */
export const NONE = (): boolean => false;

/** Waits for a state; fails when the run ends before. */
export function until(run: PrintRun, condition: (state: RunState) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!condition(run.state())) return;
      stop();
      resolve();
    };
    const stop = run.subscribe(look);
    void run.done.then((report) => reject(new Error(`the run is over: ${JSON.stringify(report)}`)));
    look();
  });
}

export const isHeld = (state: RunState): boolean => state.phase.type === 'held';

/** Every requested label is counted once. */
export function expectSound(report: PrintReport): void {
  expect(report.sent + report.refused + report.inDoubt + report.notPrinted).toBe(report.asked);
  for (const count of [report.sent, report.refused, report.inDoubt, report.notPrinted]) {
    expect(count).toBeGreaterThanOrEqual(0);
  }
}
