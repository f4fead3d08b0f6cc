import { expose, transfer } from 'comlink';
import { loadEncoders } from '#bwip-encoders';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { mapAnswers, memoryOf, whenReady } from '#protocol/worker.ts';
import { createDocumentCore, fontFileOf, type ReadDocumentFont } from './document-core.ts';
import { loadPdfiumInBrowser } from './pdfium/load-browser.ts';

/** Makes this worker a document worker. The bytes in its answers are transferred, not copied. */
export function serveDocuments(): void {
  const core: Promise<DocumentWorkerApi<Blob>> = Promise.all([loadPdfiumInBrowser(), loadEncoders()]).then(([pdfium]) =>
    createDocumentCore(pdfium, createFetchFontReader()),
  );
  expose(mapAnswers(whenReady(core), handOver));
}

function handOver(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? transfer(answer, [...memoryOf(answer)]) : answer;
}

/** Fetches whole fonts from our own server synchronously, which a worker may do. */
function createFetchFontReader(): ReadDocumentFont {
  return (name) => {
    const file = fontFileOf(name);
    const request = new XMLHttpRequest();
    request.open('GET', `/fonts/${file.slice(file.lastIndexOf('/') + 1)}`, false);
    request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      return null;
    }
    return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : null;
  };
}
