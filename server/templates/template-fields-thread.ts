import { parentPort, workerData } from 'node:worker_threads';
import { ok } from '#model/kernel/result.ts';
import { readTemplateFields } from './template-fields.ts';

/** In a thread: a megabyte of a template's markup takes half a second to read. */
const { bytes } = workerData as { readonly bytes: Uint8Array };
parentPort?.postMessage(ok(readTemplateFields(bytes)), []);
