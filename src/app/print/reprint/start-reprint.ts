import { blanksOf } from '#model/data/blanks.ts';
import { labelCount } from '#model/data/copies.ts';
import { openFrozenRecords } from '#model/data/frozen-data.ts';
import type { RowSet } from '#model/data/row-set.ts';
import { boundTables } from '#model/data/tables.ts';
import { problem } from '#model/kernel/problem.ts';
import type { Calibration } from '#model/page/calibration.ts';
import { onlyLanguage } from '#model/template/translated-template.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { dataFrom, dataOfRows, type RepeatedNumbers } from '#printing/repeat.ts';
import type { PrintRun } from '#printing/run-print.ts';
import type { KeptRun, PrintedTemplate } from '#protocol/printing.ts';
import { calibrationOf } from '#protocol/printer-info.ts';
import { takeValues } from '#app/print/runs/counters.ts';
import { choiceOf } from '#app/print/runs/row-selection.ts';
import { recordedStart } from '#app/print/runs/recorded-run.ts';
import { startFrozenRun } from '#app/print/runs/start-run.ts';
import type { Services } from '#app/state/services.tsx';
import type { EarlierRun } from './earlier-run.ts';

/** The labels of a run to print again: all from one on, or those of some rows, counted from 0. */
export type RepeatedLabels =
  | { readonly type: 'from'; readonly label: number }
  | { readonly type: 'rows'; readonly rows: RowSet };

const NEVER_SAVED: PrintedTemplate = { id: '', type: 'cloud', revision: 0 };

/**
 * Starts a run that prints labels of an earlier one from its saved data, and references it. Problems: those of the data,
 * `print.noRows`.
 */
export async function startReprint(
  services: Services,
  { kept, labels, records, extent, reader }: EarlierRun,
  wanted: RepeatedLabels,
  numbers: RepeatedNumbers,
): Promise<Result<PrintRun>> {
  const { template, templateId, jobName, printer, dpi, minGrade, overflow, fonts, printed = NEVER_SAVED } = kept;
  const { signal } = new AbortController();
  let data = wanted.type === 'rows' ? dataOfRows(kept, wanted.rows, numbers) : null;
  if (wanted.type === 'from') {
    const first = await records.read(labels.spot(wanted.label).record, 1, signal);
    if (!first.ok) return first;
    data = dataFrom(kept, labels, wanted.label, first.value[0]?.index ?? 0, numbers);
  }
  if (data === null) return err(problem('print.noRows'));
  const source = await openFrozenRecords(template, data, reader, signal);
  if (!source.ok) return source;
  if (source.value.count === 0) return err(problem('print.noRows'));
  const asked = labelCount(source.value);
  const repeats = { jobId: kept.jobId, startedAt: kept.startedAt };
  const isBound = boundTables(template).length > 0;
  const calibration = await calibrationNow(services, kept);
  const run = startFrozenRun(services, {
    jobName,
    template,
    records: source.value,
    printer,
    dpi,
    minGrade,
    overflow,
    copies: 1,
    calibration,
    repeats,
    keep: { templateId, printed, data, fonts },
    // The numbers of the earlier run are in its template.
    ...(numbers === 'same'
      ? {}
      : { takeValues: () => takeValues(services.api, templateId, template, source.value.count) }),
  });
  const about = {
    jobName,
    template: printed,
    tables: boundTables(template),
    blanks: blanksOf(template),
    settings: {
      printer,
      dpi,
      minGrade,
      overflow,
      printBackground: template.label.printBackground,
      language: onlyLanguage(template),
      copies: isBound ? (data.part?.times ?? 1) : asked,
      rows: isBound && extent !== null ? choiceOf(data.rows, extent) : ({ type: 'all' } as const),
      copiesColumn: data.copiesColumn,
    },
    asked,
    repeats,
  };
  void services.runRecords.begin(recordedStart(run.jobId, Date.now(), about));
  return ok(run);
}

/** The printer's current calibration; that of the earlier run if it can't be queried. */
async function calibrationNow({ assistant, devices }: Services, kept: KeptRun): Promise<Calibration | null> {
  const device = (await devices.list()).find(({ name }) => name === kept.printer);
  if (device !== undefined) return calibrationOf(device);
  const printers = await assistant.printers(new AbortController().signal);
  const printer = printers.ok ? printers.value.find(({ name }) => name === kept.printer) : undefined;
  return printer === undefined ? (kept.calibration ?? null) : calibrationOf(printer);
}
