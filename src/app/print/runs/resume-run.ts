import { openFrozenRecords } from '#model/data/frozen-data.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { discardKept } from '#printing/discard.ts';
import type { GradeTally } from '#printing/readings.ts';
import { tallyReadings } from '#printing/readings.ts';
import { isSameMark, pictureMark } from '#printing/picture-mark.ts';
import type { PrintReport } from '#printing/report.ts';
import { doubtAll, planResume, type ResumePoint } from '#printing/resume.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import { KEPT_FORMAT, type KeptRun } from '#protocol/printing.ts';
import { createFrozenReader } from '#services/spreadsheet/frozen-reader.ts';
import type { KeptReadings } from '#services/storage/kept-runs.ts';
import type { Services } from '#app/state/services.tsx';
import { rememberSheet } from './part-used-sheets.ts';
import { createPrintPorts } from './print-ports.ts';

/** Resumes an interrupted run from its saved data. */
export async function resumeRun(services: Services, jobId: string): Promise<Result<PrintRun>> {
  const opened = await openKept(services, jobId);
  if (!opened.ok) return opened;
  const { kept, point, readings } = opened.value;
  const {
    template,
    data,
    jobName,
    printer,
    dpi,
    minGrade,
    overflow,
    copies,
    repeats,
    calibration = null,
    firstCell = 0,
  } = kept;
  if (kept.format !== KEPT_FORMAT) return err(problem('print.keptChanged'));
  if (kept.pictures !== undefined) {
    await services.rowPictures.recall();
    const mark = pictureMark(template, services.rowPictures.set());
    if (!isSameMark(kept.pictures, mark)) return err(problem('pictures.reopen', { name: kept.pictures.name }));
  }
  const reader = createFrozenReader(services.spreadsheets, services.openFrozenSpreadsheets, data.edits);
  const { signal } = new AbortController();
  const records = await openFrozenRecords(template, data, reader, signal);
  if (!records.ok) {
    reader.dispose();
    return records;
  }
  const run = startPrintRun(
    {
      jobId,
      jobName,
      template,
      records: records.value,
      printer,
      dpi,
      minGrade,
      overflow,
      copies,
      calibration,
      ...(repeats === undefined ? {} : { repeats }),
      firstCell,
      resume: { kept, point, readings: { ...readings, through: point.nextPlace } },
    },
    createPrintPorts(services, printer, kept.instance),
  );
  void run.done.then((report) => {
    reader.dispose();
    rememberSheet({ printer, label: template.label, firstCell }, report);
  });
  return ok(run);
}

/**
 * Ends an interrupted run. The report claims no more than the assistant says, or the journal if the assistant can't be
 * reached.
 */
export async function discardRun(services: Services, jobId: string): Promise<Result<PrintReport>> {
  const opened = await openKept(services, jobId, (kept) => ok(doubtAll(kept)));
  if (!opened.ok) return opened;
  const { kept, point, readings } = opened.value;
  const journal = await services.openJournal();
  if (!journal.ok) return journal;
  try {
    const { sink } = createPrintPorts(services, kept.printer, kept.instance);
    return await discardKept(kept, point, readings.complete, sink, journal.value, Date.now());
  } finally {
    journal.value.close();
  }
}

interface OpenedKept {
  readonly kept: KeptRun;
  readonly point: ResumePoint;
  readonly readings: KeptReadings;
}

/** `otherwise` returns the starting point if the journal of the run can't be read. */
async function openKept(
  { keptRuns }: Services,
  jobId: string,
  otherwise?: (kept: KeptRun) => Result<ResumePoint>,
): Promise<Result<OpenedKept>> {
  const found = await keptRuns.get(jobId);
  if (!found.ok) return found;
  if (found.value === null) return err(problem('print.keptChanged'));
  const { run: kept, pages } = found.value;
  const planned = planResume(kept, pages);
  const point = planned.ok ? planned : (otherwise?.(kept) ?? planned);
  if (!point.ok) return point;
  let grades: readonly GradeTally[] = [];
  const readings = await keptRuns.trimReadings(jobId, point.value.nextPlace, (part) => {
    grades = tallyReadings(grades, part);
  });
  if (!readings.ok) return readings;
  const { state } = point.value;
  return ok({ kept, point: { ...point.value, state: { ...state, grades } }, readings: readings.value });
}
