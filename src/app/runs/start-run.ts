import { openFrozenRecords, reopenedRecords, type FrozenData } from '#model/data/frozen-data.ts';
import { boundTables } from '#model/data/tables.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import { createFrozenReader } from '#services/spreadsheet/frozen-reader.ts';
import type { Services } from '#app/state/services.tsx';
import { createPrintPorts } from './print-ports.ts';

/** What the print dialog orders. */
export interface PrintOrder extends Omit<PrintRequest, 'jobId'> {
  /** What the records are, for whoever reads them after the dialog is closed. */
  readonly frozen: Omit<FrozenData, 'edits'>;
  /** The template's id on the server; null while it was never saved. */
  readonly templateId: string | null;
}

/** Starts a run that needs nothing of the screen it was started from. */
export function startRun(services: Services, { frozen, templateId, ...request }: PrintOrder): PrintRun {
  const { spreadsheets, openFrozenSpreadsheets } = services;
  const { template, records } = request;
  const edits = boundTables(template).map(({ connection, reading, sheet }) => ({
    connection,
    reading,
    sheet,
    edits: spreadsheets.edits({ connection, reading }, sheet),
  }));
  const data: FrozenData = { ...frozen, edits };
  const reader = createFrozenReader(spreadsheets, openFrozenSpreadsheets, edits);
  const run = startPrintRun(
    {
      ...request,
      jobId: crypto.randomUUID(),
      records: reopenedRecords(records, (signal) => openFrozenRecords(template, data, reader, signal)),
      keep: { templateId, data, fonts: services.fonts.added() },
    },
    createPrintPorts(services),
  );
  void run.done.then(() => reader.dispose());
  return run;
}
