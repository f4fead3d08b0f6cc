import { join } from 'node:path';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createJobManager, type JobManager } from '#print-assistant/job-manager.ts';
import type { HandOver, PrintablePage, PrinterDriver } from '#print-assistant/printers/printer-driver.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { PrintReport } from '#printing/report.ts';
import type { Journal } from '#protocol/printing.ts';
import type { LabelOutcome, VerifiedPage } from '#protocol/render.ts';
import { createAssistantClient } from '#services/assistant/assistant-client.ts';
import { createPng, PAGE_DOTS } from '#tests/assistant/create-page.ts';
import { createFolder, createPairing } from '#tests/assistant/start-assistant.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  type MemoryJournal,
} from '#tests/printing/create-run.ts';
import { createMemoryNetwork, type Frame, type FrameFault } from './memory-line.ts';

/**
 * Fate of a page at the printer. `swallow`: the printer breaks off, with an unknown result. `kill`: the assistant dies
 * at this page. `printed` is the truth.
 */
export type PrinterFault = 'none' | 'refuse' | { readonly type: 'swallow' | 'kill'; readonly printed: boolean };

/** The faults, each list in the order of its occasions; none remain when it is used up. */
export interface Schedule {
  readonly rows: number;
  readonly copies: number;
  readonly refusedEvery: number;
  /** The assistant takes several pages in one frame. */
  readonly takesBatches: boolean;
  /** `known`: takes groups, and knows its pages after a crash. `blind`: takes page after page, and knows nothing. */
  readonly printer: 'known' | 'blind';
  readonly atPrinter: readonly PrinterFault[];
  readonly requests: readonly FrameFault[];
  readonly replies: readonly FrameFault[];
  /** Writes of intents that fail. */
  readonly journal: readonly boolean[];
  /** Paused and resumed after this number of sent labels. */
  readonly pauseAfter: number | null;
  readonly cancelAfter: number | null;
}

export interface Outcome {
  readonly report: PrintReport;
  readonly journal: MemoryJournal;
  /** The sequences of the printed pages, in their order. */
  readonly paper: readonly number[];
  /** Pages that the printer got although the journal had no intent for them. */
  readonly unannounced: readonly number[];
  /** Faults of frames for which there was no occasion. */
  readonly unused: number;
}

/** Timeout of the client; a page that is late on a busy machine is one more fault that must do no harm. */
const PING_TIMEOUT_MS = 60;
/** A run that is held more often has no end. */
const MOST_CONTINUATIONS = 1000;

/** Text frames with a page, or with the answers for some. */
const PAGE_FRAME = /"fun":"(?:outputPrintting|outputPages)"/;

const pngs = new Map<number, Uint8Array>();

function createRealPage(labels: readonly LabelOutcome[]): VerifiedPage {
  const row = labels[0]?.row ?? 0;
  const png = pngs.get(row) ?? createPng(row);
  pngs.set(row, png);
  return { png, pngHash: String(row), ...PAGE_DOTS, dpi: 300, labels } as unknown as VerifiedPage;
}

/**
 * A run with the real client, protocol and manager of the assistant with its records on the disk; only connection
 * and printer are in memory. The user continues whenever the run is held, and starts an assistant that has died.
 */
