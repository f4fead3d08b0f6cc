import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '#model/kernel/result.ts';
import { readRunBody, type DigestedPart } from './run-body.ts';

/** Input of the thread. */
export type RunBodyTask = { readonly bytes: Uint8Array; readonly digested: DigestedPart };

/** In a thread, so that a large body doesn't block other requests. */
const { bytes, digested } = workerData as RunBodyTask;
const read = readRunBody(bytes, digested);
const file = read.ok ? read.value.rows?.bytes.buffer : undefined;
parentPort?.postMessage(ok(read), file instanceof ArrayBuffer && file.byteLength > Buffer.poolSize ? [file] : []);
