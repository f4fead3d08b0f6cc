import type { TextMeasure } from '#model/elements/base/layout.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RenderWorkerApi } from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { createTextMeasure } from '../fonts/text-measure.ts';
import { createImageLibrary, type ImageLibrary } from '../images/image-library.ts';
import { inspectImage } from '../images/inspect-image.ts';
import { createPainter } from '../paint/painter.ts';
import type { Zxing } from '../read-back/zxing.ts';
import type { Skia } from '../skia/load.ts';
import { createLabelPainter } from './label-painter.ts';
import { PrintRun } from './print-run.ts';
import { renderThumbnail } from './thumbnail.ts';

export interface PrintCoreParts {
  readonly skia: Skia;
  readonly fonts: FontStore;
  /** Called when the first run is opened; a rejected load is tried again with the next. */
  readonly zxing: () => Promise<Zxing>;
  /** To share with a view; made when absent. */
  readonly measure?: TextMeasure;
  readonly library?: ImageLibrary;
  readonly now?: () => number;
}

/** The printing part of the render worker, also without a worker: for the command line and tests. */
export interface PrintCore extends Pick<
  RenderWorkerApi<never>,
  'inspectImage' | 'openRun' | 'printRecords' | 'previewPage' | 'closeRun' | 'thumbnail'
> {
  /** Ends all runs and gives Skia's memory back. What was given to the core stays its owner's. */
  dispose(): void;
}

export function createPrintCore(parts: PrintCoreParts): PrintCore {
  const { skia, fonts } = parts;
  const measure = parts.measure ?? createTextMeasure(skia, fonts);
  const library = parts.library ?? createImageLibrary(skia);
  const painter = createPainter(skia, fonts);
  const labels = createLabelPainter(skia, fonts, library);
  const now = parts.now ?? ((): number => performance.now());
  const runs = new Map<number, PrintRun>();
  let lastRunId = 0;

  async function inRun<T>(runId: number, work: (run: PrintRun) => Promise<Result<T>>): Promise<Result<T>> {
    const run = runs.get(runId);
    return run === undefined ? err(problem('aborted')) : work(run);
  }

  return {
    inspectImage: (bytes) => Promise.resolve(inspectImage(bytes)),
    async openRun(setup) {
      let zxing: Zxing;
      try {
        zxing = await parts.zxing();
      } catch {
        return err(problem('render.unavailable'));
      }
      const run = PrintRun.open(setup, { zxing, fonts, measure, library, labels, now });
      if (!run.ok) return run;
      const runId = ++lastRunId;
      runs.set(runId, run.value);
      return ok({ runId, sheet: run.value.sheet });
    },
    printRecords: (runId, records, flush) => inRun(runId, (run) => run.print(records, flush)),
    previewPage: (runId, records) => inRun(runId, (run) => run.preview(records)),
    closeRun(runId) {
      runs.get(runId)?.close();
      runs.delete(runId);
      return Promise.resolve(null);
    },
    thumbnail: (template, record, maxSidePx) =>
      renderThumbnail({ skia, fonts, measure, library, painter }, template, record, maxSidePx),
    dispose() {
      for (const run of runs.values()) run.close();
      runs.clear();
      labels.dispose();
      painter.dispose();
    },
  };
}
