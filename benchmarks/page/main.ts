import { createFetchFontSource } from '#render-worker/fonts/font-source-browser.ts';
import { loadZxingInBrowser } from '#render-worker/read-back/load-zxing-browser.ts';
import { loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';
import { createOurs } from './ours.ts';
import { createCanvas2dPeer, createFabricPeer, createKonvaPeer } from './peers.ts';
import { BULK_SIZE, runBulk, type BulkTimes } from './bulk.ts';
import { runLong, type LongTimes } from './long.ts';
import { runMove, runRedraw, type MoveTimes, type RedrawTimes } from './view.ts';

/** What the page offers to the benchmark that opened it. */
export interface BenchPage {
  bulk(): Promise<BulkTimes>;
  long(): Promise<LongTimes>;
  move(): Promise<MoveTimes>;
  redraw(): Promise<RedrawTimes>;
}

const roboto = new FontFace('Roboto', 'url(/fonts/Roboto_400Regular.ttf)');
document.fonts.add(await roboto.load());
const ours = createOurs(await loadSkiaInBrowser(), createFetchFontSource(), loadZxingInBrowser);
const { width, height } = BULK_SIZE;

Object.assign(globalThis, {
  bench: {
    bulk: () =>
      runBulk(ours, {
        konva: createKonvaPeer(width, height),
        fabric: createFabricPeer(width, height),
        canvas2d: createCanvas2dPeer(width, height),
      }),
    long: () => runLong(ours),
    move: () => runMove(ours),
    redraw: () => runRedraw(ours),
  } satisfies BenchPage,
});
