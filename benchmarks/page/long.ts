import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';
import { createPngWriter } from '#render-worker/png/png.ts';
import { createCanvas2dPeer } from './canvas2d-peer.ts';
import { isSymbol, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';

const DPI = 300;
const WIDTH_MM = 400;
const HEIGHT_MM = 3000;
const SIZE = { width: 4724, height: 35_433 };
const ROUNDS = 5;

export interface LongTimes {
  readonly ours: readonly number[];
  readonly canvas2d: readonly number[];
  readonly heapMiB: number;
  readonly pngBytes: number;
  readonly peerPngBytes: number;
}

/** 100 rows of eight texts, two Code 128 and two QR codes, in a frame: 1,201 elements. */
function createLongTemplate(): Template {
  const elements: LabelElement[] = [];
  const add = (type: 'text' | 'barcode' | 'qrcode' | 'rectangle', fields: object): void => {
    const options = {
      id: `L${String(elements.length).padStart(7, '0')}` as ElementId,
      name: `${type}${elements.length}`,
      centreMm: { x: 50, y: 40 },
      labelWidthMm: WIDTH_MM,
      labelHeightMm: HEIGHT_MM,
      zoom: 1,
    };
    elements.push({ ...createElement(type, options), ...fields } as LabelElement);
  };
  add('rectangle', { xMm: 2, yMm: 2, widthMm: WIDTH_MM - 4, heightMm: HEIGHT_MM - 4, penWidthMm: 1 });
  for (let row = 0; row < 100; row++) {
    const yMm = 10 + row * 29.7;
    for (let column = 0; column < 8; column++) {
      add('text', {
        sources: [fixedText(`Position ${row}.${column}`)],
        fontFamily: 'Roboto',
        fontSize: 24,
        xMm: 10 + (column % 4) * 45,
        yMm: yMm + Math.floor(column / 4) * 12,
        widthMm: 42,
        heightMm: 8,
      });
    }
    for (let pair = 0; pair < 2; pair++) {
      const xMm = 195 + pair * 100;
      add('barcode', {
        sources: [fixedText(`P${row}${pair}`)],
        symbology: 'code128',
        numberPosition: 'none',
        xMm,
        yMm,
        widthMm: 60,
        heightMm: 22,
      });
      const sources = [fixedText(`https://example.com/${row}/${pair}`)];
      add('qrcode', { sources, xMm: xMm + 68, yMm, widthMm: 24, heightMm: 24 });
    }
  }
  return {
    label: createLabelSettings('Long', { widthMm: WIDTH_MM, heightMm: HEIGHT_MM }),
    elements,
    assets: new Map(),
  };
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
