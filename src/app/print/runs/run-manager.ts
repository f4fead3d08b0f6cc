import { problem, type Problem } from '#model/kernel/problem.ts';
import type { PrintReport } from '#printing/report.ts';
import { planResume } from '#printing/resume.ts';
import type { PrintRun } from '#printing/run-print.ts';
import { createRunState, isOver, type RunState } from '#printing/run-state.ts';
import type { KeptJob } from '#services/storage/kept-runs.ts';
import type { PrinterLock } from '#services/storage/printer-lock.ts';
import { recordedReport } from '#app/print/runs/recorded-run.ts';
import type { Services } from '#app/state/services.tsx';
import { startTimer, stopTimer } from '#services/idle.ts';

/** The name and the target of a run. */
export interface RunTitle {
  readonly jobName: string;
  readonly printer: string;
}

/** An unfinished run without a controlling page: it can resume from its saved data. */
export interface KeptStage {
  readonly type: 'kept';
  readonly state: RunState;
  /** Whether another page of this browser controls it. */
  readonly isElsewhere: boolean;
  /** Whether it is being opened or canceled. */
  readonly isBusy: boolean;
  /** Why it could not resume. */
  readonly problem: Problem | null;
}

/** The state of a run. */
export type RunStage =
  | { readonly type: 'running'; readonly state: RunState; readonly cancelling: boolean }
  | { readonly type: 'over'; readonly report: PrintReport }
  | KeptStage;

/** A run for the screens: a new value after each change. */
export interface ShownRun extends RunTitle {
  readonly jobId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Whether the result of the sent pages is unknown. */
  readonly isUnconfirmed: boolean;
  readonly stage: RunStage;
}

/**
 * Manages all runs of the user: those that this page controls, started on any screen, and those that an earlier page left.
 * They continue after their screen is left, and stay here after their end until someone has seen their report.
 */
export interface RunManager {
  /** In the order of their start; the same array until the next change. */
  runs(): readonly ShownRun[];
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Looks for runs that an earlier page, or another one, has left. */
  look(): Promise<void>;
  /** Takes over a run that has been started. */
  take(run: PrintRun, title: RunTitle): void;
  pause(jobId: string): void;
  resume(jobId: string): void;
  cancel(jobId: string): void;
  /** Resumes an interrupted run. */
  goOn(jobId: string): Promise<void>;
  /** Ends an interrupted run, with the known results. */
  discard(jobId: string): Promise<void>;
  /**
   * Ends a run in any state, so that nothing more of it is printed; resolves to the reason if that fails, null once it has
   * ended.
   */
  stop(jobId: string): Promise<Problem | null>;
  /** Dismisses an ended run. */
  dismiss(jobId: string): void;
  /** The report of a run was shown: dismisses it, unless it was canceled and its labels may still be needed. */
  seen(jobId: string): void;
}

/** Shortest time between two updates: hundreds of labels a second are too fast to render each. */
const REDRAW_MS = 500;
/** Write interval: at most this much of the results is lost with a killed page; the assistant still knows it. */
const SUSPEND_MS = 1000;
/** Carries the id of a run that has started or ended in one of the browser's pages, and its progress in between. */
const CHANNEL = 'labelwright runs';

/** Progress of a run, sent once a second by the page that controls it. */
interface RunNews {
  readonly jobId: string;
  readonly state: RunState;
}

