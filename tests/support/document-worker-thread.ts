/** The document worker in a Node thread: gives it the browser's worker globals, then what answers its messages. */
import { parentPort } from 'node:worker_threads';
import { expose, transfer } from 'comlink';
import { createDocumentCore } from '#document-worker/document-core.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import { createNodeFontReader } from '#document-worker/read-fonts-node.ts';
import { mapAnswers, memoryOf, whenReady } from '#protocol/worker.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';

const port = parentPort;
if (port === null) throw new Error('not in a thread');

const core: Promise<DocumentWorkerApi<Blob>> = loadPdfiumInNode().then((pdfium) =>
  createDocumentCore(pdfium, createNodeFontReader()),
);
expose(
  mapAnswers(whenReady(core), (answer) =>
    typeof answer === 'object' && answer !== null ? transfer(answer, [...memoryOf(answer)]) : answer,
  ),
  {
    postMessage: port.postMessage.bind(port),
    addEventListener: (type: string, listener: (event: { data: unknown; origin: string }) => void) => {
      port.on(type, (data: unknown) => listener({ data, origin: '' }));
    },
    removeEventListener: () => undefined,
  } as unknown as Parameters<typeof expose>[1],
);
