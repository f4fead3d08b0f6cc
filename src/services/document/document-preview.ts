import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { documentLabelTemplate } from '#model/document/document-template.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { documentRecords } from '#model/data/document-records.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { PreviewPage } from '#protocol/render.ts';
import type { PrintRenderer } from '../render/print-renderer.ts';
import { labelDotsOf } from '#model/page/label-dots.ts';
import { withPictures, type LabelPictures } from './document-pages.ts';

/** A preview of a label of a document as it is printed. */
export interface DocumentPreview {
  /**
   * The label of one part of the plan in the printer's dots, rendered like a print run: `png`, and `labels[0]` with its
   * symbols, problems and warnings (see `ReadBack.found`). Problems: those of the documents and of the renderer,
   * `aborted`.
   */
  asPrinted(
    plan: DocumentPlan,
    part: number,
    dpi: number,
    calibration: Calibration | null,
    signal: AbortSignal,
  ): Promise<Result<PreviewPage>>;
}

export function createDocumentPreview(
  renderer: Pick<PrintRenderer, 'openRun'>,
  documents: LabelPictures,
): DocumentPreview {
  return {
    async asPrinted(plan, part, dpi, calibration, signal) {
      const template = documentLabelTemplate(plan);
      const calibrated = calibration === null ? {} : { calibration };
      const setup = { template, dpi, ...calibrated };
      const opened = await renderer.openRun(setup, signal);
      if (!opened.ok) return opened;
      const run = opened.value;
      try {
        const records = await documentRecords(plan).read(part, 1, signal);
        if (!records.ok) return records;
        const ready = await withPictures(records.value, documents, labelDotsOf(run.sheet, setup), signal);
        if (!ready.ok) return ready;
        const fault = ready.value[0]?.fault;
        if (fault !== undefined) return err(fault);
        return ready.value.length === 0 ? err(problem('document.noPages')) : await run.previewPage(ready.value, signal);
      } finally {
        run.close();
      }
    },
  };
}
