import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createPdfium, type Pdfium } from './pdfium.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/** pdfium in Node; its code is compiled once per process. */
export function loadPdfiumInNode(): Promise<Pdfium> {
  return createPdfium(async (imports) => {
    compiled ??= readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))).then((bytes) =>
      WebAssembly.compile(new Uint8Array(bytes)),
    );
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  });
}
