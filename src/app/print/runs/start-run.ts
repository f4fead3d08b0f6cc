import { openFrozenRecords, reopenedRecords, type FrozenData } from '#model/data/frozen-data.ts';
import { pinConnections } from '#model/data/rebind.ts';
import { boundTables } from '#model/data/tables.ts';
import { pictureMark } from '#printing/picture-mark.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { createFrozenReader } from '#services/spreadsheet/frozen-reader.ts';
import type { Services } from '#app/state/services.tsx';
import { rememberSheet } from './part-used-sheets.ts';
import { createPrintPorts } from './print-ports.ts';

/** An order of the print dialog. */
export interface PrintOrder extends Omit<PrintRequest, 'jobId' | 'keep'> {
  /** The definition of the records, for readers after the dialog is closed. */
  readonly frozen: Omit<FrozenData, 'edits'>;
  /** The template's id on the server; null if it was never saved. */
  readonly templateId: string | null;
  /** The template in the print history. */
  readonly printed: PrintedTemplate;
}

/** A print from frozen data. */
export interface FrozenOrder extends Omit<PrintRequest, 'jobId'> {
  readonly keep: NonNullable<PrintRequest['keep']>;
}

/** Starts a run that is independent of its screen. */
export function startRun(services: Services, { frozen, templateId, printed, ...order }: PrintOrder): PrintRun {
  const { spreadsheets } = services;
  const template = pinConnections(order.template, (source) => spreadsheets.contentOf(source).connection);
  const request = { ...order, template };
  const edits = boundTables(template).map(({ connection, reading, sheet }) => ({
    connection,
    reading,
    sheet,
    edits: spreadsheets.edits({ connection, reading }, sheet),
  }));
  const data: FrozenData = { ...frozen, edits };
  return startFrozenRun(services, { ...request, keep: { templateId, printed, data, fonts: services.fonts.added() } });
}

/** The same with the edited cells at the time of freezing. */
export function startFrozenRun(services: Services, request: FrozenOrder): PrintRun {
  const { spreadsheets, openFrozenSpreadsheets, rowPictures } = services;
  const { template, records } = request;
  const pictures = pictureMark(template, rowPictures.set());
  const keep = pictures === null ? request.keep : { ...request.keep, pictures };
  const reader = createFrozenReader(spreadsheets, openFrozenSpreadsheets, keep.data.edits);
  const run = startPrintRun(
    {
      ...request,
      keep,
      jobId: crypto.randomUUID(),
      records: reopenedRecords(records, (signal) => openFrozenRecords(template, keep.data, reader, signal)),
    },
    createPrintPorts(services, request.printer),
  );
  void run.done.then((report) => {
    reader.dispose();
    const { printer, firstCell = 0 } = request;
    rememberSheet({ printer, label: template.label, firstCell }, report);
  });
  return run;
}
