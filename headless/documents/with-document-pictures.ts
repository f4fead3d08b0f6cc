import { ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { labelDotsOf, type LabelDots } from '#model/page/label-dots.ts';
import type { RunId, RunOpened, RunSetup } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { openDocument } from './open-document.ts';
import type { DocumentSettings } from '../run-settings.ts';

/**
 * Wraps the core for records that show parts of a document: each gets its picture right before its label is painted.
 */
export async function withDocumentPictures(core: PrintCore, args: DocumentSettings): Promise<Result<PrintCore>> {
  const opened = await openDocument(args);
  if (!opened.ok) return opened;
  const { documents } = opened.value;
  const dots = new Map<RunId, LabelDots>();

  function noted(setup: RunSetup, run: Result<RunOpened>): Result<RunOpened> {
    if (run.ok) dots.set(run.value.runId, labelDotsOf(run.value.sheet, setup));
    return run;
  }

  async function pictured(run: RunId, records: readonly DataRecord[]): Promise<readonly DataRecord[]> {
    const ready: DataRecord[] = [];
    const ofRun = dots.get(run);
    for (const record of records) {
      const picture =
        record.page === undefined || ofRun === undefined ? null : await documents.label(record.page, ofRun);
      if (picture === null) ready.push(record);
      else ready.push(picture.ok ? { ...record, picture: picture.value } : { ...record, fault: picture.error });
    }
    return ready;
  }

  return ok({
    ...core,
    openRun: async (setup) => noted(setup, await core.openRun(setup)),
    openExport: async (setup) => noted(setup, await core.openExport(setup)),
    printRecords: async (run, records, ...more) => core.printRecords(run, await pictured(run, records), ...more),
    exportRecords: async (run, records, ...more) => core.exportRecords(run, await pictured(run, records), ...more),
    closeRun(run) {
      dots.delete(run);
      return core.closeRun(run);
    },
  });
}
