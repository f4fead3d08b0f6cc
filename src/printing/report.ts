import type { Problem } from '#model/kernel/problem.ts';
import type { PrintPlan } from './plan.ts';
import { notPrinted, type PageOut, type Refusal, type RunPhase, type RunState } from './run-state.ts';

/** How a run ended. `asked = sent + refused + inDoubt + notPrinted`, in labels, copies counted. */
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
  /** Why, when it failed. */
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
  /** Refusals that are counted and not listed. */
  readonly refusalsBeyond: number;
  readonly doubtfulPages: readonly PageOut[];
}

export type ReportHead = Pick<PrintPlan, 'jobId' | 'jobName' | 'printer' | 'templateHash' | 'dataHash'>;

export function createReport(head: ReportHead, state: RunState, startedAt: number, endedAt: number): PrintReport {
  const { jobId, jobName, printer, templateHash, dataHash } = head;
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
  };
}

function endOf(phase: RunPhase): Pick<PrintReport, 'outcome' | 'problem'> {
  if (phase.type === 'failed') return { outcome: 'failed', problem: phase.problem };
  return { outcome: phase.type === 'finished' ? 'finished' : 'cancelled', problem: null };
}

/** The wording of the file, in the user's language. */
export interface ReportWords {
  readonly row: string;
  readonly state: string;
  readonly element: string;
  readonly reason: string;
  readonly refused: string;
  readonly inDoubt: string;
  readonly describe: (problem: Problem) => string;
}

/** The rows that need a look, as RFC 4180 CSV with a byte-order mark, so that Excel reads it as UTF-8. */
export function reportCsv(report: PrintReport, words: ReportWords): string {
  const lines = [
    [words.row, words.state, words.element, words.reason],
    ...report.refusals.map((refusal) => [
      String(refusal.row),
      words.refused,
      refusal.elementName,
      words.describe(refusal.problem),
    ]),
    ...report.doubtfulPages.flatMap((page) => page.rows.map((row) => [String(row), words.inDoubt, '', ''])),
  ];
  return `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
