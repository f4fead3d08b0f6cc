import { expose, transfer } from 'comlink';
import type { RenderWorkerApi } from '#protocol/render.ts';
import { createEngine } from './engine.ts';
import { createFetchFontSource } from './fonts/font-source-browser.ts';
import { loadZxingInBrowser } from './read-back/load-zxing-browser.ts';
import type { Skia } from './skia/load.ts';
import { prepareViewTarget } from './view/create-view-target.ts';
import { createFrameScheduler } from './view/frame-scheduler.ts';

/** Makes this worker a render worker. Called before its first message is read, so while its module is loaded. */
export function serveEngine(loadSkia: () => Promise<Skia>): void {
  const engine = createEngine<OffscreenCanvas>({
    loadSkia,
    loadZxing: loadZxingInBrowser,
    fontSource: createFetchFontSource(),
    prepareTarget: prepareViewTarget,
    schedule: createFrameScheduler(),
    now: () => performance.now(),
  });

  // A promise that fails with nobody waiting for it is a crash like any other: the page replaces the worker.
  self.addEventListener('unhandledrejection', (event) => {
    setTimeout(() => {
      throw event.reason;
    });
  });

  // Finished pictures move to the page instead of being copied.
  expose({
    ...engine,
    async printRecords(runId, records, flush) {
      const step = await engine.printRecords(runId, records, flush);
      return step.ok
        ? transfer(
            step,
            step.value.pages.map((page) => page.png.buffer as ArrayBuffer),
          )
        : step;
    },
    async previewPage(runId, records) {
      const page = await engine.previewPage(runId, records);
      return page.ok ? transfer(page, [page.value.png.buffer as ArrayBuffer]) : page;
    },
    async exportRecords(exportId, records, last) {
      const step = await engine.exportRecords(exportId, records, last);
      return step.ok
        ? transfer(
            step,
            step.value.pieces.map((piece) => piece.buffer as ArrayBuffer),
          )
        : step;
    },
    async thumbnail(template, record, maxSidePx) {
      const png = await engine.thumbnail(template, record, maxSidePx);
      return png.ok ? transfer(png, [png.value.buffer as ArrayBuffer]) : png;
    },
  } satisfies RenderWorkerApi<OffscreenCanvas>);
}
