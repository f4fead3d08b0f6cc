import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { DocumentWorkerHandle } from '#services/document/create-document-worker.ts';
import { createDocumentClient, type DocumentClient } from '#services/document/document-client.ts';
import { handleOf } from '#services/worker-handle.ts';
import type { DocumentSettings } from '../run-settings.ts';

const THREAD = new URL('./document-thread.ts', import.meta.url);

/** An open document, until `documents` is disposed of. */
export interface OpenDocument {
  readonly documents: DocumentClient;
  readonly info: DocumentInfo;
}

/** A page must end within 30 seconds, and threads take some time to start. */
const LIMIT_MS = 20_000;

/** The file itself is available. */
const NO_STORE = { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) };

/**
 * Opens it in a thread of its own: a document that takes too long, or crashes pdfium, ends only that thread. Problems:
 * `file.unreadable` and those of `DocumentClient.open`, with the file's path.
 */
export async function openDocument(
  { path, password }: DocumentSettings,
  signal?: AbortSignal,
): Promise<Result<OpenDocument>> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
  const documents = createDocumentClient({ createWorker: createDocumentThread, store: NO_STORE, limitMs: LIMIT_MS });
  const info = await documents.open(new File([new Uint8Array(bytes)], basename(path)), password, signal);
  if (info.ok) return ok({ documents, info: info.value });
  documents.dispose();
  return err({ ...info.error, path });
}

function createDocumentThread(): DocumentWorkerHandle {
  const thread = new Worker(THREAD, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const port = nodeEndpoint(thread);
  return handleOf({
    ...port,
    addEventListener(type, listener) {
      // The adapter treats every type as messages.
      if (type === 'message') port.addEventListener(type, listener);
      else thread.on(type, typeof listener === 'function' ? listener : listener.handleEvent);
    },
    terminate: () => void thread.terminate(),
  });
}
