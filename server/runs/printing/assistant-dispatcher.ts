import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import { rangesContain, type JobStatus, type PageAck } from '#protocol/assistant.ts';
import type { Result } from '#model/kernel/result.ts';
import type { BlobStore } from '../../core/files/blob-store.ts';
import type { StepContext } from '../run-steps.ts';
import type { AssistantLink } from './assistant-link.ts';
import { openPageFeed, type PageFeed } from './page-feed.ts';
import {
  allRounds,
  closeJob,
  endRecall,
  endPrinted,
  failPrinting,
  givenPages,
  givePages,
  isPrinted,
  jobIdOf,
  jobsInTurn,
  jobsRecalled,
  jobsToStop,
  jobsUnanswered,
  noteTrouble,
  roundsOf,
  settlePages,
  type GivenPage,
  type Holder,
  type PageEnd,
  type PrintJob,
} from './print-jobs.ts';

/** Pages of one printer that are sent and not answered yet. */
const WINDOW_PAGES = 16;
/** Pause after a printer has rejected a page. */
const RETRY_DELAY_MS = 3_000;

/** The printer will never print the page as it is. */
const FOR_GOOD: ReadonlySet<ProblemCode> = new Set([
  'assistant.mediaUnsupported',
  'assistant.tooLarge',
  'assistant.badMessage',
]);

export interface AssistantDispatcherContext extends StepContext {
  readonly blobs: BlobStore;
  readonly report: (error: unknown) => void;
}

/** Sends the pages of runs to the printers of one assistant, as long as it is connected. */
export interface AssistantDispatcher {
  /** Does the pending work now; a call in the meantime repeats the check. */
  wake(): void;
  /** Settles when nothing is in progress. The connection must have ended. */
  end(): Promise<void>;
}

/** Pages of a job that were sent on this connection. */
interface Sending {
  readonly feed: PageFeed;
  readonly unanswered: Set<number>;
}

