import { useEffect, useState } from 'react';
import type { PrintReport } from '#printing/report.ts';
import type { RunStage } from '#app/print/runs/run-manager.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';

/** What became of a label that was filled in. */
export interface PrintedForm {
  readonly jobId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What was filled in, in short. */
  readonly text: string;
  /** Null until the run was heard of. */
  readonly stage: RunStage | null;
  /** Null as long as the run goes on. */
  readonly report: PrintReport | null;
}

export interface PrintedForms {
  /** The latest first. */
  readonly list: readonly PrintedForm[];
  readonly add: (jobId: string, text: string) => void;
}

/** Follows the runs of what was printed at this screen. Those that end well are put away, because they stand here. */
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
