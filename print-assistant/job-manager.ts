import { setTimeout as sleep } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { toRanges, type JobStatus, type PageAck, type PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';
import type { DiskShare } from './disk-share.ts';
import type { Client } from './fair-share.ts';
import { createGroupPrinter } from './group-printer.ts';
import type { JobLog, PageState } from './job-log.ts';
import { openJobStore } from './job-store.ts';
import { PrinterQueue, type BatchPrinter, type ImageSource, type OwnedPage, type PageGroup } from './printer-queue.ts';
import type { JobHeader } from './printers/printer-driver.ts';
import type { Printers } from './printers/printer-list.ts';

/** Number of canceled job ids per site in memory, in addition to the jobs' records. */
const MAX_CANCELLED = 10_000;
/** Timeout for the page that is being submitted, after which a cancellation answers that the page is in flight. */
const CANCEL_PATIENCE_MS = 2000;

export interface JobManagerOptions {
  readonly jobsFolder: string;
  readonly printers: Printers;
  /** Left out where the disk is not shared. */
  readonly disk?: DiskShare;
  /** Maximum number of unused job records in memory. */
  readonly maxIdleRecords: number;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

/** Takes pages and jobs, prints each page at most once, and keeps the results. */
export interface JobManager {
  readonly instance: string;
  printers(): Promise<readonly PrinterInfo[]>;
  /** Faults that keep a printer from printing; null where it does not report them, or does not exist. */
  faults(printer: string): Promise<readonly PrinterFault[] | null>;
  /** Whether pages of the client wait for the printer or are being printed. */
  isUnderWay(client: Client, printer: string): boolean;
  /** The image is read when it is the page's turn at the printer. */
  output(page: OwnedPage, image: ImageSource): Promise<Result<PageAck>>;
  /** Null when there is no such job, or its record names no owner. */
  ownerOf(jobId: string): Promise<string | null>;
  status(jobId: string): Promise<Result<JobStatus>>;
  /** What the client sent before is processed before the end. */
  end(client: Client, jobId: string, how: 'finished' | 'cancelled'): Promise<Result<JobStatus>>;
  /** The job's pages that wait for their printer are answered with `print.calledBack`, and may be sent again. */
  recallPages(jobId: string): Promise<Result<JobStatus>>;
  /**
   * As `recallPages`, but answers once nothing of the job is being submitted: pages in no list then are not printed.
   */
  recallPagesAndWait(jobId: string): Promise<Result<JobStatus>>;
  /** Accepts no more pages. Settles when those that are being submitted are done. */
  stop(): Promise<void>;
}

export async function createJobManager(options: JobManagerOptions): Promise<JobManager> {
  const { printers, log } = options;
  const store = await openJobStore(options.jobsFolder, options.maxIdleRecords, recover);
  /** Of printers with waiting work. */
  const queues = new Map<string, PrinterQueue>();
  /** Ids of canceled jobs by site, the latest last: a job whose first page is in flight has no record yet. */
  const cancelled = new Map<string, Set<string>>();
  let stopping = false;
  const closing = new AbortController();
  const groups = createGroupPrinter({
    ...options,
    store,
    refuses: (jobId) => [...cancelled.values()].some((ids) => ids.has(jobId)),
    closing: closing.signal,
  });

  /** Clients may name nonexistent printers: nothing is kept of a printer without waiting work. */
  async function inQueueOf<T>(printer: string, add: (queue: PrinterQueue) => Promise<T>): Promise<T> {
    const queue = queues.get(printer) ?? new PrinterQueue(() => findPrinter(printer));
    queues.set(printer, queue);
    try {
      return await add(queue);
    } finally {
      void queue.drained().then(() => queue.isEmpty && queues.get(printer) === queue && queues.delete(printer));
    }
  }

  async function findPrinter(printer: string): Promise<BatchPrinter> {
    const driver = await printers.find(printer);
    const refuse = (group: PageGroup, reason: Problem): readonly Result<PageAck>[] => group.map(() => err(reason));
    return {
      maxPages: driver?.group?.maxPages ?? 1,
      async print(group, pause) {
        if (stopping) return refuse(group, problem('assistant.wentAway'));
        if (driver === null) return refuse(group, problem('assistant.printerUnknown', { printer }));
        return groups.print(group, driver, pause);
      },
    };
  }

  /**
   * Settles pages that an earlier process had begun to submit. Where the printer can't report them, they stay
   * unconfirmed.
   */
  async function recover(job: JobLog): Promise<void> {
    const driver = await printers.find(job.header.printer);
    for (const [sequence, page] of job.pages()) {
      if (page.state !== 'accepted') continue;
      const found = driver === null ? 'unknown' : await driver.recall(job.header, sequence);
      const state = found === 'spooled' ? 'spooled' : found === 'absent' ? 'failed' : 'doubt';
      log(`job ${job.header.jobId}, page ${sequence}: in progress at the last stop, now ${state}`);
      await job.settle([{ sequence, state }]);
    }
  }

  /** Answers without waiting for other jobs: pages of this one that wait for the printer find it canceled. */
  async function cancel(client: Client, jobId: string): Promise<Result<JobStatus>> {
    const ids = cancelled.get(client.site) ?? new Set();
    cancelled.set(client.site, ids.add(jobId));
    for (const oldest of ids) {
      if (ids.size <= MAX_CANCELLED) break;
      ids.delete(oldest);
    }
    for (const queue of queues.values()) queue.takeOut(jobId, problem('print.cancelled'));
    const inFlight = groups.stop(jobId);
    using job = await store.find(jobId);
    if (job === null) return ok(unknownJob(jobId));
    if (job.state() === 'open') await job.end('cancelled');
    // A page that is being submitted can't be recalled. Usually that takes only a moment more.
    await Promise.race([inFlight, sleep(CANCEL_PATIENCE_MS, undefined, { ref: false })]);
    void closeAtPrinter(client, job.header).then((closed) => {
      if (!closed.ok) log(`job ${jobId} was cancelled, but its pages could not be bound: ${closed.error.code}`);
    });
    return ok(await endedStatus(job));
  }

  async function endedStatus(job: JobLog): Promise<JobStatus> {
    const folder = (await printers.find(job.header.printer))?.folderOf?.(job.header);
    return folder === undefined ? statusOf(job) : { ...statusOf(job), folder };
  }

  /** One lane per job for all ends: its pages must not be bound twice at a time. */
  function laneOf({ site, owner }: JobHeader, client: Client): Client {
    return { site: site ?? client.site, owner: owner ?? client.owner };
  }

  function closeAtPrinter(client: Client, header: JobHeader): Promise<Result<null>> {
    const close = async (): Promise<Result<null>> => {
      const driver = await printers.find(header.printer);
      return driver === null ? ok(null) : driver.close(header);
    };
    return inQueueOf(header.printer, (queue) => queue.run(laneOf(header, client), close));
  }

  async function headerOf(jobId: string): Promise<JobHeader | null> {
    using job = await store.find(jobId);
    return job?.header ?? null;
  }

  async function recallPages(jobId: string): Promise<void> {
    for (const queue of queues.values()) queue.takeOut(jobId, problem('print.calledBack'));
    await groups.recallPages(jobId);
  }

  async function statusById(jobId: string): Promise<Result<JobStatus>> {
    using job = await store.find(jobId);
    return ok(job === null ? unknownJob(jobId) : statusOf(job));
  }

  return {
    instance: store.instance,
    printers: () => printers.describe(),
    async faults(printer) {
      return (await (await printers.find(printer))?.faults?.()) ?? null;
    },
    isUnderWay: (client, printer) => queues.get(printer)?.isBusyFor(client) === true,
    output: (order, image) => inQueueOf(order.printer, (queue) => queue.output({ order, image })),
    async ownerOf(jobId) {
      return (await headerOf(jobId))?.owner ?? null;
    },
    status: statusById,
    async end(client, jobId, how) {
      if (how === 'cancelled') return cancel(client, jobId);
      const header = await headerOf(jobId);
      if (header === null) return ok(unknownJob(jobId));
      const finish = async (): Promise<Result<JobStatus>> => {
        using job = await store.find(jobId);
        if (job === null) return ok(unknownJob(jobId));
        if (job.state() === 'open') await job.end(how);
        const driver = await printers.find(header.printer);
        const closed = driver === null ? ok(null) : await driver.close(header);
        return closed.ok ? ok(await endedStatus(job)) : closed;
      };
      // In the queue, so that it follows the pages of the job that still wait for the printer.
      return inQueueOf(header.printer, (queue) => queue.run(laneOf(header, client), finish));
    },
    async recallPages(jobId) {
      await recallPages(jobId);
      return statusById(jobId);
    },
    async recallPagesAndWait(jobId) {
      await recallPages(jobId);
      await groups.handedOver(jobId);
      return statusById(jobId);
    },
    async stop() {
      stopping = true;
      closing.abort();
      await Promise.all([...queues.values()].map((queue) => queue.drained()));
    },
  };
}

/** Status of a job without a record. */
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