export async function runThrough(schedule: Schedule): Promise<Outcome> {
  await using folder = await createFolder();
  const next =
    <T>(coming: T[], otherwise: T): (() => T) =>
    () =>
      coming.shift() ?? otherwise;
  const requests = [...schedule.requests];
  const replies = [...schedule.replies];
  const request = next(requests, 'pass');
  const reply = next(replies, 'pass');
  const isPage = (frame: Frame): boolean => typeof frame !== 'string' || PAGE_FRAME.test(frame);
  const faults = {
    request: (frame: Frame) => (isPage(frame) ? request() : 'pass'),
    reply: (frame: Frame) => (isPage(frame) ? reply() : 'pass'),
  };
  const network = createMemoryNetwork(faults, schedule.takesBatches);
  const paper: number[] = [];
  const unannounced: number[] = [];
  const atPrinter = next<PrinterFault>([...schedule.atPrinter], 'none');
  const fails = next([...schedule.journal], false);
  let isDead = true;
  let manager: JobManager | null = null;
  let death = Promise.withResolvers<void>();

  async function startAssistant(): Promise<void> {
    if (!isDead) return;
    isDead = false;
    death = Promise.withResolvers<void>();
    const driver = createDriver();
    manager = await createJobManager({
      jobsFolder: join(folder.path, 'jobs'),
      printers: {
        describe: () => Promise.resolve([]),
        describePlaced: () => Promise.resolve([]),
        find: () => Promise.resolve(driver),
      },
      maxIdleRecords: 8,
      now: () => new Date(0),
      log: () => undefined,
    });
    network.serve(manager);
  }

  function createDriver(): PrinterDriver {
    const handOver = async (page: PrintablePage, cancel: AbortSignal): Promise<HandOver> => {
      await new Promise((resolve) => setImmediate(resolve));
      if (cancel.aborted) return { type: 'failed', problem: problem('print.cancelled') };
      const fault = atPrinter();
      if (fault === 'refuse') return { type: 'failed', problem: problem('assistant.deliveryFailed') };
      if (typeof fault !== 'object' || fault.printed) {
        if (!ports.journal.pages.has(page.sequence)) unannounced.push(page.sequence);
        paper.push(page.sequence);
      }
      if (typeof fault !== 'object') return { type: 'spooled' };
      if (fault.type === 'swallow') return { type: 'inDoubt', reason: 'it broke off' };
      isDead = true;
      manager = null;
      death.resolve();
      network.serve(null);
      // A dead process does nothing more.
      return new Promise(() => undefined);
    };
    const isKnown = schedule.printer === 'known';
    const group = {
      maxPages: 8,
      async handOver(pages: readonly PrintablePage[], cancel: AbortSignal): Promise<readonly HandOver[]> {
        const outcomes: HandOver[] = [];
        for (const page of pages) outcomes.push(await handOver(page, cancel));
        return outcomes;
      },
    };
    return {
      name: 'Labels',
      describe: () => Promise.resolve({ name: 'Labels', kind: 'raw', dpis: [], media: [], state: 'idle' }),
      prepare: (page) => Promise.resolve(ok((cancel) => handOver(page, cancel))),
      ...(isKnown ? { group } : {}),
      recall: (_job, sequence) =>
        Promise.resolve(isKnown ? (paper.includes(sequence) ? 'spooled' : 'absent') : 'unknown'),
      close: () => Promise.resolve(ok(null)),
    };
  }

  const client = createAssistantClient({
    url: 'ws://127.0.0.1:1',
    pairing: createPairing(),
    WebSocket: network.WebSocket,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    limits: { pageMs: PING_TIMEOUT_MS, answerMs: 5000, endMs: 5000, connectMs: 5000 },
  });
  const renderer = createRenderer(1, (row) => row % schedule.refusedEvery === 0, createRealPage);
  const ports = createPorts({ renderer, sink: client });
  const intend: Journal['intend'] = (pages, ended) =>
    fails() ? Promise.resolve(err(problem('print.noJournal'))) : ports.journal.intend(pages, ended);
  await startAssistant();
  const run = startPrintRun(
    createRequest({ records: createRecords(schedule.rows), copies: schedule.copies, printer: 'Labels' }),
    { ...ports, openJournal: () => Promise.resolve(ok({ ...ports.journal, intend })) },
  );
  let toPause = schedule.pauseAfter ?? Infinity;
  let toCancel = schedule.cancelAfter ?? Infinity;
  let continuations = 0;
  const endless = Promise.withResolvers<never>();
  function goOn(): void {
    if (++continuations > MOST_CONTINUATIONS) endless.reject(new Error('the run has no end'));
    else void startAssistant().then(() => run.resume());
  }
  run.subscribe((state) => {
    if (state.counts.sent > toCancel) {
      toCancel = Infinity;
      queueMicrotask(() => run.cancel());
    } else if (state.counts.sent > toPause) {
      toPause = Infinity;
      queueMicrotask(() => {
        run.pause();
        setImmediate(goOn);
      });
    } else if (state.phase.type === 'held') {
      setImmediate(goOn);
    }
  });
  const report = await Promise.race([run.done, endless.promise]);
  client.close();
  // It may die of its remaining work.
  await Promise.race([(manager as JobManager | null)?.stop(), death.promise]);
  return { report, journal: ports.journal, paper, unannounced, unused: requests.length + replies.length };
}
