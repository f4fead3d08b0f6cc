import type { PrintReport } from '#printing/report.ts';
import type { PrintRun } from '#printing/run-print.ts';
import { isOver, type RunState } from '#printing/run-state.ts';
import type { Services } from '#app/state/services.tsx';

/** What a run that belongs to the page is called and where it goes. */
export interface RunTitle {
  readonly jobName: string;
  readonly printer: string;
  /** The template's id on the server, to record its use there; null while it was never saved. */
  readonly templateId: string | null;
}

/** Where a run is. */
export type RunStage =
  | { readonly type: 'running'; readonly state: RunState; readonly cancelling: boolean }
  | { readonly type: 'over'; readonly report: PrintReport };

/** A run as the screens show it: a new value after each change. */
export interface ShownRun extends RunTitle {
  readonly jobId: string;
  readonly stage: RunStage;
}

/**
 * Has all runs of this page, whichever screen began them. They go on when that screen is left, and stay here, when they are
 * over, until somebody has seen their report.
 */
export interface RunDesk {
  /** In the order in which they were started; the same list until the next change. */
  runs(): readonly ShownRun[];
  /** The listener is called after each change; call what is returned to stop. */
  subscribe(listener: () => void): () => void;
  /** Takes over a run that has been started. */
  take(run: PrintRun, title: RunTitle): void;
  pause(jobId: string): void;
  resume(jobId: string): void;
  cancel(jobId: string): void;
  /** Puts away a run that is over. */
  dismiss(jobId: string): void;
}

/** Shortest time between two updates: labels come at hundreds a second, too fast to redraw for each. */
const REDRAW_MS = 100;

export function createRunDesk({ api, assistant }: Pick<Services, 'api' | 'assistant'>): RunDesk {
  const listeners = new Set<() => void>();
  const live = new Map<string, PrintRun>();
  let shown: readonly ShownRun[] = [];

  function show(next: readonly ShownRun[]): void {
    shown = next;
    for (const listener of listeners) listener();
  }
  function change(jobId: string, to: (stage: RunStage) => RunStage): void {
    show(shown.map((run) => (run.jobId === jobId ? { ...run, stage: to(run.stage) } : run)));
  }
  function end(jobId: string, report: PrintReport, { templateId }: RunTitle): void {
    live.delete(jobId);
    change(jobId, () => ({ type: 'over', report }));
    if (report.outcome === 'finished' && live.size === 0) assistant.close();
    if (report.sent > 0 && templateId !== null) void api.call('countCloudUse', { id: templateId });
  }

  return {
    runs: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take(run, title) {
      const { jobId } = run;
      live.set(jobId, run);
      show([...shown, { jobId, ...title, stage: { type: 'running', state: run.state(), cancelling: false } }]);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const redraw = (): void => {
        clearTimeout(timer);
        timer = undefined;
        change(jobId, (stage) => (stage.type === 'running' ? { ...stage, state: run.state() } : stage));
      };
      const stop = run.subscribe((state) => {
        // If the run waits for the user, show that at once.
        if (state.phase.type !== 'running' && !isOver(state)) redraw();
        else timer ??= setTimeout(redraw, REDRAW_MS);
      });
      void run.done.then((report) => {
        stop();
        clearTimeout(timer);
        end(jobId, report, title);
      });
    },
    pause: (jobId) => live.get(jobId)?.pause(),
    resume: (jobId) => live.get(jobId)?.resume(),
    cancel(jobId) {
      change(jobId, (stage) => (stage.type === 'running' ? { ...stage, cancelling: true } : stage));
      live.get(jobId)?.cancel();
    },
    dismiss: (jobId) => show(shown.filter((run) => run.jobId !== jobId || run.stage.type !== 'over')),
  };
}
