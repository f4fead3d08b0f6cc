import { createEditor } from '#editor/create-editor.ts';
import type { EditorPointer } from '#editor/editor.ts';
import { pxPerMm } from '#editor/viewport.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { applyChange } from '#model/template/change.ts';
import type { Frame, ViewState } from '#protocol/render.ts';
import type { View } from '#render-worker/view/view.ts';
import type { Ours } from './ours.ts';
import { createCanvas2dScene, createFabricScene, createKonvaScene, flush, type Move } from './view-peers.ts';
import { createViewTemplate, PX_PER_MM, toShapes, VIEW_DPI, VIEW_HEIGHT, VIEW_WIDTH } from './view-scene.ts';

const MANY = 10_000;
const SOME = 2_000;
/** Rounds made first and not counted. */
const WARM_UP = 1;
const MOVES = 60;
const FIRST_PICTURE_LIMIT_MS = 20_000;

export interface MoveTimes {
  /** From the pointer's step through the editor (hit test, snapping, history) to the picture. */
  readonly drag: readonly number[];
  /** From the change to the picture; the peers are measured the same way. */
  readonly frame: readonly number[];
  readonly konva: readonly number[];
  readonly fabric: readonly number[];
}

export interface RedrawTimes {
  readonly ours: readonly number[];
  readonly canvas2d: readonly number[];
}

function createState(originXPx: number): ViewState {
  return {
    viewport: { widthPx: VIEW_WIDTH, heightPx: VIEW_HEIGHT, pxPerMm: PX_PER_MM, originXPx, originYPx: 0 },
    dpi: VIEW_DPI,
    record: NO_RECORD,
    surroundings: '#ebecea',
  };
}

interface Shown {
  readonly view: View;
  readonly context: OffscreenCanvasRenderingContext2D | null;
  readonly frames: Frame[];
}

async function show(ours: Ours, template: ReturnType<typeof createViewTemplate>): Promise<Shown> {
  const canvas = new OffscreenCanvas(VIEW_WIDTH, VIEW_HEIGHT);
  const frames: Frame[] = [];
  const view = ours.createView(canvas, (frame) => frames.push(frame));
  view.reset(0, template);
  view.show(createState(0));
  // The fonts are loaded already, but many elements are laid out in slices.
  const until = performance.now() + FIRST_PICTURE_LIMIT_MS;
  while (frames.length === 0 && performance.now() < until) await new Promise((later) => setTimeout(later, 10));
  if (frames.length === 0) throw new Error('no picture');
  return { view, context: canvas.getContext('2d'), frames };
}

function times(count: number, work: (round: number) => void): readonly number[] {
  const measured: number[] = [];
  for (let round = 0; round < count + WARM_UP; round++) {
    const start = performance.now();
    work(round);
    if (round >= WARM_UP) measured.push(performance.now() - start);
  }
  return measured;
}

/**
 * One of ten thousand elements follows the pointer, including the copies that are made for the worker. Excludes only
 * the post itself and React.
 */
export async function runMove(ours: Ours): Promise<MoveTimes> {
  const template = createViewTemplate(MANY);
  const shapes = toShapes(template, await ours.compose(template, NO_RECORD, VIEW_DPI));
  const { view, context, frames } = await show(ours, template);
  const editor = createEditor({ template, random: Math.random });
  editor.setCanvasSize(VIEW_WIDTH, VIEW_HEIGHT);
  for (const { bounds, revision } of frames) editor.setBounds(revision, bounds);
  let sent = template;
  const frameTimes: number[] = [];
  editor.onChange((change, from, to) => {
    const start = performance.now();
    sent = applyChange(sent, change);
    if (view.change(from, to, structuredClone(change)) === 'gap') throw new Error('gap');
    const frame = frames.at(-1);
    if (frame !== undefined) editor.setBounds(frame.revision, frame.bounds);
    flush(context);
    frameTimes.push(performance.now() - start);
  });
  const pointer = (xPx: number, yPx: number): EditorPointer => {
    const keys = { shift: false, control: false, alt: false, space: false };
    return { xPx, yPx, button: 'primary', ...keys };
  };

  // Takes an element from the middle of the label.
  const middle = { x: VIEW_WIDTH / 2, y: VIEW_HEIGHT / 2 };
  const id = editor.elementAt(middle.x, middle.y);
  const index = template.elements.findIndex((element) => element.id === id);
  const shape = shapes[index];
  if (shape === undefined) throw new Error('nothing to move');
  const placeOf = (round: number): { readonly dx: number; readonly dy: number } => ({
    dx: 3 * (round % 40),
    dy: 2 * (round % 25),
  });
  const perPx = pxPerMm(editor.state().viewport) / PX_PER_MM;
  editor.pointerDown(pointer(middle.x, middle.y));
  editor.pointerMove(pointer(middle.x - 10, middle.y - 10));
  const before = editor.state().revision;
  const drag = times(MOVES, (round) => {
    const { dx, dy } = placeOf(round);
    editor.pointerMove(pointer(middle.x + dx * perPx, middle.y + dy * perPx));
  });
  const last = frames.at(-1);
  if (last?.revision !== before + MOVES + WARM_UP || last.bounds.size !== 1) throw new Error('not moved');
  if (sent.elements[index] !== editor.state().template.elements[index]) throw new Error('another one moved');
  view.dispose();
  const move = (peer: Move, count: number): readonly number[] =>
    times(count, (round) => {
      const { dx, dy } = placeOf(round);
      peer(index, shape.x + dx, shape.y + dy);
    });
  return {
    drag,
    frame: frameTimes.slice(-MOVES),
    konva: move(createKonvaScene(shapes), 6),
    fabric: move(createFabricScene(shapes), 3),
  };
}

/** Repaints everything, as after a pan, with two thousand elements in view. */
export async function runRedraw(ours: Ours): Promise<RedrawTimes> {
  const template = createViewTemplate(SOME);
  const shapes = toShapes(template, await ours.compose(template, NO_RECORD, VIEW_DPI));
  const { view, context } = await show(ours, template);
  const draw = createCanvas2dScene(shapes);
  const mine: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 30 + WARM_UP; round++) {
    let start = performance.now();
    view.show(createState(round % 2));
    flush(context);
    if (round >= WARM_UP) mine.push(performance.now() - start);
    start = performance.now();
    draw();
    if (round >= WARM_UP) theirs.push(performance.now() - start);
  }
  view.dispose();
  return { ours: mine, canvas2d: theirs };
}
