import { parentPort } from 'node:worker_threads';
import { expose, transfer } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { mapAnswers, memoryOf, whenReady } from '#protocol/worker.ts';
import { createDocumentCore } from '#document-worker/document-core.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import { createNodeFontReader } from '#document-worker/read-fonts-node.ts';

/** Makes this thread a document worker. */
export function serveDocuments(): void {
  if (parentPort === null) throw new Error('must run in a worker thread');
  const core: Promise<DocumentWorkerApi<Blob>> = loadPdfiumInNode().then((pdfium) =>
    createDocumentCore(pdfium, createNodeFontReader()),
  );
  expose(mapAnswers(whenReady(core), handOver), nodeEndpoint(parentPort));
}

function handOver(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? transfer(answer, [...memoryOf(answer)]) : answer;
}
