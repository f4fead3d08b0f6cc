import { FabricObject, FabricText, Rect as FabricRect, StaticCanvas } from 'fabric';
import Konva from 'konva';
import type { Rect } from '#model/kernel/geometry.ts';
import { VIEW_HEIGHT, VIEW_WIDTH, type Shape } from './view-scene.ts';

const FONT = 'Roboto';

/** Moves the shape to another place and gives the picture on the screen. */
export type Move = (shape: number, x: number, y: number) => void;

/** Makes a canvas execute its queued drawing calls, so that their cost is counted. */
export function flush(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null): void {
  context?.getImageData(0, 0, 1, 1);
}

function fill(context: { fillRect(x: number, y: number, w: number, h: number): void }, rects: readonly Rect[]): void {
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
}

export function createKonvaScene(shapes: readonly Shape[]): Move {
  Konva.autoDrawEnabled = false;
  Konva.pixelRatio = 1;
  const stage = new Konva.Stage({ container: 'stage', width: VIEW_WIDTH, height: VIEW_HEIGHT, listening: false });
  const layer = new Konva.Layer({ listening: false });
  stage.add(layer);
  const options = { listening: false, perfectDrawEnabled: false, fill: '#000' };
  layer.add(new Konva.Rect({ ...options, width: VIEW_WIDTH, height: VIEW_HEIGHT, fill: '#fff' }));
  const nodes = shapes.map((shape): Konva.Shape => {
    const { x, y } = shape;
    if (shape.type === 'text') {
      return new Konva.Text({ ...options, x, y, text: shape.text, fontSize: shape.size, fontFamily: FONT });
    }
    const [first] = shape.rects;
    if (shape.rects.length === 1 && first !== undefined) {
      return new Konva.Rect({ ...options, x, y, width: first.width, height: first.height });
    }
    return new Konva.Shape({
      ...options,
      x,
      y,
      sceneFunc: (context) => {
        context.fillStyle = '#000';
        fill(context, shape.rects);
      },
    });
  });
  layer.add(...nodes);
  const context = layer.getNativeCanvasElement().getContext('2d');
  return (shape, x, y) => {
    nodes[shape]?.position({ x, y });
    layer.draw();
    flush(context);
  };
}

export function createFabricScene(shapes: readonly Shape[]): Move {
  const element = document.createElement('canvas');
  const canvas = new StaticCanvas(element, {
    width: VIEW_WIDTH,
    height: VIEW_HEIGHT,
    backgroundColor: '#fff',
    renderOnAddRemove: false,
    enableRetinaScaling: false,
  });
  const options = { originX: 'left', originY: 'top', fill: '#000', strokeWidth: 0, objectCaching: false } as const;
  const nodes = shapes.map((shape): FabricObject => {
    const place = { ...options, left: shape.x, top: shape.y };
    if (shape.type === 'text') return new FabricText(shape.text, { ...place, fontFamily: FONT, fontSize: shape.size });
    const width = Math.max(...shape.rects.map((rect) => rect.x + rect.width));
    const height = Math.max(...shape.rects.map((rect) => rect.y + rect.height));
    if (shape.rects.length === 1) return new FabricRect({ ...place, width, height });
    class Bars extends FabricObject {
      override _render(context: CanvasRenderingContext2D): void {
        context.fillStyle = '#000';
        context.translate(-width / 2, -height / 2);
        fill(context, shape.type === 'rects' ? shape.rects : []);
      }
    }
    return new Bars({ ...place, width, height });
  });
  canvas.add(...nodes);
  const context = element.getContext('2d');
  return (shape, x, y) => {
    nodes[shape]?.set({ left: x, top: y });
    nodes[shape]?.setCoords();
    canvas.renderAll();
    flush(context);
  };
}

/** All shapes, drawn directly onto a canvas. */
export function createCanvas2dScene(shapes: readonly Shape[]): () => void {
  const context = new OffscreenCanvas(VIEW_WIDTH, VIEW_HEIGHT).getContext('2d', { alpha: false });
  return () => {
    if (context === null) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, VIEW_WIDTH, VIEW_HEIGHT);
    context.fillStyle = '#000';
    let font = '';
    for (const shape of shapes) {
      if (shape.type === 'text') {
        // Setting a font is expensive, so it is set only when it changes.
        const next = `${shape.size}px ${FONT}`;
        if (next !== font) context.font = font = next;
        context.fillText(shape.text, shape.x, shape.y);
      } else {
        for (const { x, y, width, height } of shape.rects) context.fillRect(shape.x + x, shape.y + y, width, height);
      }
    }
    flush(context);
  };
}
