import type { RenderWorkerApi } from '#protocol/render.ts';
import { handleOf, type WorkerHandle } from '../worker-handle.ts';

export type RenderWorkerHandle = WorkerHandle<RenderWorkerApi<OffscreenCanvas>>;

/** Starts a render worker in the browser. The only code that knows its address. */
export function createRenderWorker(): RenderWorkerHandle {
  return handleOf(new Worker(new URL('../../../render-worker/worker.ts', import.meta.url), { type: 'module' }));
}