export function createRunManager(services: Services): RunManager {
  const { runRecords, assistant, keptRuns, runLocks } = services;
  const listeners = new Set<() => void>();
  const live = new Map<string, PrintRun>();
  /** Settles when a run of this page has ended and is shown so. */
  const ends = new Map<string, Promise<void>>();
  const watched = new Set<string>();
  /** Canceled runs found in the storage, where another window can dismiss them. */
  const canceled = new Set<string>();
  const channel = new BroadcastChannel(CHANNEL);
  let shown: readonly ShownRun[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<string | RunNews>) => {
    if (typeof data === 'string') void look();
    else change(data.jobId, (stage) => (isDrivenElsewhere(stage) ? { ...stage, state: data.state } : stage));
  });
  window.addEventListener('pagehide', () => {
    for (const run of live.values()) run.suspend();
  });

  function notifyOthers(news: string | RunNews): void {
    // A channel has no target; the rule mistakes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(news);
  }
  function show(next: readonly ShownRun[]): void {
    shown = next;
    for (const listener of listeners) listener();
  }
  function change(jobId: string, to: (stage: RunStage) => RunStage, known: Partial<ShownRun> = {}): void {
    show(shown.map((run) => (run.jobId === jobId ? { ...run, ...known, stage: to(run.stage) } : run)));
  }
  function put(run: ShownRun): void {
    const isThere = shown.some(({ jobId }) => jobId === run.jobId);
    show(
      isThere
        ? shown.map((other) => (other.jobId === run.jobId ? run : other))
        : [...shown, run].sort((a, b) => a.startedAt - b.startedAt),
    );
  }
  function changeKept(jobId: string, to: Partial<KeptStage>): void {
    change(jobId, (stage) => (stage.type === 'kept' ? { ...stage, ...to } : stage));
  }

  async function look(): Promise<void> {
    const listed = await keptRuns.list();
    if (!listed.ok) return;
    const found = await Promise.all(
      listed.value.map(async (job) => ({ job, isElsewhere: await runLocks.isTaken(job.run.jobId) })),
    );
    const known = new Set(found.map(({ job }) => job.run.jobId));
    show(shown.filter(({ jobId, stage }) => stage.type !== 'kept' || stage.isBusy || known.has(jobId)));
    await lookForCanceled();
    for (const { job, isElsewhere } of found) {
      const { jobId } = job.run;
      const stage = shown.find((run) => run.jobId === jobId)?.stage;
      if (live.has(jobId) || stage?.type === 'over' || (stage?.type === 'kept' && stage.isBusy)) continue;
      put(keptRun(job, isElsewhere, stage?.type === 'kept' ? stage.problem : null));
      if (isElsewhere) void watch(jobId);
    }
  }
  async function lookForCanceled(): Promise<void> {
    const reports = await keptRuns.canceled();
    if (!reports.ok) return;
    const left = new Set(reports.value.map(({ jobId }) => jobId));
    show(shown.filter(({ jobId }) => !canceled.has(jobId) || left.has(jobId)));
    for (const report of reports.value) {
      const { jobId, jobName, printer, startedAt, unconfirmed } = report;
      canceled.add(jobId);
      if (live.has(jobId) || shown.some((run) => run.jobId === jobId)) continue;
      const isUnconfirmed = unconfirmed === true;
      put({ jobId, jobName, printer, startedAt, isUnconfirmed, stage: { type: 'over', report } });
    }
  }
  /** Looks again when the page that controls the run has ended it, or has closed. */
  async function watch(jobId: string): Promise<void> {
    if (watched.has(jobId)) return;
    watched.add(jobId);
    await runLocks.untilFree(jobId).catch(() => undefined);
    watched.delete(jobId);
    await look();
  }

  function drive(run: PrintRun, title: RunTitle, lock: Promise<PrinterLock | null>): void {
    const { jobId } = run;
    const { jobName, printer } = title;
    live.set(jobId, run);
    const startedAt = shown.find((one) => one.jobId === jobId)?.startedAt ?? Date.now();
    const stage = { type: 'running', state: run.state(), cancelling: false } as const;
    put({ jobId, jobName, printer, startedAt, isUnconfirmed: run.isUnconfirmed(), stage });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let suspendTimer: ReturnType<typeof setTimeout> | undefined;
    let isReported = false;
    const redraw = (): void => {
      stopTimer(timer);
      timer = undefined;
      const isUnconfirmed = run.isUnconfirmed();
      change(jobId, (before) => (before.type === 'running' ? { ...before, state: run.state() } : before), {
        isUnconfirmed,
      });
    };
    let { phase } = run.state();
    const stop = run.subscribe((state) => {
      const isNews = state.phase !== phase && !isOver(state);
      phase = state.phase;
      if (state.started && !isReported) {
        isReported = true;
        notifyOthers(jobId);
      }
      suspendTimer ??= setTimeout(() => {
        suspendTimer = undefined;
        run.suspend();
        // The part that others show, which is small for any number of rejected labels.
        notifyOthers({ jobId, state: { ...run.state(), refusals: [], doubtful: [], grades: [] } });
      }, SUSPEND_MS);
      // If the run waits for the user, show that at once.
      if (isNews) redraw();
      else timer ??= startTimer(redraw, REDRAW_MS);
    });
    const over = run.done.then(async (report) => {
      stop();
      stopTimer(timer);
      clearTimeout(suspendTimer);
      const left = await keptRuns.get(jobId);
      (await lock)?.release();
      live.delete(jobId);
      ends.delete(jobId);
      // A run that failed to resume can be retried.
      if (left.ok && left.value !== null) put(keptRun(left.value, false, report.problem));
      else end(jobId, report);
    });
    ends.set(jobId, over);
  }
  function end(jobId: string, report: PrintReport): void {
    change(jobId, () => ({ type: 'over', report }), { isUnconfirmed: report.unconfirmed === true });
    const kept = report.outcome === 'cancelled' ? keptRuns.keepCanceled(jobId, report) : Promise.resolve();
    void kept.then(() => notifyOthers(jobId));
    if (report.outcome === 'finished' && live.size === 0) assistant.close();
    void runRecords.end(recordedReport(report));
  }

  /** Does something with an interrupted run as its only page. */
  async function withKept(
    jobId: string,
    use: (lock: PrinterLock, title: RunTitle) => Promise<Problem | null>,
  ): Promise<void> {
    const run = shown.find((one) => one.jobId === jobId);
    if (run?.stage.type !== 'kept' || run.stage.isBusy) return;
    goOnAfter(run.stage.problem);
    changeKept(jobId, { isBusy: true, problem: null });
    const lock = await runLocks.take(jobId);
    if (lock === null) {
      changeKept(jobId, { isBusy: false });
      return look();
    }
    // Code that can't be fetched now may be available later.
    const reason = await use(lock, run).catch(() => problem('server.unreachable'));
    if (reason === null) return;
    lock.release();
    changeKept(jobId, { isBusy: false, problem: reason });
  }

  async function discard(jobId: string): Promise<void> {
    await withKept(jobId, async (lock) => {
      const { discardRun } = await import('./resume-run.ts');
      const report = await discardRun(services, jobId);
      if (!report.ok) return report.error;
      lock.release();
      end(jobId, report.value);
      return null;
    });
  }
  /** A user who resumes a run has read why it is paused, which answers the browser's next question. */
  function goOnAfter(reason: Problem | null): void {
    if (reason?.code === 'assistant.accessToAsk') assistant.allowAsking();
  }
  function resume(jobId: string): void {
    const stage = shown.find((run) => run.jobId === jobId)?.stage;
    if (stage?.type === 'running' && stage.state.phase.type === 'held') goOnAfter(stage.state.phase.problem);
    live.get(jobId)?.resume();
  }
  function cancel(jobId: string): void {
    change(jobId, (stage) => (stage.type === 'running' ? { ...stage, cancelling: true } : stage));
    live.get(jobId)?.cancel();
  }

  return {
    runs: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    take: (run, title) => drive(run, title, runLocks.take(run.jobId)),
    pause: (jobId) => live.get(jobId)?.pause(),
    resume,
    cancel,
    goOn: (jobId) =>
      withKept(jobId, async (lock, title) => {
        const { resumeRun } = await import('./resume-run.ts');
        const run = await resumeRun(services, jobId);
        if (!run.ok) return run.error;
        drive(run.value, title, Promise.resolve(lock));
        return null;
      }),
    discard,
    async stop(jobId) {
      cancel(jobId);
      await ends.get(jobId);
      // An interrupted run, or one that failed to resume.
      await discard(jobId);
      const stage = shown.find((one) => one.jobId === jobId)?.stage;
      if (stage?.type !== 'kept') return null;
      return stage.problem ?? (stage.isElsewhere ? problem('print.elsewhere') : null);
    },
    dismiss(jobId) {
      const run = shown.find((one) => one.jobId === jobId);
      if (run?.stage.type !== 'over') return;
      show(shown.filter((one) => one !== run));
      if (run.stage.report.outcome === 'cancelled')
        void keptRuns.keepCanceled(jobId, null).then(() => notifyOthers(jobId));
    },
    seen(jobId) {
      const stage = shown.find((run) => run.jobId === jobId)?.stage;
      if (stage?.type !== 'over' || stage.report.outcome === 'cancelled') return;
      show(shown.filter((run) => run.jobId !== jobId));
    },
  };
}

function isDrivenElsewhere(stage: RunStage): stage is KeptStage {
  return stage.type === 'kept' && stage.isElsewhere;
}

function keptRun({ run, pages }: KeptJob, isElsewhere: boolean, reason: Problem | null): ShownRun {
  const { jobId, jobName, printer, startedAt } = run;
  const point = planResume(run, pages);
  const state = point.ok ? point.value.state : createRunState(run.asked);
  const why = point.ok ? reason : point.error;
  return {
    jobId,
    jobName,
    printer,
    startedAt,
    isUnconfirmed: run.unconfirmed === true,
    stage: { type: 'kept', state, isElsewhere, isBusy: false, problem: why },
  };
}
