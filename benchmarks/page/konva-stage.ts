import Konva from 'konva';
import { VIEW_HEIGHT, VIEW_WIDTH, type Shape } from './view-scene.ts';

/** A typical Konva editor: shapes can be dragged alone or together, zoomed, and their text typed. */
export interface KonvaStage {
  /** Center of a shape in the page, in CSS pixels. */
  readonly middleOf: (shape: number) => { readonly x: number; readonly y: number };
  /** Selects the shapes that move together, with Konva's frame for them. */
  readonly select: (shapes: readonly number[]) => void;
  /** Directs keys to this text. */
  readonly type: (shape: number) => void;
}

export function createKonvaStage(shapes: readonly Shape[]): KonvaStage {
  Konva.autoDrawEnabled = true;
  Konva.pixelRatio = 1;
  const container = document.querySelector<HTMLDivElement>('#stage');
  if (container === null) throw new Error('no place for the stage');
  const stage = new Konva.Stage({ container, width: VIEW_WIDTH, height: VIEW_HEIGHT });
  const layer = new Konva.Layer();
  stage.add(layer);
  layer.add(new Konva.Rect({ width: VIEW_WIDTH, height: VIEW_HEIGHT, fill: '#fff', listening: false }));
  const nodes = shapes.map(nodeOf);
  layer.add(...nodes);
  const frame = new Konva.Transformer({ resizeEnabled: false, rotateEnabled: false });
  layer.add(frame);

  stage.on('wheel', ({ evt }) => {
    evt.preventDefault();
    const at = stage.getPointerPosition() ?? { x: 0, y: 0 };
    const before = stage.scaleX();
    const after = Math.min(5, Math.max(0.05, before * Math.exp(-evt.deltaY / 100)));
    stage.scale({ x: after, y: after });
    stage.position({
      x: at.x - ((at.x - stage.x()) / before) * after,
      y: at.y - ((at.y - stage.y()) / before) * after,
    });
  });
  let typed: Konva.Shape | undefined;
  addEventListener('keydown', ({ key }) => {
    if (typed instanceof Konva.Text && key.length === 1) typed.text(typed.text() + key);
  });
  return {
    middleOf(shape) {
      const box = nodes[shape]?.getClientRect();
      const place = container.getBoundingClientRect();
      if (box === undefined) throw new Error('no such shape');
      return { x: place.x + box.x + box.width / 2, y: place.y + box.y + box.height / 2 };
    },
    select: (chosen) => frame.nodes(chosen.flatMap((shape) => nodes[shape] ?? [])),
    type: (shape) => (typed = nodes[shape]),
  };
}

function nodeOf(shape: Shape): Konva.Shape {
  const { x, y } = shape;
  const options = { x, y, fill: '#000', draggable: true, perfectDrawEnabled: false };
  if (shape.type === 'text') {
    return new Konva.Text({ ...options, text: shape.text, fontSize: shape.size, fontFamily: 'Roboto' });
  }
  const width = Math.max(...shape.rects.map((rect) => rect.x + rect.width));
  const height = Math.max(...shape.rects.map((rect) => rect.y + rect.height));
  if (shape.rects.length === 1) return new Konva.Rect({ ...options, width, height });
  return new Konva.Shape({
    ...options,
    width,
    height,
    sceneFunc: (context) => {
      context.fillStyle = '#000';
      for (const rect of shape.rects) context.fillRect(rect.x, rect.y, rect.width, rect.height);
    },
    hitFunc: (context, node) => {
      context.beginPath();
      context.rect(0, 0, width, height);
      context.closePath();
      context.fillStrokeShape(node);
    },
  });
}
