import { loadEncoders } from '#bwip-encoders';
import { DEFAULT_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import type { TextMeasure } from '#model/elements/base/layout.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { InspectApi, PagesApi, RenderWorkerApi, ViewApi, ViewSurface } from '#protocol/render.ts';
import { fromViewChange } from '#protocol/view-change.ts';
import { alwaysAnswering, whenReady } from '#protocol/worker.ts';
import { FontStore, type FontSource } from './fonts/font-store.ts';
import { createTextMeasure } from './fonts/text-measure.ts';
import { withFonts } from './fonts/with-fonts.ts';
import { createImageLibrary } from './images/image-library.ts';
import { createPrintCore, type PrintCore } from './core/create-print-core.ts';
import { SymbolChecker } from './core/symbol-checker.ts';
import { createBitPainter } from './print/bit-painter.ts';
import type { Zxing } from './read-back/zxing.ts';
import type { Skia } from './skia/load.ts';
import type { MakeViewTarget } from './view/create-view-target.ts';
import type { DotPainter } from './view/printed-dots.ts';
import type { FrameScheduler } from './view/frame-scheduler.ts';
import { View } from './view/view.ts';

/** The environment of the engine. `Canvas` is the surface that shows the view. */
export interface EngineParts<Canvas> {
  readonly loadSkia: () => Promise<Skia>;
  readonly loadZxing: () => Promise<Zxing>;
  readonly fontSource: FontSource;
  /** Called before Skia is loaded; creates the target afterwards. */
  readonly prepareTarget: (canvas: Canvas, surface: ViewSurface) => MakeViewTarget;
  readonly schedule: FrameScheduler;
  readonly now: () => number;
}

interface Started {
  readonly core: PrintCore;
  /** Null in a worker that only prints. */
  readonly view: (ViewApi & { fontsChanged(): void }) | null;
}

const NO_VIEW: ViewApi = {
  reset: () => Promise.resolve(null),
  change: () => Promise.resolve('gap'),
  show: () => Promise.resolve(null),
  checkSymbols: () => Promise.resolve(ok(null)),
};

/** All functions of the render worker, without the worker. Calls during the start wait for it. */
export function createEngine<Canvas>(parts: EngineParts<Canvas>): RenderWorkerApi<Canvas> {
  const { promise: started, resolve: setStarted } = Promise.withResolvers<Result<Started>>();
  const core = started.then((result) => (result.ok ? result.value.core : alwaysAnswering<PrintCore>(result)));
  const shown = started.then((result) => (result.ok ? result.value.view : null));

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
      const { schedule, now, loadZxing } = parts;
      const target = (await makeTarget?.(skia)) ?? null;
      const createDotPainter = (): DotPainter => createBitPainter(skia, fonts, library);
      const shared = { skia, fonts, measure, library, schedule, onFrame, now, createDotPainter };
      const view = target === null ? null : new View({ ...shared, target });
      const checker = new SymbolChecker({ skia, fonts, library });
      void warmUp(fonts, measure);
      setStarted(
        ok({
          core: createPrintCore({ skia, fonts, zxing: loadZxing, measure, library, now }),
          view: view && { ...viewApi(view, checker, loadZxing), fontsChanged: () => view.fontsChanged() },
        }),
      );
      return ok(null);
    },
    ping: () => Promise.resolve(parts.now()),
    async fonts(added) {
      const result = await started;
      if (!result.ok) return null;
      await result.value.core.fonts(added);
      result.value.view?.fontsChanged();
      return null;
    },
    view: whenReady(shown.then((view) => view ?? NO_VIEW)),
    // Pages are made and read with any symbology.
    pages: whenReady<PagesApi>(() =>
      loadEncoders().then(
        () => core,
        () => alwaysAnswering<PrintCore>(err(problem('render.unavailable'))),
      ),
    ),
    inspect: whenReady<InspectApi>(core),
  };
}

function viewApi(view: View, checker: SymbolChecker, loadZxing: () => Promise<Zxing>): ViewApi {
  return {
    async reset(revision, template) {
      view.reset(revision, template);
      return null;
    },
    async change(fromRevision, toRevision, sent) {
      const change = fromViewChange(sent, (id) => view.element(id));
      return change === null ? 'gap' : view.change(fromRevision, toRevision, change);
    },
    async show(state) {
      view.show(state);
      return null;
    },
    async checkSymbols() {
      const label = view.checkedLabel();
      try {
        return ok(label && (await checker.check(label, loadZxing)));
      } catch {
        return err(problem('render.unavailable'));
      }
    },
  };
}

/**
 * Loads the default font and shapes a letter with it while the template is still loading: the first text is slowest.
 */
async function warmUp(fonts: FontStore, measure: TextMeasure): Promise<void> {
  const request = { text: 'A', family: DEFAULT_FONT_FAMILY, sizeMm: 3, bold: false, italic: false } as const;
  await withFonts(fonts, () =>
    measure.shape({ ...request, letterSpacingMm: 0, lineHeight: 0, align: 'left', wrapMm: null }),
  );
}
