import { DEFAULT_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RenderWorkerApi, ViewSurface } from '#protocol/render.ts';
import { FontStore } from './fonts/font-store.ts';
import type { FontSource } from './fonts/font-source.ts';
import { createTextMeasure } from './fonts/text-measure.ts';
import { withFonts } from './fonts/with-fonts.ts';
import { createImageLibrary } from './images/image-library.ts';
import { createPrintCore, type PrintCore } from './core/create-print-core.ts';
import { SymbolChecker } from './core/symbol-checker.ts';
import type { Zxing } from './read-back/zxing.ts';
import type { Skia } from './skia/load.ts';
import type { MakeViewTarget } from './view/create-view-target.ts';
import type { FrameScheduler } from './view/frame-scheduler.ts';
import { View } from './view/view.ts';

/** The world outside the engine. `Canvas` is what the view is shown on. */
export interface EngineParts<Canvas> {
  readonly loadSkia: () => Promise<Skia>;
  readonly loadZxing: () => Promise<Zxing>;
  readonly fontSource: FontSource;
  /** Called before Skia is there. */
  readonly prepareTarget: (canvas: Canvas, surface: ViewSurface) => MakeViewTarget;
  readonly schedule: FrameScheduler;
  readonly now: () => number;
}

interface Started {
  readonly core: PrintCore;
  /** Null in a worker that only prints. */
  readonly view: View | null;
  readonly checker: SymbolChecker;
}

/** All that the render worker can do, without the worker. Calls made while it starts wait for it. */
export function createEngine<Canvas>(parts: EngineParts<Canvas>): RenderWorkerApi<Canvas> {
  const { promise: started, resolve: setStarted } = Promise.withResolvers<Result<Started>>();

  async function withCore<T>(work: (core: PrintCore) => Promise<Result<T>>): Promise<Result<T>> {
    const result = await started;
    return result.ok ? work(result.value.core) : err(result.error);
  }

  async function view(): Promise<View | null> {
    const result = await started;
    return result.ok ? result.value.view : null;
  }

  return {
    async start(canvas, surface, onFrame) {
      const makeTarget = canvas === null ? null : parts.prepareTarget(canvas, surface);
      let skia: Skia;
      try {
        skia = await parts.loadSkia();
      } catch {
        const failed = err(problem('render.unavailable'));
        setStarted(failed);
        return failed;
      }
      const fonts = new FontStore(skia, parts.fontSource, parts.now);
      const measure = createTextMeasure(skia, fonts);
      const library = createImageLibrary(skia);
      const core = createPrintCore({ skia, fonts, zxing: parts.loadZxing, measure, library, now: parts.now });
      const { schedule, now } = parts;
      const target = makeTarget?.(skia) ?? null;
      const shown =
        target === null ? null : new View({ skia, fonts, measure, library, target, schedule, onFrame, now });
      void warmUp(fonts, measure);
      setStarted(ok({ core, view: shown, checker: new SymbolChecker({ skia, fonts, library }) }));
      return ok(null);
    },
    ping: () => Promise.resolve(parts.now()),

    async reset(revision, template) {
      (await view())?.reset(revision, template);
      return null;
    },
    async change(fromRevision, toRevision, change) {
      return (await view())?.change(fromRevision, toRevision, change) ?? 'gap';
    },
    async view(state) {
      (await view())?.view(state);
      return null;
    },

    async checkSymbols() {
      const result = await started;
      const label = result.ok ? result.value.view?.checkedLabel() : null;
      if (!result.ok || label === null || label === undefined) return ok(null);
      try {
        return ok(await result.value.checker.check(label, parts.loadZxing));
      } catch {
        return err(problem('render.unavailable'));
      }
    },

    async fonts(added) {
      const result = await started;
      if (!result.ok) return null;
      await result.value.core.fonts(added);
      result.value.view?.fontsChanged();
      return null;
    },
    symbolSize: (element, record, dpi) => withCore((core) => core.symbolSize(element, record, dpi)),
    inspectFont: (bytes) => withCore((core) => core.inspectFont(bytes)),
    inspectImage: (bytes) => withCore((core) => core.inspectImage(bytes)),
    openRun: (setup) => withCore((core) => core.openRun(setup)),
    printRecords: (runId, records, flush) => withCore((core) => core.printRecords(runId, records, flush)),
    previewPage: (runId, records) => withCore((core) => core.previewPage(runId, records)),
    async closeRun(runId) {
      const result = await started;
      return result.ok ? result.value.core.closeRun(runId) : null;
    },
    openExport: (setup) => withCore((core) => core.openExport(setup)),
    exportRecords: (exportId, records, last) => withCore((core) => core.exportRecords(exportId, records, last)),
    async closeExport(exportId) {
      const result = await started;
      return result.ok ? result.value.core.closeExport(exportId) : null;
    },
    thumbnail: (template, record, maxSidePx) => withCore((core) => core.thumbnail(template, record, maxSidePx)),
  };
}

/** Reads the default font and shapes with it while the template is still on its way: the first text costs most. */
async function warmUp(fonts: FontStore, measure: TextMeasure): Promise<void> {
  const request = { text: 'A', family: DEFAULT_FONT_FAMILY, sizeMm: 3, bold: false, italic: false } as const;
  await withFonts(fonts, () =>
    measure.shape({ ...request, letterSpacingMm: 0, lineHeight: 0, align: 'left', wrapMm: null }),
  );
}
