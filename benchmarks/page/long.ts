import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement } from '#model/elements/registry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';
import { createPngWriter } from '#render-worker/print/png.ts';
import { isSymbol, withReadySymbols, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';
import { createCanvas2dPeer } from './peers.ts';

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

/** 75 rows of two texts, a Code 128 and a QR code, in a frame: 301 elements. */
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
  for (let row = 0; row < 75; row++) {
    const yMm = 10 + row * 39.7;
    const text = (column: number, xMm: number): void =>
      add('text', {
        sources: [fixedText(`Position ${row}.${column} of the list`)],
        fontFamily: 'Roboto',
        fontSize: 32,
        xMm,
        yMm,
        widthMm: 90,
        heightMm: 10,
      });
    text(1, 10);
    text(2, 110);
    add('barcode', {
      sources: [fixedText(`POS-${row}-0042`)],
      symbology: 'code128',
      numberPosition: 'none',
      xMm: 215,
      yMm,
      widthMm: 110,
      heightMm: 28,
    });
    add('qrcode', { sources: [fixedText(`https://example.com/${row}`)], xMm: 345, yMm, widthMm: 30, heightMm: 30 });
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
  const context = { measure: ours.measure, dpi: DPI, imageSize: () => null, now: localTimeAt() };
  const ready = new Map(template.elements.filter(isSymbol).map((e) => [e, composeElement(e, NO_RECORD, context)]));
  const peerLabel = toPeerLabel(template.elements, NO_RECORD, composed, SIZE);
  const peer = createCanvas2dPeer(SIZE.width, SIZE.height);

  const mine: number[] = [];
  const theirs: number[] = [];
  let pngBytes = 0;
  let peerPngBytes = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    let start = performance.now();
    const { list } = composeLabel(template, NO_RECORD, context, withReadySymbols(ready));
    const writer = createPngWriter({ ...SIZE, dpi: DPI });
    expectOk(ours.labels.paintBands(list, SIZE.width, SIZE.height, ({ pixels, plane }) => writer.rows(pixels, plane.height)));
    pngBytes = writer.finish().length;
    if (round > 0) mine.push(performance.now() - start);

    start = performance.now();
    peerPngBytes = (await peer(peerLabel)).length;
    if (round > 0) theirs.push(performance.now() - start);
  }
  return { ours: mine, canvas2d: theirs, heapMiB: ours.heapMiB(), pngBytes, peerPngBytes };
}
