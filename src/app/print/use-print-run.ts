import { useCallback, useEffect, useRef, useState } from 'react';
import type { PrintReport } from '#printing/report.ts';
import { startPrintRun, type PrintRequest, type PrintRun } from '#printing/run-print.ts';
import type { RunState } from '#printing/run-state.ts';
import { useServices } from '#app/state/services.tsx';
import { createPrintPorts } from './print-ports.ts';
import type { RunActions } from './RunPanel.tsx';

/** What the dialog shows: the settings, a run in progress, or the report of a finished run. */
export type PrintStage =
  | { readonly type: 'choosing' }
  | { readonly type: 'running'; readonly state: RunState; readonly cancelling: boolean }
  | { readonly type: 'over'; readonly report: PrintReport };

export interface PrintControl {
  readonly stage: PrintStage;
  readonly start: (request: Omit<PrintRequest, 'jobId'>) => void;
  readonly actions: RunActions;
  /** Goes back from the report to the settings. */
  readonly choose: () => void;
}

/** Shortest time between two updates: labels come at hundreds a second, too fast to redraw for each. */
const REDRAW_MS = 100;

/** Starts and follows print runs. `onOver` is called with the report of each. */
export function usePrintRun(onOver: (report: PrintReport) => void): PrintControl {
  const services = useServices();
  const [stage, setStage] = useState<PrintStage>({ type: 'choosing' });
  const current = useRef<PrintRun | null>(null);
  const tellOver = useRef(onOver);
  useEffect(() => {
    tellOver.current = onOver;
  }, [onOver]);

  const start = useCallback(
    (request: Omit<PrintRequest, 'jobId'>) => {
      if (current.current !== null) return;
      const run = startPrintRun({ ...request, jobId: crypto.randomUUID() }, createPrintPorts(services));
      current.current = run;
      setStage({ type: 'running', state: run.state(), cancelling: false });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const redraw = (): void => {
        timer = undefined;
        setStage((before) => (before.type === 'running' ? { ...before, state: run.state() } : before));
      };
      const stop = run.subscribe((state) => {
        // If the run waits for the user, show that at once.
        if (state.phase.type !== 'running') redraw();
        else timer ??= setTimeout(redraw, REDRAW_MS);
      });
      void run.done.then((report) => {
        stop();
        clearTimeout(timer);
        current.current = null;
        setStage({ type: 'over', report });
        tellOver.current(report);
      });
    },
    [services],
  );

  const running = stage.type === 'running';
  useEffect(() => {
    if (!running) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
  // The run is cancelled with the screen: otherwise nobody would see it waiting for an answer.
  useEffect(() => () => current.current?.cancel(), []);

  return {
    stage,
    start,
    choose: () => setStage({ type: 'choosing' }),
    actions: {
      pause: () => current.current?.pause(),
      resume: () => current.current?.resume(),
      cancel: () => {
        setStage((before) => (before.type === 'running' ? { ...before, cancelling: true } : before));
        current.current?.cancel();
      },
    },
  };
}
