import { Worker } from 'node:worker_threads';
import type { WorkerPort } from '#services/worker-handle.ts';

/** A Node thread with a browser worker's interface. */
export interface ThreadWorker extends WorkerPort {
  readonly terminated: boolean;
}

export function createThreadWorker(script: URL | string): ThreadWorker {
  const thread = typeof script === 'string' ? new Worker(script, { eval: true }) : new Worker(script);
  const target = new EventTarget();
  let terminated = false;
  thread.on('message', (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data })));
  thread.on('error', () => target.dispatchEvent(new Event('error')));
  return {
    get terminated(): boolean {
      return terminated;
    },
    postMessage: (message: unknown, transfer: Transferable[] = []) =>
      thread.postMessage(message, transfer as unknown as Parameters<Worker['postMessage']>[1]),
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject | null) =>
      target.addEventListener(type, listener),
    removeEventListener: (type: string, listener: EventListenerOrEventListenerObject | null) =>
      target.removeEventListener(type, listener),
    terminate: () => {
      terminated = true;
      void thread.terminate();
    },
  } as ThreadWorker;
}
