import { NO_RECORD } from '#model/data/record.ts';
import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';
import { createOurs } from './ours.ts';
import { createCanvas2dPeer } from './canvas2d-peer.ts';
import { createFabricPeer, createKonvaPeer } from './peers.ts';
import { loadPeerFont } from './peer-font.ts';
import { createReadingByDefault } from './read-by-default.ts';
import { BULK_SIZE, runBulk, type BulkTimes } from './bulk.ts';
import type { LargeImageRequest, LargeImageTimes } from './large-image.ts';
import type { LongTimes } from './long.ts';
import { BULK_PAGES, LONG_PAGES, makePages, makePeerPages } from './pages.ts';
import { makePdfmePages } from './pdfme-peer.ts';
import { printLabels, type PrintContender } from './print-labels.ts';
import { createKonvaStage, type KonvaStage } from './konva-stage.ts';
import { createViewTemplate, toShapes, VIEW_DPI } from './view-scene.ts';
import { runMove, runRedraw, type MoveTimes, type RedrawTimes } from './view.ts';

/** What the page offers to the benchmark that opened it. */
export interface BenchPage {
  bulk(): Promise<BulkTimes>;
  /** With `reading`, includes the peer that reads its pictures, which is slow. */
  label(reading: boolean): Promise<BulkTimes>;
  long(): Promise<LongTimes>;
  largeImage(request: LargeImageRequest): Promise<LargeImageTimes>;
  move(): Promise<MoveTimes>;
  redraw(): Promise<RedrawTimes>;
  /** Shows a Konva editor with this many elements. */
  konvaStage(elements: number): Promise<void>;
  /** Center of an element in the page. */
  konvaMiddle(shape: number): { readonly x: number; readonly y: number };
  konvaSelect(shapes: readonly number[]): void;
  konvaType(shape: number): void;
  /** Milliseconds for verified pages of this many labels with this many workers; see `makePages`. */
  pages(labels: number, workers: number): Promise<number>;
  /** The same with Konva; zxing-wasm reads each picture with its default options. */
  konvaPages(labels: number): Promise<number>;
  /** The same labels as one PDF by pdfme, which reads nothing back. */
  pdfmePages(labels: number): Promise<number>;
  /** Milliseconds for verified pages of this many labels of 400 x 3000 mm, one after the other as in a run. */
  longPages(labels: number): Promise<number>;
  /** The same with a canvas and its PNGs, which reads nothing back. */
  longCanvasPages(labels: number): Promise<number>;
  printLabels(assistantUrl: string, labels: number, contender: PrintContender): Promise<number>;
}

await loadPeerFont();
const ours = createOurs(await loadSkiaInBrowser(), createFetchFontSource(), loadZxingInBrowser);
const { width, height } = BULK_SIZE;
/** Reading a whole label by default takes a tenth of a second. */
const LABEL_ROUNDS = { labelsBefore: 1_200, warmUp: 12, counted: 15 };

let stage: KonvaStage | undefined;
function shown(): KonvaStage {
  if (stage === undefined) throw new Error('no stage');
  return stage;
}

Object.assign(globalThis, {
  bench: {
    bulk: () =>
      runBulk(ours, {
        konva: createKonvaPeer(width, height),
        fabric: createFabricPeer(width, height),
        canvas2d: createCanvas2dPeer(width, height),
      }),
    label: async (reading) => {
      const konva = createKonvaPeer(width, height);
      const peers = reading
        ? { konva, konvaRead: createKonvaPeer(width, height, await createReadingByDefault(2)) }
        : { konva };
      return runBulk(ours, peers, LABEL_ROUNDS);
    },
    long: runLongInWorker,
    largeImage: runLargeImageInWorker,
    move: () => runMove(ours),
    redraw: () => runRedraw(ours),
    konvaStage: async (elements) => {
      const template = createViewTemplate(elements);
      stage = createKonvaStage(toShapes(template, await ours.compose(template, NO_RECORD, VIEW_DPI)));
    },
    konvaMiddle: (shape) => shown().middleOf(shape),
    konvaSelect: (shapes) => shown().select(shapes),
    konvaType: (shape) => shown().type(shape),
    pages: (labels, workers) => makePages(BULK_PAGES, labels, workers),
    konvaPages: async (labels) =>
      makePeerPages(ours, BULK_PAGES, createKonvaPeer(width, height, await createReadingByDefault(2)), labels),
    pdfmePages: makePdfmePages,
    longPages: (labels) => makePages(LONG_PAGES, labels, 1),
    longCanvasPages: (labels) => {
      const { size } = LONG_PAGES;
      return makePeerPages(ours, LONG_PAGES, createCanvas2dPeer(size.width, size.height), labels);
    },
    printLabels,
  } satisfies BenchPage,
});

function runLongInWorker(): Promise<LongTimes> {
  const worker = new Worker(new URL('./long-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<LongTimes>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<LongTimes>) => resolve(event.data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  }).finally(() => worker.terminate());
}

function runLargeImageInWorker(request: LargeImageRequest): Promise<LargeImageTimes> {
  const worker = new Worker(new URL('./large-image-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<LargeImageTimes>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<'ready' | LargeImageTimes>) => {
      if (event.data === 'ready') worker.postMessage(request, { transfer: [] });
      else resolve(event.data);
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  }).finally(() => worker.terminate());
}
