import { Worker } from 'node:worker_threads';
import type { StorageSettings } from './storage-settings.ts';

/** Workers in threads of the server's process. */
export interface RenderThreads {
  /** The module that a thread runs; it gets the storage settings as `workerData` and ends on any message. */
  readonly module: URL;
  readonly count: number;
}

/**
 * Starts workers in threads of this process: for one machine without separate workers. Returns a function that ends
 * them.
 */
export function startRenderThreads(
  { dataDir, databaseUrl, secretKey, s3, netAllowedHosts }: StorageSettings,
  { module, count }: RenderThreads,
  onError: (error: Error) => void,
): () => Promise<void> {
  const settings = {
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(s3 === undefined ? {} : { s3 }),
    ...(netAllowedHosts === undefined ? {} : { netAllowedHosts }),
  };
  let stopping = false;
  const threads = new Set<Worker>();
  const start = (): void => {
    const thread = new Worker(module, { workerData: settings, execArgv: ['--disable-warning=ExperimentalWarning'] });
    threads.add(thread);
    thread.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => {
      threads.delete(thread);
      // A crashed worker is replaced after a delay: the cause may persist.
      if (!stopping) setTimeout(() => stopping || start(), 1000).unref();
    });
  };
  for (let i = 0; i < count; i++) start();
  return async () => {
    stopping = true;
    const ended = [...threads].map((thread) => {
      const exit = new Promise((resolve) => thread.once('exit', resolve));
      thread.postMessage('stop', []);
      return exit;
    });
    await Promise.all(ended);
  };
}
