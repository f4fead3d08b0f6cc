import { withAddedFonts } from '#model/elements/base/font-catalog.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RenderWorkerApi } from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { ExportRun } from './export-run.ts';
import { inspectFont } from '../fonts/inspect-font.ts';
import { createTextMeasure } from '../fonts/text-measure.ts';
import { createImageLibrary, type ImageLibrary } from '../images/image-library.ts';
import { inspectImage } from '../images/inspect-image.ts';
import { createPainter } from '../paint/painter.ts';
import type { Zxing } from '../read-back/zxing.ts';
import type { Skia } from '../skia/load.ts';
import { createLabelPainter } from '../print/label-painter.ts';
import { measureSymbol } from './measure-symbol.ts';
import { PrintRun, type PrintRunParts } from './print-run.ts';
import { createTonePainter } from '../print/tone-painter.ts';
import { renderThumbnail } from '../print/thumbnail.ts';

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
  | 'fonts'
  | 'inspectFont'
  | 'symbolSize'
  | 'inspectImage'
  | 'openRun'
  | 'printRecords'
  | 'previewPage'
  | 'closeRun'
  | 'openExport'
  | 'exportRecords'
  | 'closeExport'
  | 'thumbnail'
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
  const tones = createTonePainter(skia, fonts, library);
  const now = parts.now ?? ((): number => performance.now());
  const runs = new Map<number, PrintRun>();
  const exports = new Map<number, ExportRun>();
  /** Of each open run: its labels are laid out in one moment and painted in another. */
  const holds = new Map<number, () => void>();
  let lastRunId = 0;

  async function openIn<Setup, Run>(
    all: Map<number, Run>,
    open: (setup: Setup, parts: PrintRunParts) => Result<Run>,
    setup: Setup,
  ): Promise<Result<{ runId: number; run: Run }>> {
    let zxing: Zxing;
    try {
      zxing = await parts.zxing();
    } catch {
      return err(problem('render.unavailable'));
    }
    const run = open(setup, { zxing, fonts, measure, library, labels, tones, now });
    if (!run.ok) return run;
    const runId = ++lastRunId;
    all.set(runId, run.value);
    holds.set(runId, fonts.hold());
    return ok({ runId, run: run.value });
  }

  async function within<Run, T>(
    all: Map<number, Run>,
    runId: number,
    work: (run: Run) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const run = all.get(runId);
    return run === undefined ? err(problem('aborted')) : work(run);
  }

  function closeIn(all: Map<number, { close(): void }>, runId: number): Promise<null> {
    all.get(runId)?.close();
    all.delete(runId);
    holds.get(runId)?.();
    holds.delete(runId);
    return Promise.resolve(null);
  }

  return {
    fonts(added) {
      fonts.useCatalog(withAddedFonts(added));
      return Promise.resolve(null);
    },
    symbolSize: (element, record, dpi) => measureSymbol({ fonts, measure }, element, record, dpi),
    inspectFont: (bytes) => Promise.resolve(inspectFont(skia, bytes)),
    inspectImage: (bytes) => Promise.resolve(inspectImage(bytes)),
    async openRun(setup) {
      if (setup.fonts !== undefined) fonts.useCatalog(withAddedFonts(setup.fonts));
      const opened = await openIn(runs, PrintRun.open, setup);
      return opened.ok ? ok({ runId: opened.value.runId, sheet: opened.value.run.sheet }) : opened;
    },
    printRecords: (runId, records, flush) => within(runs, runId, (run) => run.print(records, flush)),
    previewPage: (runId, records) => within(runs, runId, (run) => run.preview(records)),
    closeRun: (runId) => closeIn(runs, runId),
    async openExport(setup) {
      if (setup.fonts !== undefined) fonts.useCatalog(withAddedFonts(setup.fonts));
      const opened = await openIn(exports, ExportRun.open, setup);
      return opened.ok ? ok(opened.value.runId) : opened;
    },
    exportRecords: (exportId, records, last) => within(exports, exportId, (run) => run.add(records, last)),
    closeExport: (exportId) => closeIn(exports, exportId),
    async thumbnail(template, record, maxSidePx) {
      const release = fonts.hold();
      try {
        return await renderThumbnail({ skia, fonts, measure, library, painter }, template, record, maxSidePx);
      } finally {
        release();
      }
    },
    dispose() {
      for (const run of [...runs.values(), ...exports.values()]) run.close();
      runs.clear();
      exports.clear();
      for (const release of holds.values()) release();
      holds.clear();
      labels.dispose();
      tones.dispose();
      painter.dispose();
    },
  };
}
