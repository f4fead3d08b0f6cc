import { parentPort, workerData } from 'node:worker_threads';
import { countPrivileges } from './count-privileges.ts';

/** In a thread, because reading the largest template takes seconds. */
parentPort?.postMessage(countPrivileges(workerData as Uint8Array), []);
