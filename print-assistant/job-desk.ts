import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { toRanges, type JobStatus, type PageAck, type PageOrder, type PrinterInfo } from '#protocol/assistant.ts';
import type { JobLog, PageState } from './job-log.ts';
import { openJobStore } from './job-store.ts';
import { decodePng } from './png/png-decode.ts';
import { fillsPage } from './printers/ipp-capabilities.ts';
import type { HandOver, PrintablePage, PrinterDriver } from './printers/printer-driver.ts';
import type { PrinterList } from './printers/printer-list.ts';
import { SerialQueue } from './serial-queue.ts';

/** How many ids of cancelled jobs are kept in memory, beside the jobs' records. */
const MAX_CANCELLED = 10_000;
/**
 * How long a cancellation waits for the page that is being handed over, before it answers that the page is under way.
 */
const CANCEL_PATIENCE_MS = 2000;

interface InHand {
  readonly stop: AbortController;
  readonly done: Promise<unknown>;
}

export interface JobDeskOptions {
  readonly jobsFolder: string;
  readonly printers: PrinterList;
  readonly maxJobs: number;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** A page's PNG. `done` is called when the page has been dealt with, and nothing holds its bytes any more. */
export interface PageImage {
  readonly png: Uint8Array;
  done(): void;
}

/** Gets the PNG of a page. The signal says that its job was cancelled. */
export type ReadImage = (cancel: AbortSignal) => Promise<Result<PageImage>>;

/** A page of a job, and whose job it is. */
export type OwnedPage = PageOrder & { readonly owner: string };

/** Takes pages and jobs, prints each page once at most, and knows what became of it. */
export interface JobDesk {
  readonly instance: string;
  printers(): Promise<readonly PrinterInfo[]>;
  /** The image is read when it is the page's turn at the printer. */
  output(page: OwnedPage, readImage: ReadImage): Promise<Result<PageAck>>;
  /** Null where there is no such job, or its record names nobody. */
  ownerOf(jobId: string): Promise<string | null>;
  status(jobId: string): Promise<Result<JobStatus>>;
  end(jobId: string, how: 'finished' | 'cancelled'): Promise<Result<JobStatus>>;
  /** Accepts no more pages. Settles when those that are being handed over are done. */
  stop(): Promise<void>;
}

export async function createJobDesk(options: JobDeskOptions): Promise<JobDesk> {
  const { printers, log } = options;
  const store = await openJobStore(options.jobsFolder, options.maxJobs, recover);
  /** Each printer gets one page at a time, in the order in which they arrive. */
  const queues = new Map<string, SerialQueue>();
  /** Ids of cancelled jobs, the latest last: of a job whose first page is still on its way there is no record yet. */
  const cancelled = new Set<string>();
  /** What each job is handing over at this moment, and how to make it stop. */
  const inHand = new Map<string, InHand>();
  /** The jobs whose image is being read at this moment, each with what ends the reading. */
  const reading = new Map<string, AbortController>();
  let stopping = false;

  function queueOf(printer: string): SerialQueue {
    const queue = queues.get(printer) ?? new SerialQueue();
    queues.set(printer, queue);
    return queue;
  }

  /** Settles pages that an earlier process had begun to hand over. Where the printer can't tell, they stay in doubt. */
  async function recover(job: JobLog): Promise<void> {
    const driver = await printers.find(job.header.printer);
    for (const [sequence, page] of job.pages()) {
      if (page.state !== 'accepted') continue;
      const found = driver === null ? 'unknown' : await driver.recall(job.header, sequence);
      const state = found === 'spooled' ? 'spooled' : found === 'absent' ? 'failed' : 'doubt';
      log(`job ${job.header.jobId}, page ${sequence}: begun before the last stop, now ${state}`);
      await job.settle(sequence, state);
    }
  }

  async function findJob(output: OwnedPage): Promise<Result<JobLog>> {
    const present = await store.find(output.jobId);
    const job =
      present ??
      (await store.create({
        jobId: output.jobId,
        jobName: output.jobName,
        printer: output.printer,
        openedAt: options.now().toISOString(),
        owner: output.owner,
      }));
    if (job === null) return err(problem('assistant.tooMany'));
    if (job.header.printer !== output.printer) {
      return err(problem('assistant.badMessage', { reason: 'a job has one printer' }));
    }
    return ok(job);
  }

  async function readAndPrint(
    output: OwnedPage,
    readImage: ReadImage,
    driver: PrinterDriver,
  ): Promise<Result<PageAck>> {
    if (stopping) return err(problem('assistant.wentAway'));
    if (cancelled.has(output.jobId)) return err(problem('print.cancelled'));
    const stop = new AbortController();
    reading.set(output.jobId, stop);
    const image = await readImage(stop.signal).finally(() => reading.delete(output.jobId));
    if (!image.ok) return image;
    try {
      return await print(output, image.value.png, driver);
    } finally {
      image.value.done();
    }
  }

  async function print(output: OwnedPage, png: Uint8Array, driver: PrinterDriver): Promise<Result<PageAck>> {
    const page = await readPage(output, png);
    if (!page.ok) return page;
    const found = await findJob(output);
    if (!found.ok) return found;
    const job = found.value;
    const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
    const before = job.page(output.sequence);
    if (before !== undefined && before.hash !== hash) {
      return err(problem('assistant.badMessage', { reason: `page ${output.sequence} was another picture before` }));
    }
    if (before?.state === 'spooled') return ok(ack(output, 'duplicate'));
    if (before !== undefined && before.state !== 'failed') return ok(ack(output, 'inDoubt'));
    if (cancelled.has(output.jobId) || job.state() === 'cancelled') return err(problem('print.cancelled'));
    if (job.state() === 'finished') return err(problem('assistant.badMessage', { reason: 'the job is finished' }));
    const ready = await driver.prepare({ ...page.value, job: job.header });
    if (!ready.ok) return ready;
    if (cancelled.has(output.jobId)) return err(problem('print.cancelled'));
    const stop = new AbortController();
    const done = (async () => {
      await job.accept(output.sequence, hash);
      return settle(job, output, await handOver(ready.value, stop.signal));
    })();
    inHand.set(output.jobId, { stop, done });
    try {
      return await done;
    } finally {
      inHand.delete(output.jobId);
    }
  }

  /** Answers without waiting for other jobs: pages of this one that wait for the printer find it cancelled. */
  async function cancel(jobId: string): Promise<Result<JobStatus>> {
    cancelled.add(jobId);
    for (const oldest of cancelled) {
      if (cancelled.size <= MAX_CANCELLED) break;
      cancelled.delete(oldest);
    }
    reading.get(jobId)?.abort();
    const present = inHand.get(jobId);
    present?.stop.abort();
    const job = await store.find(jobId);
    if (job === null) return ok(unknownJob(jobId));
    if (job.state() === 'open') await job.end('cancelled');
    // A page that is being handed over can't be called back. Mostly that takes only a moment more.
    await Promise.race([present?.done.catch(() => undefined), sleep(CANCEL_PATIENCE_MS, undefined, { ref: false })]);
    void closeAtPrinter(job).then((closed) => {
      if (!closed.ok) log(`job ${jobId} was cancelled, but its pages could not be bound: ${closed.error.code}`);
    });
    return ok(statusOf(job));
  }

  function closeAtPrinter(job: JobLog): Promise<Result<null>> {
    return queueOf(job.header.printer).run(async () => {
      const driver = await printers.find(job.header.printer);
      return driver === null ? ok(null) : driver.close(job.header);
    });
  }

  async function settle(job: JobLog, output: PageOrder, outcome: HandOver): Promise<Result<PageAck>> {
    const state: Exclude<PageState, 'accepted'> = outcome.type === 'inDoubt' ? 'doubt' : outcome.type;
    try {
      await job.settle(output.sequence, state);
    } catch (error) {
      log(`job ${output.jobId}, page ${output.sequence}: ${state}, but this could not be written: ${String(error)}`);
    }
    if (outcome.type === 'spooled') return ok(ack(output, 'spooled'));
    if (outcome.type === 'failed') return err(outcome.problem);
    log(`job ${output.jobId}, page ${output.sequence}: in doubt (${outcome.reason})`);
    return ok(ack(output, 'inDoubt'));
  }

  return {
    instance: store.instance,
    printers: () => printers.describe(),
    output: (page, readImage) =>
      queueOf(page.printer).run(async () => {
        const driver = await printers.find(page.printer);
        return driver === null
          ? err(problem('assistant.printerUnknown', { printer: page.printer }))
          : readAndPrint(page, readImage, driver);
      }),
    async ownerOf(jobId) {
      return (await store.find(jobId))?.header.owner ?? null;
    },
    async status(jobId) {
      const job = await store.find(jobId);
      return ok(job === null ? unknownJob(jobId) : statusOf(job));
    },
    async end(jobId, how) {
      if (how === 'cancelled') return cancel(jobId);
      const job = await store.find(jobId);
      if (job === null) return ok(unknownJob(jobId));
      // In the queue, so that it comes after the pages of the job that still wait for the printer.
      return queueOf(job.header.printer).run(async () => {
        if (job.state() === 'open') await job.end(how);
        const driver = await printers.find(job.header.printer);
        const closed = driver === null ? ok(null) : await driver.close(job.header);
        return closed.ok ? ok(statusOf(job)) : closed;
      });
    },
    async stop() {
      stopping = true;
      await Promise.all([...queues.values()].map((queue) => queue.run(() => Promise.resolve())));
    },
  };
}

/** A driver that throws has a bug, and nobody knows whether the page was printed. */
async function handOver(send: (cancel: AbortSignal) => Promise<HandOver>, cancel: AbortSignal): Promise<HandOver> {
  try {
    return await send(cancel);
  } catch (error) {
    return { type: 'inDoubt', reason: String(error) };
  }
}

async function readPage(output: PageOrder, png: Uint8Array): Promise<Result<Omit<PrintablePage, 'job'>>> {
  const { sequence, copies, widthMm, heightMm, dpi } = output;
  const bitmap = await decodePng(png, (widthDots, heightDots) =>
    fillsPage(widthDots, widthMm, dpi) && fillsPage(heightDots, heightMm, dpi)
      ? null
      : `${widthDots} x ${heightDots} dots are not ${widthMm} x ${heightMm} mm at ${dpi} dpi`,
  );
  if (!bitmap.ok) return err(problem('assistant.badMessage', { reason: bitmap.error }));
  return ok({ sequence, copies, widthMm, heightMm, dpi, png, bitmap: bitmap.value });
}

function ack(page: PageOrder, outcome: PageAck['outcome']): PageAck {
  return { jobId: page.jobId, sequence: page.sequence, outcome };
}

/** What is said of a job of which there is no record. */
export function unknownJob(jobId: string): JobStatus {
  return { jobId, known: false, state: 'open', accepted: [], spooled: [], inDoubt: [], failed: [] };
}

function statusOf(job: JobLog): JobStatus {
  const inState = (state: PageState): readonly (readonly [number, number])[] =>
    toRanges([...job.pages()].flatMap(([sequence, page]) => (page.state === state ? [sequence] : [])));
  return {
    jobId: job.header.jobId,
    known: true,
    state: job.state(),
    accepted: inState('accepted'),
    spooled: inState('spooled'),
    inDoubt: inState('doubt'),
    failed: inState('failed'),
  };
}
