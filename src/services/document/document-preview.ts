import type { Result } from '#model/kernel/result.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { PreviewPage } from '#protocol/render.ts';

/** How a label of a document is printed, to look at before. */
export interface DocumentPreview {
  /**
   * The label of one part of the plan in the printer's dots, made by the very run that prints: `png`, and `labels[0]` with
   * its symbols, problems and warnings (see `ReadBack.found`). Problems: those of the documents and of the renderer, `aborted`.
   */
  asPrinted(
    plan: DocumentPlan,
    part: number,
    dpi: number,
    calibration: Calibration | null,
    signal: AbortSignal,
  ): Promise<Result<PreviewPage>>;
}
