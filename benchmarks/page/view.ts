import { NO_RECORD } from '#model/data/record.ts';
import type { Frame, ViewState } from '#protocol/render.ts';
import type { View } from '#render-worker/view/view.ts';
import type { Ours } from './ours.ts';
import { createCanvas2dScene, createFabricScene, createKonvaScene, flush, type Move } from './view-peers.ts';
import { createViewTemplate, PX_PER_MM, toShapes, VIEW_DPI, VIEW_HEIGHT, VIEW_WIDTH } from './view-scene.ts';

const MANY = 10_000;
const SOME = 2_000;
/** The first of each are not counted. */
const WARM_UP = 1;

export interface MoveTimes {
  readonly ours: readonly number[];
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
  view.view(createState(0));
  // Fonts are there already: the first picture comes at once.
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

/** One of ten thousand goes along with the pointer: from the change to the picture on the canvas. */
export async function runMove(ours: Ours): Promise<MoveTimes> {
  const template = createViewTemplate(MANY);
  const shapes = toShapes(template, await ours.compose(template, NO_RECORD, VIEW_DPI));
  const { view, context, frames } = await show(ours, template);
  // One of the middle, with thousands below and above it.
  const index = MANY / 2 + 1;
  let element = template.elements[index];
  const shape = shapes[index];
  if (element === undefined || shape === undefined) throw new Error('nothing to move');
  const placeOf = (round: number): { readonly dx: number; readonly dy: number } => ({
    dx: 3 * (round % 40),
    dy: 2 * (round % 25),
  });

  const { xMm, yMm } = element;
  const mine = times(60, (round) => {
    const { dx, dy } = placeOf(round);
    const moved = { ...(element as NonNullable<typeof element>), xMm: xMm + dx / PX_PER_MM, yMm: yMm + dy / PX_PER_MM };
    const updated = [[element as NonNullable<typeof element>, moved] as const];
    if (view.change(round, round + 1, { added: [], updated, removed: [] }) === 'gap') throw new Error('gap');
    element = moved;
    flush(context);
  });
  if (frames.at(-1)?.revision !== 60 + WARM_UP || frames.at(-1)?.bounds.size !== 1) throw new Error('not moved');
  view.dispose();
  const move = (peer: Move, count: number): readonly number[] =>
    times(count, (round) => {
      const { dx, dy } = placeOf(round);
      peer(index, shape.x + dx, shape.y + dy);
    });
  return { ours: mine, konva: move(createKonvaScene(shapes), 6), fabric: move(createFabricScene(shapes), 3) };
}

/** Everything anew, as after a pan: two thousand in view. */
export async function runRedraw(ours: Ours): Promise<RedrawTimes> {
  const template = createViewTemplate(SOME);
  const shapes = toShapes(template, await ours.compose(template, NO_RECORD, VIEW_DPI));
  const { view, context } = await show(ours, template);
  const draw = createCanvas2dScene(shapes);
  const mine: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 30 + WARM_UP; round++) {
    let start = performance.now();
    view.view(createState(round % 2));
    flush(context);
    if (round >= WARM_UP) mine.push(performance.now() - start);
    start = performance.now();
    draw();
    if (round >= WARM_UP) theirs.push(performance.now() - start);
  }
  view.dispose();
  return { ours: mine, canvas2d: theirs };
}
