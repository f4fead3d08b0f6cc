import { proxy, releaseProxy, transfer, wrap } from 'comlink';
import type { RenderWorkerApi } from '#protocol/render.ts';

/** A running render worker. Whoever made it terminates it. */
export interface RenderWorkerHandle {
  /** Calls go to the worker; they never settle once it is terminated. */
  readonly api: RenderWorkerApi<OffscreenCanvas>;
  /** Called for an error that no call caught, and when the worker could not be loaded. It is of no use any more. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** Starts a render worker in the browser. The one place that knows its address. */
export function createRenderWorker(): RenderWorkerHandle {
  return handleOf(new Worker(new URL('../../../render-worker/worker.ts', import.meta.url), { type: 'module' }));
}

/** For a worker that serves an engine. */
export function handleOf(worker: Worker): RenderWorkerHandle {
  const remote = wrap<RenderWorkerApi<OffscreenCanvas>>(worker);
  // It may die before anybody listens: it is started ahead of time.
  const { promise: crashed, resolve: crash } = Promise.withResolvers<string>();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    crash(event.message || 'the worker could not be loaded');
  });
  worker.addEventListener('messageerror', () => crash('a message could not be read'));
  return {
    api: {
      start: (canvas, surface, onFrame) =>
        remote.start(canvas === null ? null : transfer(canvas, [canvas]), surface, proxy(onFrame)),
      ping: () => remote.ping(),
      reset: (revision, template) => remote.reset(revision, template),
      change: (fromRevision, toRevision, change) => remote.change(fromRevision, toRevision, change),
      view: (state) => remote.view(state),
      checkSymbols: () => remote.checkSymbols(),
      fonts: (added) => remote.fonts(added),
      symbolSize: (element, record, dpi) => remote.symbolSize(element, record, dpi),
      inspectFont: (bytes) => remote.inspectFont(bytes),
      inspectImage: (bytes) => remote.inspectImage(bytes),
      openRun: (setup) => remote.openRun(setup),
      printRecords: (runId, records, flush) => remote.printRecords(runId, records, flush),
      previewPage: (runId, records) => remote.previewPage(runId, records),
      closeRun: (runId) => remote.closeRun(runId),
      openExport: (setup) => remote.openExport(setup),
      exportRecords: (exportId, records, last) => remote.exportRecords(exportId, records, last),
      closeExport: (exportId) => remote.closeExport(exportId),
      thumbnail: (template, record, maxSidePx) => remote.thumbnail(template, record, maxSidePx),
    },
    onCrash(listener): void {
      void crashed.then(listener);
    },
    terminate(): void {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
