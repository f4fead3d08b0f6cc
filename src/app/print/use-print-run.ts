import { useCallback, useEffect, useState } from 'react';
import type { RunAbout } from '#app/print/runs/recorded-run.ts';
import type { RunStage } from '#app/print/runs/run-manager.ts';
import { useRun, useRunManager } from '#app/print/runs/runs.tsx';
import { orderRun } from '#app/print/runs/order-run.ts';
import type { PrintOrder } from '#app/print/runs/start-run.ts';
import { useServices } from '#app/state/services.tsx';
import type { RunActions } from './RunPanel.tsx';

/** The content of the dialog: the settings, a run in progress, or the report of a finished run. */
export type PrintStage = { readonly type: 'choosing' } | RunStage;

export interface PrintControl {
  readonly stage: PrintStage;
  /** `about` is the run's entry in the history. */
  readonly start: (about: RunAbout, order: PrintOrder) => void;
  readonly actions: RunActions;
  /** Returns from the report to the settings. */
  readonly choose: () => void;
  /** Shows another run that was started here. */
  readonly follow: (jobId: string) => void;
}

/** Starts a run, hands it over to the page and follows it while the dialog is open. */
export function usePrintRun(): PrintControl {
  const services = useServices();
  const manager = useRunManager();
  const [jobId, setJobId] = useState<string | null>(null);
  const run = useRun(jobId);

  // A report that was seen here is dismissed from the tray.
  useEffect(() => () => (jobId === null ? undefined : manager.seen(jobId)), [manager, jobId]);
  const start = useCallback(
    (about: RunAbout, order: PrintOrder) => setJobId(orderRun(services, manager, about, order)),
    [services, manager],
  );
  return {
    stage: run?.stage ?? { type: 'choosing' },
    start,
    choose: () => setJobId(null),
    follow: setJobId,
    actions: {
      pause: () => jobId !== null && manager.pause(jobId),
      resume: () => jobId !== null && manager.resume(jobId),
      cancel: () => jobId !== null && manager.cancel(jobId),
    },
  };
}