export function createAssistantDispatcher(
  context: AssistantDispatcherContext,
  holder: Holder,
  link: AssistantLink,
): AssistantDispatcher {
  const { db } = context;
  const sending = new Map<string, Sending>();
  /** End of the pause of a run's printer. */
  const resting = new Map<string, number>();
  /** Runs with pages in an unknown state: the assistant is asked about them before it gets more. */
  const unsettled = new Set<string>();
  /** Runs that the assistant is being asked about. A printer that hangs doesn't block others. */
  const asked = new Set<string>();
  const inFlight = new Set<Promise<void>>();
  let isAsked = false;
  let isOver = false;
  let isBegun = false;
  let working: Promise<void> | null = null;

  function wake(): void {
    isAsked = true;
    working ??= work().finally(() => {
      working = null;
      if (isAsked && !isOver) wake();
    });
  }

  async function work(): Promise<void> {
    isAsked = false;
    try {
      // Pages from an earlier connection come first.
      if (!isBegun) for (const runId of await jobsUnanswered(db, holder.id)) unsettled.add(runId);
      isBegun = true;
      for (const runId of await jobsRecalled(db, holder.id)) unsettled.add(runId);
      for (const runId of await jobsToStop(db, holder.id)) aside(runId, () => stop(runId));
      for (const runId of unsettled) aside(runId, () => reconcile(runId, 'callBackJob'));
      for (const job of await jobsInTurn(db, holder.id)) if (!isOver && !unsettled.has(job.runId)) await feed(job);
    } catch (error) {
      if (!isOver) context.report(error);
    }
  }

  /** Starts slow work on a run, once at a time. */
  function aside(runId: string, ask: () => Promise<boolean>): void {
    if (asked.has(runId) || isOver) return;
    asked.add(runId);
    track(
      ask().then((isDone) => {
        if (isDone) wake();
      }),
      runId,
    ).finally(() => asked.delete(runId));
  }

  /** After a failure the state of the run's pages is unknown. */
  function track(work: Promise<void>, runId: string): Promise<void> {
    const tracked = work
      .catch((error: unknown) => {
        unsettled.add(runId);
        if (!isOver) context.report(error);
      })
      .finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
    return tracked;
  }

  /** Asks for the state of a job's unanswered pages. True once all are known. */
  async function reconcile(runId: string, fun: 'callBackJob' | 'cancelJob'): Promise<boolean> {
    const rounds = fun === 'cancelJob' ? await allRounds(db, runId) : await roundsOf(db, runId, holder.id);
    for (const round of rounds) {
      const given = (await givenPages(db, runId, holder.id)).filter((one) => one.round === round);
      const status = await link.askJob(fun, jobIdOf(runId, round));
      if (!status.ok) return false;
      await settlePages(context, runId, holder.id, round, endsOf(given, status.value, holder.record));
      await endRecall(db, runId, round, holder.id);
    }
    if ((await givenPages(db, runId, holder.id)).length > 0) return false;
    unsettled.delete(runId);
    return true;
  }

  async function stop(runId: string): Promise<boolean> {
    // Pages may still be in progress: their state is asked for again later.
    if (!(await reconcile(runId, 'cancelJob'))) return false;
    sending.delete(runId);
    resting.delete(runId);
    await closeJob(db, runId);
    return true;
  }

  async function feed(job: PrintJob): Promise<void> {
    const { runId } = job;
    if (asked.has(runId) || (resting.get(runId) ?? 0) > context.now()) return;
    const known = sending.get(runId) ?? (await begin(runId));
    if (known === null) return;
    try {
      await sendNext(job, known);
    } catch (error) {
      // They may be recorded as sent although they were not.
      unsettled.add(runId);
      resting.set(runId, context.now() + RETRY_DELAY_MS);
      throw error;
    }
  }

  async function sendNext(job: PrintJob, { feed: pagesOf, unanswered }: Sending): Promise<void> {
    const { runId, printer } = job;
    // A full window keeps the printer, too.
    const pages = await givePages(context, job, holder, WINDOW_PAGES - unanswered.size);
    for (const given of pages) {
      const { page, round } = given;
      const { order, png } = await pagesOf.read(page);
      unanswered.add(page);
      const answered = link.sendPage({ ...order, printer, jobId: jobIdOf(runId, round) }, png).then(async (ack) => {
        unanswered.delete(page);
        await take(job, given, ack);
      });
      void track(answered, runId).finally(wake);
    }
    if (pages.length > 0 || unanswered.size > 0 || !(await isPrinted(db, runId))) return;
    aside(runId, () => finish(job));
  }

  async function begin(runId: string): Promise<Sending | null> {
    const opened = await openPageFeed(context, runId);
    if (!opened.ok) {
      await failPrinting(context, runId, opened.error);
      return null;
    }
    const begun = { feed: opened.value, unanswered: new Set<number>() };
    sending.set(runId, begun);
    return begun;
  }

  async function take({ runId, printer }: PrintJob, { page, round }: GivenPage, ack: Result<PageAck>): Promise<void> {
    if (!ack.ok && ack.error.code === 'assistant.wentAway') {
      // The assistant stops: the state is asked for on the next connection, or on this one if it remains open.
      unsettled.add(runId);
      resting.set(runId, context.now() + RETRY_DELAY_MS);
      return;
    }
    if (ack.ok) {
      const end = ack.value.outcome === 'inDoubt' ? 'doubt' : 'printed';
      await settlePages(context, runId, holder.id, round, new Map([[page, end]]));
      return;
    }
    const { code } = ack.error;
    const isOurs = code === 'print.cancelled' || code === 'print.calledBack';
    const why = code === 'assistant.printerUnknown' ? problem(code, { printer }) : ack.error;
    await settlePages(context, runId, holder.id, round, new Map([[page, 'back']]), isOurs ? null : why);
    if (isOurs) return;
    if (FOR_GOOD.has(code)) await failPrinting(context, runId, why);
    else resting.set(runId, context.now() + RETRY_DELAY_MS);
  }

  async function finish({ runId }: PrintJob): Promise<boolean> {
    for (const round of await allRounds(db, runId)) {
      const finished = await link.askJob('finishJob', jobIdOf(runId, round));
      if (finished.ok) continue;
      if (finished.error.code !== 'assistant.wentAway') {
        await noteTrouble(db, runId, finished.error);
        resting.set(runId, context.now() + RETRY_DELAY_MS);
      }
      return false;
    }
    if (!(await endPrinted(context, runId))) return true;
    sending.delete(runId);
    resting.delete(runId);
    return true;
  }

  return {
    wake,
    async end() {
      isOver = true;
      isAsked = false;
      await working;
      await Promise.all(inFlight);
    },
  };
}

/**
 * The results of sent pages, as the assistant reports them once none of them waits. A page without a record never
 * arrived, unless the assistant has a new record since: in that case it is unknown.
 */
function endsOf(
  given: readonly { readonly page: number; readonly record: string | null }[],
  status: JobStatus,
  record: string,
): Map<number, PageEnd> {
  const ends = new Map<number, PageEnd>();
  for (const { page, record: then } of given) {
    if (then !== record) ends.set(page, 'doubt');
    else if (rangesContain(status.spooled, page)) ends.set(page, 'printed');
    else if (rangesContain(status.inDoubt, page)) ends.set(page, 'doubt');
    // Still in progress: its answer comes, or it is asked for again.
    else if (!rangesContain(status.accepted, page)) ends.set(page, 'back');
  }
  return ends;
}
