import { parentPort, workerData } from 'node:worker_threads';
import type { StorageSettings } from '#server/storage-settings.ts';
import { newWorkerName, runWorker } from './run-worker.ts';

/** A worker in the server's own process, on one machine. It ends on request. */
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
await runWorker(workerData as StorageSettings, newWorkerName(), stop.signal, (error) => console.error(error));
parentPort?.close();
