import type { TextMeasure } from '#model/elements/base/layout.ts';
import type { Template } from '#model/template/template.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { PreviewLabel } from '#protocol/render.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';

/** The date on pictures of ready designs, fixed so that they are the same each time. */
export const SHOWN_TIME: LocalTime = { year: 2026, month: 3, day: 15, hour: 9, minute: 30, second: 0 };

export interface PaintedDesign {
  /** One bit, with its resolution. */
  readonly png: Uint8Array;
  /** What a print run would report of it. */
  readonly label: PreviewLabel;
}

/** The renderer of print runs, without a browser, and its measure of texts. */
export async function openPrintCore(): Promise<{ readonly core: PrintCore; readonly measure: TextMeasure }> {
  const skia = await loadSkiaInNode();
  const fonts = new FontStore(skia, createNodeFontSource());
  const measure = createTextMeasure(skia, fonts);
  return { core: createPrintCore({ skia, fonts, measure, zxing: loadZxingInNode }), measure };
}

/** Paints a design as a printer of that resolution would print it, and reads its symbols back. */
export async function paintDesign(core: PrintCore, template: Template, dpi: number): Promise<PaintedDesign> {
  const { runId } = expectOk(await core.openRun({ template, dpi, now: SHOWN_TIME }));
  try {
    const { png, labels } = expectOk(await core.previewPage(runId, [{ row: 1, values: {} }]));
    const [label] = labels;
    if (label === undefined) throw new Error('a design makes one label');
    return { png, label };
  } finally {
    await core.closeRun(runId);
  }
}
