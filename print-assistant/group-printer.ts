import { hash as hashOf } from 'node:crypto';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PageAck, PageOrder } from '#protocol/assistant.ts';
import type { DiskShare } from './disk-share.ts';
import type { JobLog, PageState } from './job-log.ts';
import type { HeldJob, JobStore } from './job-store.ts';
import { decodePng, freeBits, type Bitmap } from './png/png-decode.ts';
import type { OwnedPage, PageGroup, PageImage, Pause, QueuedPage } from './printer-queue.ts';
import { fillsPage } from './printers/ipp-capabilities.ts';
import type { HandOver, PageFile, PrinterDriver, ReadyPage } from './printers/printer-driver.ts';

export interface GroupPrinterOptions {
  readonly store: JobStore;
  /** Left out where the disk is not shared. */
  readonly disk?: DiskShare;
  /** True for a canceled job. */
  readonly refuses: (jobId: string) => boolean;
  /** Aborts when the assistant ends: pages that wait for a printer to be fixed are returned. */
  readonly closing: AbortSignal;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

export interface GroupPrinter {
  /** Prints what can be printed of a group, each page at most once, and answers for each page in order. */
  print(group: PageGroup, driver: PrinterDriver, pause: Pause): Promise<readonly Result<PageAck>[]>;
  /** Returns the pages of the job that wait until their printer can print, if any. */
  recallPages(jobId: string): Promise<void>;
  /** Settles when nothing of the job is being submitted. */
  handedOver(jobId: string): Promise<void>;
  /** Stops the printing of the job. Settles when it has stopped, or is done. */
  stop(jobId: string): Promise<unknown>;
}

/** A new record of a job takes a block of the disk; its lines are small in comparison. */
const RECORD_BYTES = 4096;

function bytesOf(images: readonly PageImage[]): number {
  return images.reduce((sum, { png }) => sum + png.length, 0);
}

/** A page that has passed the checks and is not printed yet. */
interface CheckedPage {
  readonly order: OwnedPage;
  readonly hash: string;
  readonly file: Omit<PageFile, 'job'>;
  /** Null where the printer takes files. */
  readonly bitmap: Bitmap | null;
}

/** `ready` is missing where the printer takes the group as a whole. */
interface PreparedPage extends CheckedPage {
  readonly ready: ReadyPage | null;
}

interface InFlight {
  readonly stop: AbortController;
  readonly done: Promise<unknown>;
}

export function createGroupPrinter({ store, disk, refuses, closing, now, log }: GroupPrinterOptions): GroupPrinter {
  /** What is being printed of each job at this moment, and how to stop it. */
  const inFlight = new Map<string, InFlight>();
  /** Jobs whose page waits until its printer can print. */
  const waiting = new Map<string, AbortController>();

  async function printAll(
    group: PageGroup,
    driver: PrinterDriver,
    stop: AbortSignal,
    pause: Pause,
  ): Promise<readonly Result<PageAck>[]> {
    const images: PageImage[] = [];
    const readAll = (): Promise<Result<CheckedPage>[]> =>
      Promise.all(group.map((page) => readPage(page, driver, stop, images)));
    try {
      // Fetching takes memory that others wait for, so it does not happen while the printer waits.
      const here = group.every(({ order, image }) => image.isHere || refuses(order.jobId)) ? await readAll() : null;
      // Before anything is written of the pages: waiting pages have certainly not been printed.
      const back = await waitUntilReady(group[0]?.order.jobId ?? '', driver, stop);
      if (back) return group.map(() => err(problem('print.calledBack')));
      if (closing.aborted) return group.map(() => err(problem('assistant.wentAway')));
      const read = here ?? (await readAll());
      const answers: (Result<PageAck> | null)[] = read.map((page) => (page.ok ? null : page));
      const [first] = read.flatMap((page) => (page.ok ? [page.value] : []));
      const bytes = RECORD_BYTES + (driver.group === undefined ? 0 : bytesOf(images));
      const isFull = first !== undefined && (await disk?.admits(first.order.site, bytes)) === false;
      if (isFull) return read.map((page) => (page.ok ? err(problem('assistant.diskShare')) : page));
      const found = first === undefined ? null : await findJob(first.order);
      using _held = found?.ok === true ? found.value : null;
      const prepared: PreparedPage[] = [];
      for (const [i, page] of read.entries()) {
        if (!page.ok || found === null) continue;
        const next = found.ok ? await prepare(page.value, found.value, driver) : found;
        if (!next.ok) answers[i] = next;
        else if ('outcome' in next.value) answers[i] = ok(next.value);
        else prepared.push(next.value);
      }
      const printed = found?.ok === true ? await handOverAll(prepared, found.value, driver, { stop, pause }) : null;
      return group.map(({ order }, i) => answers[i] ?? printed?.get(order.sequence) ?? err(problem('print.cancelled')));
    } finally {
      for (const image of images) image.done();
    }
  }

  /** True when the pages were recalled before the printer could print. */
  async function waitUntilReady(jobId: string, driver: PrinterDriver, stop: AbortSignal): Promise<boolean> {
    const back = new AbortController();
    waiting.set(jobId, back);
    await driver.untilReady?.(AbortSignal.any([stop, closing, back.signal]));
    waiting.delete(jobId);
    return back.signal.aborted;
  }

  async function readPage(
    { order, image }: QueuedPage,
    driver: PrinterDriver,
    stop: AbortSignal,
    images: PageImage[],
  ): Promise<Result<CheckedPage>> {
    if (refuses(order.jobId)) return err(problem('print.cancelled'));
    const read = await image.read(stop);
    if (!read.ok) return read;
    images.push(read.value);
    const { png } = read.value;
    const { sequence, copies, widthMm, heightMm, dpi } = order;
    const bitmap = await decodePng(png, (widthDots, heightDots) =>
      fillsPage(widthDots, widthMm, dpi) && fillsPage(heightDots, heightMm, dpi)
        ? null
        : `${widthDots} x ${heightDots} dots are not ${widthMm} x ${heightMm} mm at ${dpi} dpi`,
    );
    if (!bitmap.ok) return err(problem('assistant.badMessage', { reason: bitmap.error }));
    const hash = hashOf('sha256', png).slice(0, 32);
    const file = { sequence, copies, widthMm, heightMm, dpi, png };
    if (driver.group === undefined) return ok({ order, hash, file, bitmap: bitmap.value });
    freeBits(bitmap.value);
    return ok({ order, hash, file, bitmap: null });
  }

  async function findJob({ jobId, jobName, pages, printer, owner, site }: OwnedPage): Promise<Result<HeldJob>> {
    const known = pages === undefined ? {} : { pages };
    const job = await store.open({ jobId, jobName, printer, openedAt: now().toISOString(), owner, site, ...known });
    if (job.header.printer === printer) return ok(job);
    job[Symbol.dispose]();
    return err(problem('assistant.badMessage', { reason: 'a job cannot change its printer' }));
  }

  /** The answer for a page that has been printed before, or the page, ready for the printer. */
  async function prepare(
    page: CheckedPage,
    job: JobLog,
    driver: PrinterDriver,
  ): Promise<Result<PreparedPage | PageAck>> {
    const { order } = page;
    const before = job.page(order.sequence);
    if (before !== undefined && before.hash !== page.hash) {
      return err(
        problem('assistant.badMessage', { reason: `page ${order.sequence} was sent with a different image before` }),
      );
    }
    if (before?.state === 'spooled') return ok(ack(order, 'duplicate'));
    if (before !== undefined && before.state !== 'failed') return ok(ack(order, 'inDoubt'));
    if (isCancelled(job)) return err(problem('print.cancelled'));
    if (job.state() === 'finished')
      return err(problem('assistant.badMessage', { reason: 'the job has already finished' }));
    if (page.bitmap === null) return ok({ ...page, ready: null });
    const ready = await driver.prepare({ ...page.file, bitmap: page.bitmap, job: job.header });
    return ready.ok ? ok({ ...page, ready: ready.value }) : ready;
  }

  /** Their acceptance is on the disk before the printer gets any of them. */
  async function handOverAll(
    pages: readonly PreparedPage[],
    job: JobLog,
    driver: PrinterDriver,
    { stop, pause }: { readonly stop: AbortSignal; readonly pause: Pause },
  ): Promise<ReadonlyMap<number, Result<PageAck>>> {
    if (pages.length === 0 || isCancelled(job)) return new Map();
    await job.accept(pages.map(({ order, hash }) => ({ sequence: order.sequence, hash })));
    const outcomes = await handOver(pages, job, driver, { stop, pause: () => pause(stop) });
    const settled = pages.map(({ order }, i) => ({ order, outcome: outcomes[i] ?? NO_OUTCOME }));
    await writeOutcomes(job, settled);
    return new Map(settled.map(({ order, outcome }) => [order.sequence, answerOf(order, outcome)]));
  }

  function isCancelled(job: JobLog): boolean {
    return refuses(job.header.jobId) || job.state() === 'cancelled';
  }

  async function writeOutcomes(
    job: JobLog,
    settled: readonly { readonly order: PageOrder; readonly outcome: HandOver }[],
  ): Promise<void> {
    const { jobId } = job.header;
    const pages = settled.map(({ order, outcome }) => ({ sequence: order.sequence, state: stateOf(outcome) }));
    for (const { order, outcome } of settled) {
      if (outcome.type === 'inDoubt') log(`job ${jobId}, page ${order.sequence}: unconfirmed (${outcome.reason})`);
    }
    try {
      await job.settle(pages);
    } catch (error) {
      const what = pages.map(({ sequence, state }) => `${sequence} ${state}`).join(', ');
      log(`job ${jobId}: ${what}, but this could not be saved: ${String(error)}`);
    }
  }

  return {
    async print(group, driver, pause) {
      const jobId = group[0]?.order.jobId ?? '';
      const stop = new AbortController();
      const done = printAll(group, driver, stop.signal, pause);
      inFlight.set(jobId, { stop, done });
      try {
        return await done;
      } finally {
        inFlight.delete(jobId);
      }
    },
    async recallPages(jobId) {
      const wait = waiting.get(jobId);
      if (wait === undefined) return;
      wait.abort();
      await inFlight.get(jobId)?.done.catch(() => undefined);
    },
    async handedOver(jobId) {
      await inFlight.get(jobId)?.done.catch(() => undefined);
    },
    async stop(jobId) {
      const present = inFlight.get(jobId);
      present?.stop.abort();
      await present?.done.catch(() => undefined);
    },
  };
}

const NO_OUTCOME: HandOver = { type: 'inDoubt', reason: 'the printer did not report a result' };

/** A driver that throws has a bug, and it is unknown whether the pages were printed. */
async function handOver(
  pages: readonly PreparedPage[],
  job: JobLog,
  driver: PrinterDriver,
  { stop, pause }: { readonly stop: AbortSignal; readonly pause: () => Promise<void> },
): Promise<readonly HandOver[]> {
  try {
    if (driver.group !== undefined) {
      return await driver.group.handOver(
        pages.map(({ file }) => ({ ...file, job: job.header })),
        stop,
        pause,
      );
    }
    const outcomes: HandOver[] = [];
    for (const { ready } of pages) outcomes.push((await ready?.(stop, pause)) ?? NO_OUTCOME);
    return outcomes;
  } catch (error) {
    return pages.map(() => ({ type: 'inDoubt', reason: String(error) }));
  }
}

function stateOf(outcome: HandOver): Exclude<PageState, 'accepted'> {
  return outcome.type === 'inDoubt' ? 'doubt' : outcome.type;
}

function answerOf(order: PageOrder, outcome: HandOver): Result<PageAck> {
  if (outcome.type === 'failed') return err(outcome.problem);
  return ok(ack(order, outcome.type));
}

function ack(page: PageOrder, outcome: PageAck['outcome']): PageAck {
  return { jobId: page.jobId, sequence: page.sequence, outcome };
}
