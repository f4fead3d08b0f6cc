import type { PagesApi, RenderWorkerApi } from '#protocol/render.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { createEngine } from '#render-worker/engine.ts';
import type { RenderWorkerHandle } from '#services/render/create-render-worker.ts';

type Api = RenderWorkerApi<OffscreenCanvas>;
export type WorkerChanges = Partial<PagesApi & Pick<Api, 'start' | 'ping'>>;

/** The real engine in this thread, behind a handle that can be made to crash. */
export interface LocalWorker extends RenderWorkerHandle {
  readonly crash: () => void;
  readonly isTerminated: () => boolean;
}

export function createLocalWorker(change: (pages: PagesApi) => WorkerChanges = () => ({})): LocalWorker {
  const engine = createEngine<OffscreenCanvas>({
    loadSkia: loadSkiaInNode,
    loadZxing: loadZxingInNode,
    fontSource: createNodeFontSource(),
    prepareTarget: () => {
      throw new Error('a worker that prints has no canvas');
    },
    schedule: (work) => work(),
    now: () => performance.now(),
  });
  const changes = change(engine.pages);
  const listeners: ((reason: string) => void)[] = [];
  let terminated = false;
  return {
    api: { ...engine, ...changes, pages: Object.assign(Object.create(engine.pages) as PagesApi, changes) },
    onCrash: (listener) => listeners.push(listener),
    terminate: () => {
      terminated = true;
    },
    crash: () => listeners.forEach((listener) => listener('out of memory')),
    isTerminated: () => terminated,
  };
}
