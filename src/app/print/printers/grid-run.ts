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

/** The printer and the settings of a test grid. */
export interface GridOrder {
  readonly printer: string;
  readonly dpi: number;
  readonly grid: TestGrid;
  readonly calibration: Calibration;
  /** The job name in the printer's queue. */
  readonly jobName: string;
}

const ONE_LABEL: RecordSource = { count: 1, read: () => Promise.resolve(ok([NO_RECORD])) };

/**
 * Prints a test grid like a label. It is a separate run that is not saved: a user who leaves the dialog prints another. A
 * run that can't continue is canceled.
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
      // A grid that an offset moves off the page shows just that.
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

/** Why no grid was printed; null if the printer has it. */
export function gridProblem(report: PrintReport, held: Problem | null): Problem | null {
  if (report.sent === 1) return null;
  const [refusal] = report.refusals;
  const reason = report.problem ?? held ?? refusal?.problem;
  return reason ?? problem(report.inDoubt > 0 ? 'print.pageInDoubt' : 'print.cancelled', { page: 1 });
}
