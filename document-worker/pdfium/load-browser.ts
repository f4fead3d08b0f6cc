import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url';
import { createPdfium, type Pdfium } from './pdfium.ts';

/** pdfium in a browser's worker, compiled while it arrives from our own server. */
export function loadPdfiumInBrowser(): Promise<Pdfium> {
  return createPdfium((imports) => WebAssembly.instantiateStreaming(fetch(wasmUrl), imports));
}
