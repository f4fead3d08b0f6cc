/** The page side of the benchmarks of documents: a PDF into a worker, until the pixels of its pages are on the main thread. */
import { createDocumentClient } from '#services/document/document-client.ts';
import { createDocumentWorker } from '#services/document/create-document-worker.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { getDocument, GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

export type PageReader = 'ours' | 'pdfjs';

export interface PageTimes {
  readonly pages: number;
  /** Milliseconds until the document is open, and until its first page is there. */
  readonly openMs: number;
  readonly firstMs: number;
  /** Milliseconds for all requested pages. */
  readonly allMs: number;
  /** Share of dark pixels, to check that both painted the same. */
  readonly darkShare: number;
}

/**
 * Pages in color with this length of the longer side, as for viewing; or in gray with this many dots per mm, as for
 * printing.
 */
export type PageWant = { readonly longSidePx: number } | { readonly dotsPerMm: number };

/** Pixels of a page: four bytes per pixel in color, red first; one byte in gray. */
interface PagePixels {
  readonly bytes: ArrayLike<number>;
  readonly bytesOfPixel: 1 | 4;
}

interface PageReading {
  readonly pages: number;
  paint(index: number, want: PageWant): Promise<PagePixels>;
}

/** Store that keeps nothing: the measurement excludes the browser's database. */
const STORE = { put: () => Promise.resolve(ok(null)), get: () => Promise.resolve(ok(null)) };

async function openOurs(): Promise<(file: File) => Promise<PageReading>> {
  const client = createDocumentClient({ createWorker: createDocumentWorker, store: STORE });
  // It lives as long as the page, also while the memory is measured.
  Object.assign(globalThis, { documentClient: client });
  // The worker's code is loaded before the clock starts.
  await client.open(new File(['warm'], 'warm.txt'), null);
  return async (file) => {
    const { document, pages } = expectOk(await client.open(file, null));
    return {
      pages: pages.length,
      async paint(page, want) {
        if ('dotsPerMm' in want) {
          const { grey } = expectOk(await client.plane(document, page, want.dotsPerMm));
          return { bytes: grey, bytesOfPixel: 1 };
        }
        const request = { page, boxMm: null, rotation: 0, maxSidePx: want.longSidePx } as const;
        return { bytes: expectOk(await client.picture(document, request)).rgba, bytesOfPixel: 4 };
      },
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
      async paint(index, want) {
        const page = await document.getPage(index + 1);
        const whole = page.getViewport({ scale: 1 });
        const scale =
          'dotsPerMm' in want
            ? (want.dotsPerMm * MM_PER_INCH) / POINTS_PER_INCH
            : want.longSidePx / Math.max(whole.width, whole.height);
        const viewport = page.getViewport({ scale });
        const canvas = globalThis.document.createElement('canvas');
        [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
        // pdf.js recommends this where pixels are read.
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (context === null) throw new Error('no canvas');
        await page.render({ canvas, canvasContext: context, viewport, intent: 'print' }).promise;
        page.cleanup();
        const { data: rgba } = context.getImageData(0, 0, canvas.width, canvas.height);
        return 'dotsPerMm' in want ? { bytes: greyOf(rgba), bytesOfPixel: 1 } : { bytes: rgba, bytesOfPixel: 4 };
      },
    };
  };
}

/** Weighs red, green and blue as ITU-R BT.601 does, like our own gray. */
function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    grey[i] = ((rgba[at] as number) * 306 + (rgba[at + 1] as number) * 601 + (rgba[at + 2] as number) * 117) >> 10;
  }
  return grey;
}

/** Paints the first `pages` of a document once, in order. */
async function readPages(reader: PageReader, address: string, pages: number, want: PageWant): Promise<PageTimes> {
  const file = new File([await (await fetch(address)).blob()], 'bench.pdf');
  const open = await (reader === 'ours' ? openOurs() : openPdfjs());
  const start = performance.now();
  const document = await open(file);
  const openMs = performance.now() - start;
  let [firstMs, dark, all] = [0, 0, 0];
  for (let page = 0; page < Math.min(pages, document.pages); page++) {
    const { bytes, bytesOfPixel } = await document.paint(page, want);
    if (page === 0) firstMs = performance.now() - start;
    // Counts a sample of the pixels, which costs little.
    for (let i = 0; i < bytes.length; i += bytesOfPixel * 97) {
      all++;
      if ((bytes[i] as number) < 128) dark++;
    }
  }
  const allMs = performance.now() - start - openMs;
  return { pages: document.pages, openMs, firstMs, allMs, darkShare: dark / all };
}

Object.assign(globalThis, { readPages });
