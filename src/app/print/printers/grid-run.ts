import { NO_RECORD } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import type { Calibration } from '#model/page/calibration.ts';
import { testGridTemplate, type TestGrid } from '#model/page/test-grid.ts';
import { DEFAULT_MIN_GRADE } from '#model/symbology/read/grade.ts';
import type { PrintReport } from '#printing/report.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import { createPrintPorts } from '#app/print/runs/print-ports.ts';
import type { Services } from '#app/state/services.tsx';

/** Where and how a test grid is printed. */
export interface GridOrder {
  readonly printer: string;
  readonly dpi: number;
  readonly grid: TestGrid;
  readonly calibration: Calibration;
  /** What the printer's queue shows. */
  readonly jobName: string;
}

const ONE_LABEL: RecordSource = { count: 1, read: () => Promise.resolve(ok([NO_RECORD])) };

/**
 * Prints a test grid as any label is printed. It is a run of its own, of which nothing is kept: whoever leaves the dialog
 * prints another. One that cannot go on by itself is given up.
 */
export function startGridRun(services: Services, order: GridOrder): PrintRun {
  const { printer, dpi, grid, calibration, jobName } = order;
  const template = testGridTemplate(grid, jobName);
  const run = startPrintRun(
    {
      jobId: crypto.randomUUID(),
      jobName,
      template,
      records: ONE_LABEL,
      printer,
      dpi,
      minGrade: DEFAULT_MIN_GRADE,
      // A grid that a move takes off the page shows just that.
      overflow: 'allow',
      copies: 1,
      calibration,
    },
    createPrintPorts(services, printer),
  );
  run.subscribe((state) => {
    if (state.phase.type === 'held') queueMicrotask(() => run.cancel());
  });
  return run;
}

/** Why there is no grid on paper; null when the printer has it. */
export function gridProblem(report: PrintReport, held: Problem | null): Problem | null {
  if (report.sent === 1) return null;
  const [refusal] = report.refusals;
  const reason = report.problem ?? held ?? refusal?.problem;
  return reason ?? problem(report.inDoubt > 0 ? 'print.pageInDoubt' : 'print.cancelled', { page: 1 });
}
