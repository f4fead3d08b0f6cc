import { useEffect, useState } from 'react';
import type { PrintReport } from '#printing/report.ts';
import type { RunStage } from '#app/print/runs/run-manager.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';

/** The result of a filled-in label. */
export interface PrintedForm {
  readonly jobId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A summary of the values. */
  readonly text: string;
  /** Null until the run reports its first stage. */
  readonly stage: RunStage | null;
  /** Null while the run continues. */
  readonly report: PrintReport | null;
}

export interface PrintedForms {
  /** Latest first. */
  readonly list: readonly PrintedForm[];
  readonly add: (jobId: string, text: string) => void;
}

/** Follows the runs of this screen's prints. Successful ones are dismissed, because they are in this list. */
export function usePrintedForms(): PrintedForms {
  const manager = useRunManager();
  const [list, setList] = useState<readonly PrintedForm[]>([]);
  useEffect(() => {
    const follow = (): void => {
      const runs = new Map(manager.runs().map((run) => [run.jobId, run.stage]));
      setList((before) => before.map((form) => followed(form, runs.get(form.jobId))));
    };
    follow();
    return manager.subscribe(follow);
  }, [manager]);
  useEffect(() => {
    const done = new Set(list.filter(({ report }) => report?.outcome === 'finished').map(({ jobId }) => jobId));
    for (const run of manager.runs()) if (done.has(run.jobId)) manager.dismiss(run.jobId);
  }, [manager, list]);
  return {
    list,
    add: (jobId, text) => {
      const stage = manager.runs().find((run) => run.jobId === jobId)?.stage;
      const form: PrintedForm = { jobId, at: Date.now(), text, stage: null, report: null };
      setList((before) => [followed(form, stage), ...before]);
    },
  };
}

function followed(form: PrintedForm, stage: RunStage | undefined): PrintedForm {
  if (form.report !== null || stage === undefined || stage === form.stage) return form;
  return stage.type === 'over' ? { ...form, stage, report: stage.report } : { ...form, stage };
}
