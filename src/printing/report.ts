import type { Problem } from '#model/kernel/problem.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { RepeatedRun } from '#protocol/printing.ts';
import type { PrintPlan } from './plan.ts';
import type { GradeTally } from './readings.ts';
import { notPrinted, type PageOut, type Refusal, type RunPhase, type RunState } from './run-state.ts';

/** The result of a run. `asked = sent + refused + inDoubt + notPrinted`, in labels, including copies. */
export interface PrintReport {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  readonly templateHash: string;
  readonly dataHash: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: 'finished' | 'cancelled' | 'failed';
  /** Why the run failed; null when it did not. */
  readonly problem: Problem | null;
  readonly asked: number;
  readonly verified: number;
  /** Handed over to the printer's spooler. */
  readonly sent: number;
  readonly refused: number;
  readonly inDoubt: number;
  readonly notPrinted: number;
  readonly refusedRows: number;
  readonly refusals: readonly Refusal[];
  /** Rejections that are counted and not listed. */
  readonly refusalsBeyond: number;
  readonly doubtfulPages: readonly PageOut[];
  /** The least grade of every symbol. */
  readonly minGrade: Grade;
  readonly grades: readonly GradeTally[];
  /** How many cells of the bound columns were edited in the product and not in the file. */
  readonly editedCells: number;
  /** False when the journal lacks some readings: its storage was full, or the run's page was killed. */
  readonly readingsComplete: boolean;
  /** The run with the labels that this one reprinted or continued; left out when there is none. */
  readonly repeats?: RepeatedRun;
  /** The labels in `sent` were handed over without any confirmation; left out otherwise. */
  readonly unconfirmed?: true;
  /** The folder of the files that the printer wrote, on the assistant's machine; left out for other printers. */
  readonly folder?: string;
}

export type ReportHead = Pick<PrintPlan, 'jobId' | 'jobName' | 'printer' | 'templateHash' | 'dataHash' | 'minGrade'> &
  Pick<PrintReport, 'unconfirmed'> & {
    readonly repeats?: RepeatedRun | undefined;
    readonly folder?: string | undefined;
  };

export function createReport(
  head: ReportHead,
  state: RunState,
  startedAt: number,
  endedAt: number,
  readingsComplete: boolean,
  editedCells: number = 0,
): PrintReport {
  const { jobId, jobName, printer, templateHash, dataHash, minGrade, repeats, unconfirmed, folder } = head;
  return {
    jobId,
    jobName,
    printer,
    templateHash,
    dataHash,
    startedAt,
    endedAt,
    ...endOf(state.phase),
    asked: state.counts.asked,
    verified: state.counts.verified,
    sent: state.counts.spooled,
    refused: state.counts.refused,
    inDoubt: state.counts.inDoubt,
    notPrinted: notPrinted(state),
    refusedRows: state.refusedRows,
    refusals: state.refusals,
    refusalsBeyond: state.refusalsBeyond,
    doubtfulPages: state.doubtful,
    minGrade,
    editedCells,
    grades: state.grades,
    readingsComplete,
    ...(repeats === undefined ? {} : { repeats }),
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
    ...(folder === undefined ? {} : { folder }),
  };
}

function endOf(phase: RunPhase): Pick<PrintReport, 'outcome' | 'problem'> {
  if (phase.type === 'failed') return { outcome: 'failed', problem: phase.problem };
  return { outcome: phase.type === 'finished' ? 'finished' : 'cancelled', problem: null };
}
