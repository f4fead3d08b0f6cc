import { loadEncoders } from '#bwip-encoders';
import { withAddedFonts } from '#model/elements/base/font-catalog.ts';
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
import type { PrintCore } from './core/create-print-core.ts';
import type * as Pages from './core/pages.ts';
import type { SymbolChecker } from './core/symbol-checker.ts';
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
  readonly fonts: FontStore;
  /** Rejects when its code can't be loaded; the next call tries again. */
  readonly core: () => Promise<PrintCore>;
  /** Null in a worker that only prints. */
  readonly view: (ViewApi & Pick<View, 'fontsChanged' | 'usePictures'>) | null;
}

const NO_VIEW: ViewApi = {
  reset: () => Promise.resolve(null),
  change: () => Promise.resolve('gap'),
  show: () => Promise.resolve(null),
  checkSymbols: () => Promise.resolve(ok(null)),
};

/** The code of pages and of checks. A quarter of the engine, which a view's first picture does not need. */
export function loadPages(): Promise<typeof Pages> {
  return import('./core/pages.ts');
}

/** All functions of the render worker, without the worker. Calls during the start wait for it. */
export function createEngine<Canvas>(parts: EngineParts<Canvas>): RenderWorkerApi<Canvas> {
  const { promise: started, resolve: setStarted } = Promise.withResolvers<Result<Started>>();
  const unavailable = alwaysAnswering<PrintCore>(err(problem('render.unavailable')));
  const core = async (): Promise<PrintCore> => {
    const result = await started;
    return result.ok ? result.value.core().catch(() => unavailable) : alwaysAnswering<PrintCore>(result);
  };
  const shown = started.then((result) => (result.ok ? result.value.view : null));

  return {
    async start(canvas, surface, onFrame) {
      // A worker without a canvas is there for pages.
      if (canvas === null) loadPages().catch(() => undefined);
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
      const createCore = once(async () => {
        const { createPrintCore } = await loadPages();
        return createPrintCore({ skia, fonts, zxing: loadZxing, measure, library, now });
      });
      const createChecker = once(async () => {
        const { SymbolChecker } = await loadPages();
        return new SymbolChecker({ skia, fonts, library });
      });
      void warmUp(fonts, measure);
      setStarted(
        ok({
          fonts,
          core: createCore,
          view: view && {
            ...viewApi(view, createChecker, loadZxing),
            fontsChanged: () => view.fontsChanged(),
            usePictures: (set, fetchPicture) => view.usePictures(set, fetchPicture),
          },
        }),
      );
      return ok(null);
    },
    ping: () => Promise.resolve(parts.now()),
    async fonts(added) {
      const result = await started;
      if (!result.ok) return null;
      result.value.fonts.useCatalog(withAddedFonts(added));
      result.value.view?.fontsChanged();
      return null;
    },
    async pictures(set, fetchPicture) {
      const result = await started;
      if (result.ok) result.value.view?.usePictures(set, fetchPicture);
      return null;
    },
    view: whenReady(shown.then((view) => view ?? NO_VIEW)),
    // Pages are made and read with any symbology.
    pages: whenReady<PagesApi>(() =>
      Promise.all([core(), loadEncoders()]).then(
        ([loaded]) => loaded,
        () => unavailable,
      ),
    ),
    inspect: whenReady<InspectApi>(core),
  };
}

/** The value of the first call that succeeds, for all calls. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((reason: unknown) => {
      created = undefined;
      throw reason;
    });
    return created;
  };
}

function viewApi(view: View, createChecker: () => Promise<SymbolChecker>, loadZxing: () => Promise<Zxing>): ViewApi {
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
      if (label === null || label.symbols.length === 0) return ok(label && []);
      try {
        const checker = await createChecker();
        return ok(await checker.check(label, loadZxing));
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
