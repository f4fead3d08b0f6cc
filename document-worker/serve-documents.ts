import { expose, transfer } from 'comlink';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { mapAnswers, memoryOf, whenReady } from '#protocol/worker.ts';
import { createDocumentCore } from './document-core.ts';
import { loadPdfiumInBrowser } from './pdfium/load-browser.ts';
import { createFetchFontReader } from './read-fonts-browser.ts';

/** Makes this worker a document worker. What its answers hold is moved to the page and not copied. */
export function serveDocuments(): void {
  const core: Promise<DocumentWorkerApi<Blob>> = loadPdfiumInBrowser().then((pdfium) =>
    createDocumentCore(pdfium, createFetchFontReader()),
  );
  expose(mapAnswers(whenReady(core), handOver));
}

function handOver(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? transfer(answer, [...memoryOf(answer)]) : answer;
}
