import { FabricObject, FabricText, Rect as FabricRect, StaticCanvas } from 'fabric';
import Konva from 'konva';
import { bytesOf, fillRects, PEER_FONT, type Peer } from './peer.ts';

/** Checks the finished picture of a label. */
export type PictureCheck = (canvas: HTMLCanvasElement) => Promise<void>;

/** A stage with one layer; its nodes are reused with new values. */
export function createKonvaPeer(width: number, height: number, check: PictureCheck = () => Promise.resolve()): Peer {
  Konva.autoDrawEnabled = false;
  Konva.pixelRatio = 1;
  const stage = new Konva.Stage({ container: 'stage', width, height, listening: false });
  const layer = new Konva.Layer({ listening: false });
  stage.add(layer);
  const options = { listening: false, perfectDrawEnabled: false };
  layer.add(new Konva.Rect({ ...options, width, height, fill: '#fff' }));
  const frame = new Konva.Rect({ ...options, stroke: '#000' });
  layer.add(frame);
  const texts: Konva.Text[] = [];
  let current: readonly Int32Array[] = [];
  const symbols = new Konva.Shape({
    ...options,
    fill: '#000',
    sceneFunc: (context) => {
      context.fillStyle = '#000';
      for (const rects of current) fillRects(context, rects);
    },
  });
  layer.add(symbols);
  return async (label) => {
    const { pen, ...box } = label.frame;
    frame.setAttrs({ ...box, strokeWidth: pen });
    label.texts.forEach(({ text, x, baseline, size }, i) => {
      let node = texts[i];
      if (node === undefined) {
        node = new Konva.Text({ ...options, fontFamily: PEER_FONT, fill: '#000' });
        texts.push(node);
        layer.add(node);
      }
      node.setAttrs({ text, x, y: baseline - size, fontSize: size });
    });
    current = label.rects;
    layer.draw();
    const canvas = layer.getNativeCanvasElement();
    await check(canvas);
    return bytesOf(await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png')));
  };
}

/** A static canvas; its objects are reused with new values. */
export function createFabricPeer(width: number, height: number): Peer {
  const element = document.createElement('canvas');
  const canvas = new StaticCanvas(element, {
    width,
    height,
    backgroundColor: '#fff',
    renderOnAddRemove: false,
    enableRetinaScaling: false,
  });
  let current: readonly Int32Array[] = [];
  class Symbols extends FabricObject {
    override _render(context: CanvasRenderingContext2D): void {
      context.fillStyle = '#000';
      context.translate(-width / 2, -height / 2);
      for (const rects of current) fillRects(context, rects);
    }
  }
  const options = { objectCaching: false, originX: 'left', originY: 'top' } as const;
  const frame = new FabricRect({ ...options, fill: '', stroke: '#000' });
  canvas.add(frame, new Symbols({ ...options, left: 0, top: 0, width, height, strokeWidth: 0 }));
  const texts: FabricText[] = [];
  return async (label) => {
    const { x, y, width: w, height: h, pen } = label.frame;
    frame.set({ left: x - pen / 2, top: y - pen / 2, width: w, height: h, strokeWidth: pen });
    frame.setCoords();
    label.texts.forEach(({ text, x: left, baseline, size }, i) => {
      let node = texts[i];
      if (node === undefined) {
        node = new FabricText(text, { ...options, fontFamily: PEER_FONT, fill: '#000', fontSize: size });
        texts.push(node);
        canvas.add(node);
      }
      node.set({ text, left, top: baseline - size });
      node.setCoords();
    });
    current = label.rects;
    canvas.renderAll();
    return bytesOf(await new Promise<Blob | null>((resolve) => element.toBlob(resolve, 'image/png')));
  };
}
