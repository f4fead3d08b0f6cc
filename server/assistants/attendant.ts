import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import { rangesContain, type JobStatus, type PageAck } from '#protocol/assistant.ts';
import type { Result } from '#model/kernel/result.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { StepContext } from '../runs/run-steps.ts';
import type { AssistantLink } from './assistant-link.ts';
import { openPageFeed, type PageFeed } from './page-feed.ts';
import {
  closeJob,
  endPrinted,
  failPrinting,
  givenPages,
  givePages,
  isPrinted,
  jobsInTurn,
  jobsToStop,
  jobsUnanswered,
  noteTrouble,
  settlePages,
  type Holder,
  type PageEnd,
  type PrintJob,
} from './print-jobs.ts';

/** Pages of one printer that are sent and not answered yet. */
const WINDOW_PAGES = 16;
/** A printer that has refused a page gets none for so long. */
const REST_MS = 3_000;

/** The page will never be printed there as it is. */
const FOR_GOOD: ReadonlySet<ProblemCode> = new Set([
  'assistant.mediaUnsupported',
  'assistant.tooLarge',
  'assistant.badMessage',
]);

export interface AttendantContext extends StepContext {
  readonly blobs: BlobStore;
  readonly report: (error: unknown) => void;
}

/** Brings the pages of runs to the printers of one assistant, as long as it is connected. */
export interface Attendant {
  /** Does what there is to do now; a call while it does so has it look once more. */
  wake(): void;
  /** Settles when nothing is under way any more. The connection must have ended. */
  end(): Promise<void>;
}

/** What was sent of a job on this connection. */
interface Sending {
  readonly feed: PageFeed;
  readonly unanswered: Set<number>;
}

export function createAttendant(context: AttendantContext, holder: Holder, link: AssistantLink): Attendant {
  const { db } = context;
  const sending = new Map<string, Sending>();
  /** Until when a run's printer is left alone. */
  const resting = new Map<string, number>();
  const answers = new Set<Promise<void>>();
  let isAsked = false;
  let isOver = false;
  let working: Promise<void> | null = null;
  let isReconciled = false;

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
      if (!isReconciled) {
        // What an earlier connection has given is asked for before anything else is sent.
        for (const runId of await jobsUnanswered(db, holder.id)) await reconcile(runId, 'callBackJob');
        isReconciled = (await jobsUnanswered(db, holder.id)).length === 0;
        if (!isReconciled) return;
      }
      for (const runId of await jobsToStop(db, holder.id)) await stop(runId);
      for (const job of await jobsInTurn(db, holder.id)) if (!isOver) await feed(job);
    } catch (error) {
      if (!isOver && !(error instanceof Gone)) context.report(error);
    }
  }

  /** Asks what became of the pages of a job that were given and not answered for. */
  async function reconcile(runId: string, fun: 'callBackJob' | 'cancelJob'): Promise<void> {
    const given = await givenPages(db, runId, holder.id);
    const status = await link.askJob(fun, runId);
    if (!status.ok) throw new Gone();
    await settlePages(context, runId, holder.id, endsOf(given, status.value, holder.record));
  }

  async function stop(runId: string): Promise<void> {
    await reconcile(runId, 'cancelJob');
    // Pages that were being handed over are answered for by now, or with their own answers.
    if ((await givenPages(db, runId, holder.id)).length > 0) return;
    sending.delete(runId);
    await closeJob(db, runId);
  }

  async function feed(job: PrintJob): Promise<void> {
    const { runId } = job;
    if ((resting.get(runId) ?? 0) > context.now()) return;
    const known = sending.get(runId) ?? (await begin(runId));
    if (known === null) return;
    const room = WINDOW_PAGES - known.unanswered.size;
    // A full window keeps the printer, too.
    const pages = await givePages(context, job, holder, room);
    for (const [i, page] of pages.entries()) {
      const read = await known.feed.read(page).catch((error: unknown) => {
        context.report(error);
        return null;
      });
      if (read === null) {
        // Nothing of it was sent.
        const unsent = pages.slice(i).map((left) => [left, 'back'] as const);
        await settlePages(context, runId, holder.id, new Map(unsent), problem('run.lost'));
        resting.set(runId, context.now() + REST_MS);
        return;
      }
      const { order, png } = read;
      known.unanswered.add(page);
      const answered = link
        .sendPage({ ...order, printer: job.printer }, png)
        .then((ack) => take(job, known, page, ack))
        .catch((error: unknown) => {
          if (!isOver) context.report(error);
        })
        .finally(() => {
          answers.delete(answered);
          wake();
        });
      answers.add(answered);
    }
    if (pages.length === 0 && known.unanswered.size === 0 && (await isPrinted(db, runId))) await finish(job);
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

  async function take(
    { runId, printer }: PrintJob,
    { unanswered }: Sending,
    page: number,
    ack: Result<PageAck>,
  ): Promise<void> {
    unanswered.delete(page);
    if (!ack.ok && ack.error.code === 'assistant.wentAway') {
      // It stops: it is asked for on the next connection, or on this one where that goes on.
      isReconciled = false;
      resting.set(runId, context.now() + REST_MS);
      return;
    }
    if (ack.ok) {
      const end = ack.value.outcome === 'inDoubt' ? 'doubt' : 'printed';
      await settlePages(context, runId, holder.id, new Map([[page, end]]));
      return;
    }
    const why = ack.error.code === 'assistant.printerUnknown' ? problem(ack.error.code, { printer }) : ack.error;
    await settlePages(context, runId, holder.id, new Map([[page, 'back']]), why);
    if (ack.error.code === 'print.cancelled') return;
    if (FOR_GOOD.has(ack.error.code)) await failPrinting(context, runId, why);
    else resting.set(runId, context.now() + REST_MS);
  }

  async function finish({ runId }: PrintJob): Promise<void> {
    const finished = await link.askJob('finishJob', runId);
    if (finished.ok) {
      sending.delete(runId);
      resting.delete(runId);
      await endPrinted(context, runId);
    } else if (finished.error.code !== 'assistant.wentAway') {
      await noteTrouble(db, runId, finished.error);
      resting.set(runId, context.now() + REST_MS);
    }
  }

  return {
    wake,
    async end() {
      isOver = true;
      isAsked = false;
      await working;
      await Promise.all(answers);
    },
  };
}

/** Thrown where the connection has ended meanwhile: the next one begins anew. */
class Gone extends Error {}

/**
 * What became of given pages, as the assistant says it once none of them waits any more. One that it has no record of
 * never reached it, unless its record is another one than then: in that case nobody can tell.
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
    // Still being handed over: its answer comes, or it is asked for again.
    else if (!rangesContain(status.accepted, page)) ends.set(page, 'back');
  }
  return ends;
}
