import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { createCanvas2dPeer } from './canvas2d-peer.ts';
import { createLongTemplate, LONG_DPI as DPI, LONG_SIZE as SIZE } from './long-label.ts';
import { isSymbol, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';

const ROUNDS = 5;

export interface LongTimes {
  readonly ours: readonly number[];
  readonly canvas2d: readonly number[];
  readonly heapMiB: number;
  readonly pngBytes: number;
  readonly peerPngBytes: number;
}

/** Ours and a canvas take turns; the canvas is kept, as ours keeps its surface. */
export async function runLong(ours: Ours): Promise<LongTimes> {
  const template = createLongTemplate();
  const composed = await ours.compose(template, NO_RECORD, DPI);
  const context = ours.context(DPI);
  const ready = new Map(template.elements.filter(isSymbol).map((e) => [e, composeElement(e, NO_RECORD, context)]));
  const peerLabel = toPeerLabel(template.elements, NO_RECORD, composed, SIZE);
  const peer = createCanvas2dPeer(SIZE.width, SIZE.height);

  const mine: number[] = [];
  const theirs: number[] = [];
  let pngBytes = 0;
  let peerPngBytes = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    let start = performance.now();
    const { list } = composeLabel(template, NO_RECORD, context, ours.withReady(ready));
    const writer = createPngWriter({ ...SIZE, dpi: DPI });
    expectOk(
      ours.labels.paintBands(list, SIZE.width, SIZE.height, ({ pixels, plane }) => writer.rows(pixels, plane.height)),
    );
    pngBytes = writer.finish().length;
    if (round > 0) mine.push(performance.now() - start);

    start = performance.now();
    peerPngBytes = (await peer(peerLabel)).length;
    if (round > 0) theirs.push(performance.now() - start);
  }
  return { ours: mine, canvas2d: theirs, heapMiB: ours.heapMiB(), pngBytes, peerPngBytes };
}
