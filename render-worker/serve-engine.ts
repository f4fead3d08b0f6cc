import { expose, transfer } from 'comlink';
import { mapAnswers, memoryOf } from '#protocol/worker.ts';
import { BUILT_IN_FONTS } from '#model/elements/base/font-catalog.ts';
import { DEFAULT_FONT_FAMILY, type FontFace } from '#model/elements/base/fonts.ts';
import { createEngine, loadPages } from './engine.ts';
import { withEarlyFaces } from './fonts/early-faces.ts';
import { FaceChooser } from './fonts/face-choice.ts';
import { createFetchFontSource } from './fonts/font-source-browser.ts';
import { loadZxingInBrowser } from './read-back/load-zxing-browser.ts';
import type { Skia } from './skia/load.ts';
import { prepareViewTarget } from './view/create-view-target.ts';
import { createFrameScheduler } from './view/frame-scheduler.ts';

/** When the rest of the code is fetched after the start of a view, in ms: later than its first picture on a slow connection. */
const REST_AFTER_MS = 10_000;

/** Makes this worker a render worker. Call while its module is loaded, before the first message is read. */
export function serveEngine(loadSkia: () => Promise<Skia>, fetchSkiaRest: () => Promise<void>): void {
  const engine = createEngine<OffscreenCanvas>({
    loadSkia,
    loadZxing: loadZxingInBrowser,
    fontSource: withEarlyFaces(createFetchFontSource(), defaultFaces()),
    prepareTarget(canvas, surface) {
      // Once the first picture is there: from now on nothing waits for a function that it did not need.
      setTimeout(() => {
        void fetchSkiaRest();
        loadPages().catch(() => undefined);
      }, REST_AFTER_MS);
      return prepareViewTarget(canvas, surface, fetchSkiaRest);
    },
    schedule: createFrameScheduler(),
    now: () => performance.now(),
  });

  // An unhandled rejection is a crash like any other. Thrown again as an error, so that the page is notified and
  // replaces the worker.
  self.addEventListener('unhandledrejection', (event) => {
    setTimeout(() => {
      throw event.reason;
    });
  });

  expose(mapAnswers(engine, handOver));
}

/** Faces for the engine's warm-up, which most labels use. */
function defaultFaces(): readonly FontFace[] {
  return new FaceChooser(BUILT_IN_FONTS)
    .chain(DEFAULT_FONT_FAMILY, false, false)
    .slice(0, 1)
    .map(({ face }) => face);
}

/** Moves finished pictures to the page instead of copying them. */
function handOver(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? transfer(answer, [...memoryOf(answer)]) : answer;
}
