/** The page side of the benchmarks of documents: a PDF into a worker, until the pixels of its pages are on the main thread. */
import { createDocumentClient } from '#services/document/document-client.ts';
import { createDocumentWorker } from '#services/document/create-document-worker.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { getDocument, GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

export type PageReader = 'ours' | 'pdfjs';

export interface PageTimes {
  readonly pages: number;
  /** Milliseconds until the document is open, and until its first page is there. */
  readonly openMs: number;
  readonly firstMs: number;
  /** Milliseconds for all the pages that were asked for. */
  readonly allMs: number;
  /** How much of the pages is dark, so that both are known to have painted the same. */
  readonly darkShare: number;
}

interface PageReading {
  readonly pages: number;
  /** The colours of a page, its longer side so many pixels. */
  paint(index: number, longSidePx: number): Promise<{ readonly width: number; readonly rgba: ArrayLike<number> }>;
}

/** Keeps nothing: the browser's database is no part of what is measured. */
const STORE = { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) };

async function openOurs(): Promise<(file: File) => Promise<PageReading>> {
  const client = createDocumentClient({ createWorker: createDocumentWorker, store: STORE });
  // The worker's code is loaded before the clock starts.
  await client.open(new File(['warm'], 'warm.txt'), null);
  return async (file) => {
    const { document, pages } = expectOk(await client.open(file, null));
    return {
      pages: pages.length,
      paint: async (page, maxSidePx) =>
        expectOk(await client.picture(document, { page, boxMm: null, rotation: 0, maxSidePx })),
    };
  };
}

async function openPdfjs(): Promise<(file: File) => Promise<PageReading>> {
  GlobalWorkerOptions.workerSrc = new URL('../node_modules/pdfjs-dist/build/pdf.worker.mjs', import.meta.url).href;
  const worker = PDFWorker.create({});
  await worker.promise;
  return async (file) => {
    const data = new Uint8Array(await file.arrayBuffer());
    const document = await getDocument({ data, worker, verbosity: 0 }).promise;
    return {
      pages: document.numPages,
      async paint(index, longSidePx) {
        const page = await document.getPage(index + 1);
        const whole = page.getViewport({ scale: 1 });
        const viewport = page.getViewport({ scale: longSidePx / Math.max(whole.width, whole.height) });
        const canvas = globalThis.document.createElement('canvas');
        [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
        // As its own documentation asks for where pixels are read.
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (context === null) throw new Error('no canvas');
        await page.render({ canvas, canvasContext: context, viewport, intent: 'print' }).promise;
        page.cleanup();
        return { width: canvas.width, rgba: context.getImageData(0, 0, canvas.width, canvas.height).data };
      },
    };
  };
}

/** `longSidePx` is for all pages; the first `pages` of them are painted once, in order. */
async function readPages(reader: PageReader, address: string, pages: number, longSidePx: number): Promise<PageTimes> {
  const file = new File([await (await fetch(address)).blob()], 'bench.pdf');
  const open = await (reader === 'ours' ? openOurs() : openPdfjs());
  const start = performance.now();
  const document = await open(file);
  const openMs = performance.now() - start;
  let [firstMs, dark, all] = [0, 0, 0];
  for (let page = 0; page < Math.min(pages, document.pages); page++) {
    const { rgba } = await document.paint(page, longSidePx);
    if (page === 0) firstMs = performance.now() - start;
    // A part of the pixels, so that counting costs nothing.
    for (let i = 0; i < rgba.length; i += 4 * 97) {
      all++;
      if ((rgba[i] as number) < 128) dark++;
    }
  }
  const allMs = performance.now() - start - openMs;
  return { pages: document.pages, openMs, firstMs, allMs, darkShare: dark / all };
}

Object.assign(globalThis, { readPages });
