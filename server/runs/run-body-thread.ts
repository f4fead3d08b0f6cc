import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '#model/kernel/result.ts';
import { readRunBody, type DigestedPart } from './run-body.ts';

/** What the thread is started with. */
export type RunBodyTask = { readonly bytes: Uint8Array; readonly digested: DigestedPart };

/** A thread of its own, so that reading a large body keeps nobody else waiting. */
const { bytes, digested } = workerData as RunBodyTask;
const read = readRunBody(bytes, digested);
const file = read.ok ? read.value.rows?.bytes.buffer : undefined;
parentPort?.postMessage(ok(read), file instanceof ArrayBuffer && file.byteLength > Buffer.poolSize ? [file] : []);
